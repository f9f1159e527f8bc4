/// What each dynamic anchor means on one path through the schemas: its first holder on that path (2020-12 section 7.1).
///
/// Compiling every schema once a context turns dynamic references into static ones.
struct DynamicContext: Hashable, Sendable {
  private var bindings: [Binding] = []

  private struct Binding: Hashable, Sendable {
    var name: String
    var place: SchemaPlace
  }

  func place(of name: String) -> SchemaPlace? { bindings.first { $0.name == name }?.place }

  /// The context inside `resource`: what is bound already stays.
  func entering(_ resource: SchemaResource) -> DynamicContext {
    guard !resource.dynamicAnchors.isEmpty else { return self }
    var inner = self
    for (name, place) in resource.dynamicAnchors where self.place(of: name) == nil {
      inner.bindings.append(Binding(name: name, place: place))
    }
    inner.bindings.sort { $0.name < $1.name }
    return inner
  }
}
