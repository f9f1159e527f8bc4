import AssayDocuments
import AssayText

/// What a call has to send to be let in: each value a variable of the environment, so that it is a secret.
struct OpenAPISecurity {
  /// Header fields and query parameters by name, with the value to send.
  var headers: [(name: String, value: String)] = []
  var query: [(name: String, value: String)] = []

  /// Reads the first of the alternatives an operation has, or the description for all of them.
  init(
    of operation: OpenAPINode,
    in root: OpenAPINode,
    _ schemas: inout OpenAPISchemas
  ) throws(DraftError) {
    guard let alternatives = operation["security"] ?? root["security"] else { return }
    if alternatives.items.contains(where: \.members.isEmpty) { return }
    if alternatives.items.count > 1 {
      schemas.lose(
        "\(alternatives.items.count - 1) of \(alternatives.items.count) ways to be let in; the first is taken",
        alternatives
      )
    }
    var cookies: [String] = []
    for (name, _) in alternatives.items.first?.members ?? [] {
      guard let given = root["components"]?["securitySchemes"]?[name] else {
        schemas.lose("the security scheme \(name), which is not described", alternatives)
        continue
      }
      let scheme = try schemas.files.resolved(given).node
      let variable = "${\(Self.variable(name))}"
      switch (scheme["type"]?.string, scheme["in"]?.string, scheme["name"]?.string) {
      case ("apiKey", "header", let field?): headers.append((field, variable))
      case ("apiKey", "query", let field?): query.append((field, variable))
      case ("apiKey", "cookie", let field?): cookies.append("\(field)=\(variable)")
      case ("http", _, _):
        let kind = scheme["scheme"]?.string ?? "bearer"
        headers.append(("Authorization", "\(kind.prefix(1).uppercased())\(kind.dropFirst()) \(variable)"))
      case ("oauth2", _, _), ("openIdConnect", _, _): headers.append(("Authorization", "Bearer \(variable)"))
      default: schemas.lose("the security scheme \(name) of type \(scheme["type"]?.string ?? "none")", scheme)
      }
    }
    if !cookies.isEmpty { headers.append(("Cookie", cookies.joined(separator: "; "))) }
  }

  /// `bearerAuth` as a variable of the environment: `BEARER_AUTH_TOKEN`.
  private static func variable(_ name: String) -> String {
    let words = name.nameWords.map { $0.filter { $0.isASCII }.uppercased() }.filter { !$0.isEmpty }
    let stem = words.joined(separator: "_")
    let isSecret = ["TOKEN", "KEY", "SECRET", "PASSWORD"].contains { stem.contains($0) }
    let whole = stem + (isSecret ? "" : (stem.isEmpty ? "" : "_") + "TOKEN")
    return whole.first?.isNumber == true ? "API_\(whole)" : whole
  }
}
