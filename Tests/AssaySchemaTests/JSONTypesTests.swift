import AssaySchema
import AssayJSON
import Testing

/// Types are told apart as JSON Schema tells them, a number by its value and not by its spelling.
struct JSONTypesTests {
  @Test(arguments: [
    ("1", JSONTypes.integer), ("1.0", .integer), ("1e2", .integer), ("45.5", .fraction), ("null", .null),
    ("true", .boolean), ("\"1\"", .string), ("[]", .array), ("{}", .object),
  ])
  func readsValues(_ text: String, _ type: JSONTypes) throws {
    #expect(JSONTypes(of: try JSONDocument(parsing: text).root) == type)
  }

  @Test(arguments: [
    (JSONTypes.number, "number"), (.integer, "integer"), (.fraction, "number"),
    (.string.union(.null), "string or null"),
    (JSONTypes(), "nothing"), (.object.union(.array).union(.integer), "object, array or integer"),
  ])
  func namesTypes(_ types: JSONTypes, _ text: String) {
    #expect(types.description == text)
  }
}
