import AssayContract
import Testing

/// Rules that mean the same have one normal form, and no others have it.
struct ExpressionNormalFormTests {
  @Test(arguments: [
    ("$statusCode == 200", "($statusCode==200)"), ("$method == 'GET'", "$method == \"GET\""),
    ("$statusCode == 200", "2e2 == $statusCode"), ("$statusCode > 1", "1.0 < $statusCode"),
    ("$statusCode >= 1", "1 <= $statusCode"), ("'\\u0041' in $url", "'A' in $url"),
    ("$method && $url && $statusCode", "$method && ($url && $statusCode)"),
    ("$method || $url && $statusCode", "$method || ($url && $statusCode)"),
    ("1 + 2 * 3 == 7", "1 + (2 * 3) == 7"), ("!($method in ['GET'])", "! ($method in [ \"GET\" ])"),
    ("$request.method == 'GET'", "$method == 'GET'"),
    ("$response.header.ETag == 'a'", "$response.header.etag == 'a'"),
    ("any($response.body#/a, one, $one > 1)", "any($response.body#/a, each, $each > 1)"),
    ("$url matches '^/a'", "$url matches (\"^/a\")"),
    ("jsonpath($response.body, '$.a[?@.b < 1]')", "jsonpath($response.body, \"$['a'][?(@['b']<1.0)]\")"),
    ("groups($url, '/(a)')#/1 == 'a'", "(groups($url,\"/(a)\"))#/1 == 'a'"),
  ])
  func isOneFor(_ left: String, _ right: String) throws {
    #expect(try Expression(parsing: left).normalForm == Expression(parsing: right).normalForm)
  }

  @Test(arguments: [
    ("$statusCode == 200", "$statusCode != 200"), ("$statusCode == 200", "$statusCode == '200'"),
    ("$statusCode > 1", "$statusCode < 1"), ("$statusCode > 1", "$statusCode >= 1"),
    ("1 - 2 == $statusCode", "2 - 1 == $statusCode"), ("'a' in $url", "$url in 'a'"),
    ("($method || $url) && $statusCode", "$method || $url && $statusCode"),
    ("$method && ($url || $statusCode)", "$method && $url || $statusCode"),
    ("1 - 2 - 3 == 0", "1 - (2 - 3) == 0"), ("$response.body#/a == 1", "$response.body#/A == 1"),
    ("$request.query.a == '1'", "$request.query.A == '1'"), ("$response.body#/a == 1", "$request.body#/a == 1"),
    ("$response.body == 'a'", "$response.body == 'a '"), ("$steps.a.response.body == 1", "$steps.b.response.body == 1"),
    ("$steps.a.all#/statusCode == []", "$steps.a.all#/response/body == []"), ("$url matches 'a'", "$url matches 'A'"),
    ("$url matches 'a'", "$url startsWith 'a'"), ("first([1]) == 1", "last([1]) == 1"),
    (
      "any($response.body#/a, one, any($one, two, $one == $two#/b))",
      "any($response.body#/a, one, any($one, two, $two == $one#/b))"
    ),
    ("jsonpath($response.body, '$.a')", "jsonpath($response.body, '$..a')"),
    ("jsonpath($response.body, '$.a[0]')", "jsonpath($response.body, '$.a[\"0\"]')"),
    ("jsonpath($response.body, '$.a[?@.b || @.c && @.d]')", "jsonpath($response.body, '$.a[?(@.b || @.c) && @.d]')"),
  ])
  func isAnotherFor(_ left: String, _ right: String) throws {
    #expect(try Expression(parsing: left).normalForm != Expression(parsing: right).normalForm)
  }
}
