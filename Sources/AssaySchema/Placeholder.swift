/// A schema, compiled.
package struct CompiledSchema: Sendable {}
