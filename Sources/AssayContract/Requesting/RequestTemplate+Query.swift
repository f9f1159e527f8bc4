import AssayHTTP
import AssayJSON

/// Operations of one method and path are told apart by what their queries have to hold: `?format=csv`.
extension RequestTemplate {
  /// The one of `candidates` whose request `query`, without its question mark, keeps in most required parameters; the first of
  /// several, and `nil` where it keeps none of them.
  package static func fitting<Candidate>(
    _ query: String,
    among candidates: [Candidate],
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
