/// An index of path templates by their segments, so that a path is only compared with templates that can match it.
///
/// If several templates match a path, their order is fixed. Templates that match segment by segment come before those
/// whose last parameter contains slashes. Then, at the first segment that differs, literal text comes before a segment
/// with parameters (OpenAPI 3.1 section 4.8.8.2), and more literal text before less.
package struct PathIndex: Sendable {
  /// A template that matches a path, with the values of its parameters.
  package struct Match: Sendable {
    /// The number of the template, from 0, in the order in which templates were added.
    package let place: Int
    /// The decoded parameters.
    package let parameters: [String: String]
    /// The sort key among the matching templates; equal for templates that differ only in the names of their
    /// parameters.
    package let rank: [Int]
  }

  /// A node of the index: the templates whose segments are equal up to here.
  private struct Node: Sendable {
    var literals: [String: Int] = [:]
    /// The child node for segments that contain a parameter.
    var parameter: Int?
    /// The templates that end here.
    var ends: [Int] = []
  }

  private var nodes = [Node()]
  package private(set) var templates: [PathTemplate] = []

  package init() {}

  /// Adds a template; its number is the number of templates before it.
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

  /// Returns the numbers of the templates whose segments can match `parts`, and of those whose last segment has a
  /// parameter that can also match the remaining segments.
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
