package import AssayHTTP
import AssayJSON

/// Operations of one method and path differ by what their queries have to hold: `?format=csv`.
extension RequestTemplate {
  /// Returns the candidate a request calls. `candidates` have its method and match its path, the preferred first; of those whose
  /// paths rank equal to the first, the one that `query` (without the question mark) matches is called, else the first.
  package static func selected<Candidate>(
    by query: String,
    among candidates: [Candidate],
    _ route: (Candidate) -> (path: PathIndex.Match, request: RequestTemplate)
  ) -> Candidate? {
    guard let first = candidates.first else { return nil }
    let rank = route(first).path.rank
    let alike = candidates.prefix { route($0).path.rank == rank }
    if alike.count < 2 { return first }
    return fitting(query, among: alike) { route($0).request } ?? first
  }

  /// The one of `candidates` whose request `query`, without its question mark, keeps in most required parameters; the first of
  /// several, and `nil` where it keeps none of them.
  private static func fitting<Candidate>(
    _ query: String,
    among candidates: ArraySlice<Candidate>,
    _ request: (Candidate) -> RequestTemplate
  ) -> Candidate? {
    let pairs = FormPairs.read(query)
    var best: (candidate: Candidate, count: Int)?
    for candidate in candidates {
      guard let count = request(candidate).countKept(in: pairs), count > best?.count ?? -1 else { continue }
      best = (candidate, count)
    }
    return best?.candidate
  }

  /// How many query parameters are required, where `pairs` have each of them with a value it may have; `nil` where not.
  private func countKept(in pairs: [(name: String, value: String)]) -> Int? {
    var count = 0
    for parameter in query where parameter.isRequired {
      guard let value = pairs.first(where: { $0.name.isExactly(parameter.name) })?.value else { return nil }
      if let schema = parameter.schema, !ScalarText.violations(of: value, schema.schema).isEmpty { return nil }
      if parameter.isFixed, let fixed = parameter.example?.string, !fixed.contains("$"), fixed != value { return nil }
      count += 1
    }
    return count
  }
}

extension RequestTemplate {
  /// What `$request.query.NAME` reads of `query`, by name: a text, in live and recorded requests.
  ///
  /// The values under one name are joined by commas, however its style parts them; of an object whose members have pairs of
  /// their own (`deepObject`, or exploded) the values of the members are, in the order they are sent.
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
