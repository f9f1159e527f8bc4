package import AssayFindings
package import AssayJSON
package import AssaySchema

/// One thing a contract says: how much it weighs, what it rests on, and where it stands.
package struct Promise: Hashable, Sendable {
  /// The nearest `level` that is next to or around it; `must` where none does.
  package var level: Level
  /// The nearest `source` that is next to or around it.
  package var sources: [Citation]
  /// Its place in the contract, which is also its id.
  package var pointer: JSONPointer
  /// The byte offset of that place in the contract's text.
  package var offset: Int

  package init(level: Level = .must, sources: [Citation] = [], pointer: JSONPointer = JSONPointer(), offset: Int = 0) {
    self.level = level
    self.sources = sources
    self.pointer = pointer
    self.offset = offset
  }
}

/// A time the contract allows.
package struct TimeLimit: Hashable, Sendable {
  package var duration: Duration
  /// The duration as the contract writes it: `90s`.
  package var text: String
  package var promise: Promise
}

/// A rule over values of an answer, of a stream or of a scenario, which must come out true.
package struct Invariant: Sendable {
  package var expression: Expression
  /// The sentence a reader sees; empty where the rule speaks for itself.
  package var message: String
  package var promise: Promise

  package init(expression: Expression, message: String = "", promise: Promise) {
    self.expression = expression
    self.message = message
    self.promise = promise
  }
}

/// A place in each answer or event whose value is promised to stay, or never to fall.
package struct PointerPromise: Sendable {
  package var pointer: JSONPointer
  /// The expression whose value a constant value must also equal.
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
