package import AssayJSON

/// An expression of a contract, with the string that contains it and that string's place.
package struct ExpressionUse {
  package let expression: Expression
  /// The string that is the expression, or in which it is embedded.
  package private(set) var value: JSONValue
  /// The JSON Pointer of the string that contains the expression.
  package private(set) var pointer: JSONPointer
  package let kind: ContractFormat.Kind
  /// The byte offset of the step that contains the expression, if any.
  package let step: Int?
  /// The name of the security scheme that contains the expression, if any.
  package let scheme: String?

  /// True if the expression's value becomes a part of a request.
  package var isInput: Bool { kind == .input || kind == .template }

  /// Returns the byte range of `reference` in the contract.
  package func range(of reference: Reference) -> Range<Int> { value.byteRange(ofWord: reference.text) }

  /// Calls `body` with each expression of `document`, in document order. Expressions that cannot be parsed are left
  /// out; those of the mock also, unless `withMock` is true.
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

  /// Returns a copy of the expression's place, so that its findings are shown at the string `value` and at `pointer`.
  package func shown(at value: JSONValue, _ pointer: JSONPointer) -> ExpressionUse {
    var use = self
    (use.value, use.pointer) = (value, pointer)
    return use
  }
}
