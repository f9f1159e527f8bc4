import AssayHTTP
import AssayJSON
import AssayText

extension RequestTemplate {
  /// Returns the texts that `$request.query.NAME` reads from `query`, by name, in live and recorded requests.
  ///
  /// The values under one name are joined by commas, regardless of the separator of its style. If the members of an
  /// object are separate pairs (`deepObject`, or exploded), their values are joined in the order they are sent.
  package func queryTexts(of query: String) -> [String: String] {
    guard !query.isEmpty else { return [:] }
    let pairs = FormPairs.read(query)
    var texts = pairs.textsByName
    for parameter in self.query {
      let own = texts[parameter.name]
      switch parameter.style.form {
      case .spaceDelimited, .pipeDelimited:
        let separator = parameter.style.plainSeparator
        texts[parameter.name] = own?.replacing(separator, with: ",")
      case _ where own != nil: continue
      case .deepObject:
        let inside = pairs.filter { $0.name.hasPrefix(parameter.name + "[") && $0.name.hasSuffix("]") }
        texts[parameter.name] = inside.isEmpty ? nil : inside.map(\.value).joined(separator: ",")
      case .form, .simple:
        if parameter.members.isEmpty { continue }
        let inside = pairs.filter { parameter.members.containsExactly($0.name) }
        texts[parameter.name] = inside.isEmpty ? nil : inside.map(\.value).joined(separator: ",")
      }
    }
    return texts
  }
}
