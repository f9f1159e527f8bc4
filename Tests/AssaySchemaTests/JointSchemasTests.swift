import AssayJSON
import AssaySchema
import Testing

/// Schemas that are compiled together.
struct JointSchemasTests {
  /// A chain of definitions, each of which refers to the next.
  private static func chain(_ count: Int) throws -> (set: SchemaSet, pointers: [JSONPointer]) {
    let definitions = (0..<count).map { index in
      let next = index + 1 < count ? ##", "next": { "$ref": "#/$defs/d\##(index + 1)" }"## : ""
      let properties = ##"{ "v": { "type": "integer" }\##(next) }"##
      return ##""d\##(index)": { "type": "object", "required": ["v"], "properties": \##(properties) }"##
    }
    let text = ##"{ "$defs": { \##(definitions.joined(separator: ", ")) } }"##
    let set = SchemaSet(document: try JSONDocument(parsing: text))
    return (set, (0..<count).map { JSONPointer(tokens: ["$defs", "d\($0)"]) })
  }

  /// Twice as many definitions under as many roots are twice as many schemas, not four times.
  @Test func whatSchemasShareIsCompiledOnce() throws {
    let counts = try [100, 200, 400].map { count in
      let (set, pointers) = try Self.chain(count)
      return try #require(set.schemas(at: pointers)).count
    }
    #expect(counts[2] - counts[1] == 2 * (counts[1] - counts[0]))
  }

  /// Each judges as it does alone.
  @Test func eachIsASchemaOfItsOwn() throws {
    let (set, pointers) = try Self.chain(40)
    let joint = try #require(set.schemas(at: pointers))
    let texts = [
      "{}", #"{ "v": 1 }"#, #"{ "v": 1, "next": {} }"#, #"{ "v": 1, "next": { "v": 1, "next": { "v": "1" } } }"#,
      #"{ "v": 1, "next": 3 }"#, "1",
    ]
    for text in texts {
      let value = try JSONDocument(parsing: text).root
      for pointer in pointers {
        #expect(try joint.isValid(value, at: pointer) == set.schema(at: pointer).isValid(value), "\(text) \(pointer)")
      }
    }
    #expect(joint.isValid(try JSONDocument(parsing: "1").root, at: JSONPointer(tokens: ["else"])) == nil)
  }

  @Test func oneThatCannotBeCompiledIsNoneAtAll() throws {
    let text = ##"{ "a": { "type": "integer" }, "b": { "$ref": "#/c" } }"##
    let set = SchemaSet(document: try JSONDocument(parsing: text))
    #expect(set.schemas(at: [JSONPointer(tokens: ["a"])]) != nil)
    #expect(set.schemas(at: [JSONPointer(tokens: ["a"]), JSONPointer(tokens: ["b"])]) == nil)
    #expect(set.schemas(at: []) == nil)
  }
}
