import AssayHTTP

/// Many path templates by their segments, so that of each path only those are looked at that it may keep.
package struct PathIndex: Sendable {
  /// What follows after the same segments.
  private struct Node: Sendable {
    var literals: [String: Int] = [:]
    /// Where a segment with a parameter leads to, whatever stands around that.
    var parameter: Int?
    /// The templates that end here.
    var ends: [Int] = []
  }

  private var nodes = [Node()]
  package private(set) var templates: [PathTemplate] = []

  package init() {}

  /// Adds a template behind those that are there.
  package mutating func append(_ template: PathTemplate) {
    var place = 0
    for segment in template.segments {
      if let known = segment.map({ nodes[place].literals[$0] }) ?? nodes[place].parameter {
        place = known
        continue
      }
      nodes.append(Node())
      if let segment {
        nodes[place].literals[segment] = nodes.count - 1
      } else {
        nodes[place].parameter = nodes.count - 1
      }
      place = nodes.count - 1
    }
    nodes[place].ends.append(templates.count)
    templates.append(template)
  }

  /// The places of the templates that `path` keeps, in order, with its parameters by each; `isGreedy` as for a template.
  package func matches(_ path: String, isGreedy: Bool) -> [(place: Int, parameters: [String: String])] {
    candidates(path, isGreedy: isGreedy).sorted().compactMap { place in
      templates[place].match(path, isGreedy: isGreedy).map { (place, $0) }
    }
  }

  private func candidates(_ path: String, isGreedy: Bool) -> [Int] {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    var places = [0]
    var found: [Int] = []
    for (index, segment) in segments.enumerated() {
      let parameters = places.compactMap { nodes[$0].parameter }
      // What stands behind the last parameter belongs to it.
      if isGreedy, index < segments.count - 1 { found += parameters.flatMap { nodes[$0].ends } }
      let literal = String(segment)
      places = parameters + places.compactMap { nodes[$0].literals[literal] }
      if places.isEmpty { return found }
    }
    return isGreedy ? found : places.flatMap { nodes[$0].ends }
  }
}
