package import AssayJSON

/// How the mock behaves on an operation beyond answering its example.
package struct MockSection: Sendable {
  /// The kind of resource a successful call makes.
  package var creates: String?
  /// The key the new resource is found under, over the rendered answer.
  package var key: Expression?
  /// Resources the call needs, by kind, with the key they are looked up under.
  package var uses: [(kind: String, key: Expression)]
  /// Variables of the resource the call changes, before the answer is rendered.
  package var sets: [(name: String, value: Expression)]
  /// Answers under conditions; the first that holds is given.
  package var cases: [MockCase]

  package init(
    creates: String? = nil,
    key: Expression? = nil,
    uses: [(kind: String, key: Expression)] = [],
    sets: [(name: String, value: Expression)] = [],
    cases: [MockCase] = []
  ) {
    self.creates = creates
    self.key = key
    self.uses = uses
    self.sets = sets
    self.cases = cases
  }
}

/// An answer of the mock under a condition.
package struct MockCase: Sendable {
  package var when: Expression
  package var sets: [(name: String, value: Expression)]
  package var status: Int?
  /// A template; `nil` answers the response's own example.
  package var example: JSONValue?

  package init(
    when: Expression,
    sets: [(name: String, value: Expression)] = [],
    status: Int? = nil,
    example: JSONValue?
  ) {
    self.when = when
    self.sets = sets
    self.status = status
    self.example = example
  }
}
