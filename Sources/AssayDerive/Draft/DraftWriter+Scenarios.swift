import AssayJSON
import AssayText

/// Writing of the scenarios, in which each operation is called after those whose responses it needs.
extension DraftWriter {
  func scenarios(_ writer: inout JSONWriter) {
    // What is the beginning of a longer chain is made there.
    let all = operations.indices.map { chain(to: $0) }
    let beginnings = Set(all.flatMap { chain in (1..<max(1, chain.count)).map { chain.prefix($0) } })
    let chains = all.filter { !beginnings.contains($0[...]) }
    writer.beginObject("scenarios")
    var taken: Set<String> = []
    for chain in chains {
      guard let last = chain.last else { continue }
      var name = chain.count == 1 ? names[last] : "\(names[chain[0]])-then-\(names[last])"
      while !taken.insert(name).inserted { name += "-again" }
      writer.beginObject(name)
      writer.beginArray("steps")
      for index in chain { step(index, in: chain, &writer) }
      writer.endArray()
      ends(chain, &writer)
      writer.endObject()
    }
    writer.endObject()
  }

  /// Returns the operations whose responses an operation needs, followed by the operation.
  func chain(to index: Int) -> [Int] {
    var chain: [Int] = []
    func visit(_ index: Int) {
      guard !chain.contains(index) else { return }
      for capture in captures[index] { visit(capture.producer) }
      chain.append(index)
    }
    visit(index)
    return chain
  }

  func step(_ index: Int, in chain: [Int], _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("operation", names[index])
    let taken = captures[index]
    func output(_ capture: Capture) -> String {
      "$steps.\(names[capture.producer]).outputs.\(Self.outputName(capture))"
    }
    for (key, place) in [("parameters", Capture.Place.path), ("body", .body)] {
      let inPlace = taken.filter { $0.place == place }
      guard !inPlace.isEmpty else { continue }
      writer.beginObject(key)
      for capture in inPlace {
        writer.member(capture.name, output(capture))
      }
      writer.endObject()
    }
    if let token = taken.first(where: { $0.place == .header }) {
      writer.beginObject("headers")
      writer.member("Authorization", "Bearer {\(output(token))}")
      writer.endObject()
    }
    let given = chain.flatMap { captures[$0] }.filter { $0.producer == index }
    if !given.isEmpty {
      writer.beginObject("outputs")
      var seen: Set<String> = []
      for capture in given where seen.insert(Self.outputName(capture)).inserted {
        writer.key(Self.outputName(capture))
        let expression = "$response.body#/\(capture.pointer.joined(separator: "/"))"
        if capture.place == .header {
          writer.raw("{ \"value\": \(JSONEscapes.quote(expression)), \"secret\": true }")
        } else {
          writer.string(expression)
        }
      }
      writer.endObject()
    }
    writer.endObject()
  }

  /// Writes rules that jobs reach their desired final state, if they have several final states. The documents list
  /// failures also, so that any final state is allowed otherwise.
  private func ends(_ chain: [Int], _ writer: inout JSONWriter) {
    let polls = chain.filter { index in
      let operation = operations[index]
      return !operation.poll.member.isEmpty && operation.poll.states.count { $0.isFinal } > 1
    }
    guard !polls.isEmpty else { return }
    writer.beginArray("invariants")
    for index in polls {
      guard let goal = goal(operations[index]) else { continue }
      let place = operations[index].poll.member.joined(separator: "/")
      writer.beginObject()
      writer.member("rule", "$steps.\(names[index]).response.body#/\(place) == '\(goal.name)'")
      writer.member("level", "should")
      writer.member("message", "the job of `\(names[index])` ends as `\(goal.name)`")
      writer.endObject()
    }
    writer.endArray()
  }

  static func outputName(_ capture: Capture) -> String {
    let name = capture.place == .header ? "token" : capture.pointer.joined(separator: "_")
    return name.replacing("-", with: "_")
  }
}
