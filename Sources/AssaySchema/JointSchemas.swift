package import AssayJSON

/// Schemas of one document that were compiled together, so that many that refer to each other take no more time and
/// memory than all of them.
package struct JointSchemas: Sendable {
  private let program: SchemaProgram
  private let schemas: [JSONPointer: SchemaNodeID]
  private let stepLimit: Int

  init(program: SchemaProgram, schemas: [JSONPointer: SchemaNodeID], stepLimit: Int) {
    (self.program, self.schemas, self.stepLimit) = (program, schemas, stepLimit)
  }

  /// The number of compiled schemas, with all that they contain and refer to.
  package var count: Int { program.graph.nodes.count }

  /// Returns true if `value` is valid against the schema at `pointer`; `nil` if that is not one of the schemas.
  package func isValid(_ value: JSONValue, at pointer: JSONPointer) -> Bool? {
    schemas[pointer].map { program.accepts(value, by: $0, stepLimit: stepLimit) }
  }
}
