package import AssayFindings
package import AssayJSON
package import AssaySchema

/// A statement of a contract, with its level, its sources and its place.
package struct Promise: Hashable, Sendable {
  /// The level: the nearest `level` at the promise or in an object around it; `must` if absent.
  package var level: Level
  /// The cited lines of documents: the nearest `source` at the promise or in an object around it.
  package var sources: [Citation]
  /// The promise's place in the contract, which is also its id.
  package var pointer: JSONPointer
  /// The byte offset of the promise's place in the contract's text.
  package var offset: Int

  package init(level: Level = .must, sources: [Citation] = [], pointer: JSONPointer = JSONPointer(), offset: Int = 0) {
    self.level = level
    self.sources = sources
    self.pointer = pointer
    self.offset = offset
  }
}

/// The maximum time that the contract allows.
package struct TimeLimit: Hashable, Sendable {
  package var duration: Duration
  /// The duration as the contract writes it: `90s`.
  package var text: String
  package var promise: Promise
}

/// A rule over values of an answer, a stream or a scenario that must be true.
package struct Invariant: Sendable {
  package var expression: Expression
  /// The sentence shown to readers; empty if the rule is clear by itself.
  package var message: String
  package var promise: Promise

  package init(expression: Expression, message: String = "", promise: Promise) {
    self.expression = expression
    self.message = message
    self.promise = promise
  }
}

/// A place in each answer or event whose value is promised to be constant, or never to fall.
package struct PointerPromise: Sendable {
  package var pointer: JSONPointer
  /// The expression whose value the constant value must also equal.
  package var equals: Expression?
  package var promise: Promise

  package init(pointer: JSONPointer, equals: Expression? = nil, promise: Promise) {
    self.pointer = pointer
    self.equals = equals
    self.promise = promise
  }
}

/// A schema of the contract, compiled, with the place it was compiled from.
package struct SchemaPromise: Sendable {
  package var schema: CompiledSchema
  package var promise: Promise
}
