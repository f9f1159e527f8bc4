import AssayJSON

extension Step {
  /// Returns the names of the files that the step's request contains, as far as the contract and the step specify them.
  package func files(of operation: Operation) -> [String] {
    guard call.rawBody == nil else { return [] }
    var names = call.multipart.flatMap { Self.files(of: $0.template) }
    switch operation.request.content {
    case .multipart(let fields):
      for field in fields where call.multipart.allSatisfy({ $0.name != field.name }) {
        if call.omitsOptional, !field.isRequired { continue }
        if case .file(let path, _, _) = field.value { names.append(path) }
        names += field.furtherFiles.map(\.path)
      }
    case .body(let template):
      names += [call.body(of: template)?["$file"]?.string].compactMap { $0 }
    case nil: names += [call.body?["$file"]?.string].compactMap { $0 }
    }
    return names.filter { !$0.hasPrefix("data:") }
  }

  private static func files(of part: JSONValue) -> [String] {
    part["file"].map { $0.string.map { [$0] } ?? $0.items.compactMap(\.string) } ?? []
  }
}
