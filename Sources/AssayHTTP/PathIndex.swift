/// Path templates by their segments: for a path, only those that can match it are compared.
///
/// Of several templates that match a path, the order of `matches` is the same for every reader: those that match segment by
/// segment before those that take the slashes of the rest; then, at the first segment that differs, a literal before a segment
/// with parameters (OpenAPI 3.1 section 4.8.8.2), and the one with more literal text before the other.
package struct PathIndex: Sendable {
  /// A template that matches.
  package struct Match: Sendable {
    /// The number of the template, in the order they were added.
    package let place: Int
    /// The decoded parameters.
    package let parameters: [String: String]
    /// The order among the templates that match; equal for templates that differ in their parameters' names alone.
    package let rank: [Int]
  }

  /// The templates with equal first segments.
  private struct Node: Sendable {
    var literals: [String: Int] = [:]
    /// The node of all segments that have a parameter.
    var parameter: Int?
    /// The templates that end here.
    var ends: [Int] = []
  }

  private var nodes = [Node()]
  package private(set) var templates: [PathTemplate] = []

  package init() {}

  /// Adds a template after those that are there.
  package mutating func append(_ template: PathTemplate) {
    var place = 0
    for segment in template.segments {
      if let known = segment.literal.map({ nodes[place].literals[$0] }) ?? nodes[place].parameter {
        place = known
        continue
      }
      nodes.append(Node())
      if let literal = segment.literal {
        nodes[place].literals[literal] = nodes.count - 1
      } else {
        nodes[place].parameter = nodes.count - 1
      }
      place = nodes.count - 1
    }
    nodes[place].ends.append(templates.count)
    templates.append(template)
  }

  /// Returns the templates that match `path`, the preferred first.
  package func matches(_ path: String) -> [Match] {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let candidates = candidates(parts)
    let exact = candidates.exact.compactMap { match($0, parts, takesRest: false) }
    let greedy = candidates.greedy.compactMap { match($0, parts, takesRest: true) }
    let all = exact + greedy
    return all.count < 2
      ? all : all.sorted { $0.rank == $1.rank ? $0.place < $1.place : $0.rank.lexicographicallyPrecedes($1.rank) }
  }

  private func match(_ place: Int, _ parts: [Substring], takesRest: Bool) -> Match? {
    let template = templates[place]
    return template.match(parts, takesRest: takesRest).map { written in
      let segments = template.segments.map { segment in
        segment.names.isEmpty ? Int.min : -segment.literals.reduce(0) { $0 + $1.utf8.count }
      }
      return Match(
        place: place,
        parameters: written.mapValues { PercentEncoding.decode($0) ?? $0 },
        rank: [takesRest ? 1 : 0] + segments
      )
    }
  }

  /// The templates with the segments `parts`, and those whose last segment has a parameter that takes the rest of them.
  private func candidates(_ parts: [Substring]) -> (exact: [Int], greedy: [Int]) {
    var places = [0]
    var greedy: [Int] = []
    for (index, part) in parts.enumerated() {
      let parameters = places.compactMap { nodes[$0].parameter }
      if index < parts.count - 1 { greedy += parameters.flatMap { nodes[$0].ends } }
      let literal = String(part)
      places = parameters + places.compactMap { nodes[$0].literals[literal] }
      if places.isEmpty { return ([], greedy) }
    }
    return (places.flatMap { nodes[$0].ends }, greedy)
  }
}
