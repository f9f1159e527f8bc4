package import AssayJSON

/// An expression in its place in a contract.
package struct ExpressionUse {
  package let expression: Expression
  /// The string it is, or is embedded in.
  package private(set) var value: JSONValue
  /// The place of that string.
  package private(set) var pointer: JSONPointer
  package let kind: ContractFormat.Kind
  /// The byte that the step it is in begins at.
  package let step: Int?
  /// The security scheme it is in.
  package let scheme: String?

  /// True if a request is built from it.
  package var isInput: Bool { kind == .input || kind == .template }

  /// The bytes of `reference` in the contract.
  package func range(of reference: Reference) -> Range<Int> { value.byteRange(ofWord: reference.text) }

  /// Calls `body` with each expression of `document`, in its order; those that cannot be parsed are left out, and so are those
  /// of the mock unless `withMock`.
  package static func forEach(
    in document: JSONDocument,
    _ texts: ParsedTemplates,
    withMock: Bool = true,
    _ body: (ExpressionUse) -> Void
  ) {
    ContractFormat.shared.forEachPlace(in: ContractNode(root: document.root)) { place in
      if !withMock, [.mockExpression, .mockTemplate].contains(place.kind) { return }
      switch place.kind {
      case .expression, .input, .mockExpression:
        guard let text = place.node.value.string, let expression = try? texts.expression(text) else { return }
        body(ExpressionUse(expression, place.node.value, place))
      case .template, .mockTemplate:
        Template.forEachExpression(in: place.node.value, texts) { body(ExpressionUse($0, $1, place, $2)) }
      default: break
      }
    }
  }

  private init(_ expression: Expression, _ value: JSONValue, _ place: ContractFormat.Place, _ way: [String] = []) {
    (self.expression, self.value) = (expression, value)
    pointer = JSONPointer(tokens: place.node.pointer.tokens + way)
    (kind, step, scheme) = (place.kind, place.step, place.scheme)
  }

  /// The same, as a finding about it is shown at `value`.
  package func shown(at value: JSONValue, _ pointer: JSONPointer) -> ExpressionUse {
    var use = self
    (use.value, use.pointer) = (value, pointer)
    return use
  }
}
