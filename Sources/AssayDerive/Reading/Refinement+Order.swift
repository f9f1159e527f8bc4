/// What lists are sorted by.
extension Refinement {
  mutating func refineOrder(_ index: Int) {
    let operation = operations[index]
    guard let success = operation.success?.shape else { return }
    var chosen: [(path: [String], by: String, isDescending: Bool, source: Source)] = []
    for (fact, isOwn) in operation.orders.map({ ($0, true) }) + reader.looseOrders.map({ ($0, false) }) {
      let words = Set(fact.words)
      success.walk { place, path in
        guard let item = place.items.first, !item.members.isEmpty, !chosen.contains(where: { $0.path == path }) else {
          return
        }
        func isNamed(_ member: Shape.Member) -> Bool {
          words.contains(member.name.lowercased())
            || member.name.nameWords.allSatisfy { words.contains($0) || words.contains($0 + "s") }
        }
        let scalars = item.members.filter {
          $0.shape.types.isSubset(of: ["integer", "number", "string"]) && !$0.shape.types.isEmpty
        }
        // `id` and `name` are words of many sentences.
        let named = scalars.filter {
          isNamed($0) && !["id", "name", "type", "first", "title"].contains($0.name)
            || words.contains("by") && isNamed($0)
              && fact.words.firstIndex(of: "by").flatMap { fact.words[safe: $0 + 1] } == $0.name.lowercased()
        }
        let isTime = !words.isDisjoint(with: [
          "newest", "latest", "recent", "oldest", "chronological", "earliest", "neueste", "älteste",
        ])
        let times = scalars.filter { member in
          member.name.nameWords.contains {
            ["created", "timestamp", "date", "time", "at", "uploaded", "taken", "published"].contains($0)
          } && member.shape.types == ["string"]
        }
        let scores = scalars.filter { member in
          member.shape.types.isSubset(of: ["number", "integer"])
            && member.name.nameWords.contains {
              ["score", "similarity", "confidence", "relevance", "probability", "distance"].contains($0)
            }
        }
        let isScored = !words.isDisjoint(with: ["highest", "best", "confidence", "similarity", "relevance", "score"])
        let by =
          named.first ?? (isOwn && isTime ? times.first : nil)
          ?? (isOwn && isScored && scores.count == 1 ? scores.first : nil)
        if let by { chosen.append((path, by.name, fact.isDescending, fact.source)) }
      }
    }
    guard !chosen.isEmpty else { return }
    for order in chosen {
      if let sample = sample(operation.success?.shape.sample, at: order.path),
        !isSorted(sample.items.compactMap { $0[order.by] }, isDescending: order.isDescending)
      {
        note(
          "Order of \(order.path.last ?? "the list")",
          "Sorted by `\(order.by)`, it says; the example is not.",
          [order.source, Source(order.source.document, sample.lines)]
        )
      }
    }
    operations[index].changeSuccess { shape in
      shape.transform { place, path in
        if let order = chosen.first(where: { $0.path == path }) {
          place.order = (order.by, order.isDescending, order.source)
        }
      }
    }
  }

  func sample(_ sample: Sample?, at path: [String]) -> Sample? {
    path.reduce(sample) { value, token in token == "*" ? value?.items.first : value?[token] }
  }

  func isSorted(_ values: [Sample], isDescending: Bool) -> Bool {
    let keys = values.map { value -> (Double, String) in
      if case .number(let text) = value.kind { return (Double(text) ?? 0, "") }
      return (0, value.string ?? "")
    }
    return zip(keys, keys.dropFirst()).allSatisfy { isDescending ? $0 >= $1 : $0 <= $1 }
  }
}
