/// Finding of the members by which lists are sorted.
extension Refinement {
  mutating func refineOrder(_ index: Int) {
    let operation = operations[index]
    guard let success = operation.success?.shape else { return }
    var chosen: [(path: [String], by: String, isDescending: Bool, source: Source)] = []
    for (fact, isOwn) in operation.said.orders.map({ ($0, true) }) + reader.loose.orders.map({ ($0, false) }) {
      success.walk { place, path in
        guard let item = place.items.first, !chosen.contains(where: { $0.path == path }),
          let by = Self.member(of: item, sortedBy: fact.text, isOwn: isOwn)
        else { return }
        chosen.append((path, by.name, fact.isDescending, fact.source))
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

  private static let pastWords = CommaSeparated.set(
    """
    newest, latest, recent, oldest, chronological, earliest, neueste, älteste
    """
  )
  private static let timeWords = CommaSeparated.set("created, timestamp, date, time, at, uploaded, taken, published")
  private static let rankWords: Set<String> = ["highest", "best", "confidence", "similarity", "relevance", "score"]
  private static let scoreWords: Set<String> = [
    "score", "similarity", "confidence", "relevance", "probability", "distance",
  ]

  /// Returns the member by which a list of items `item` is sorted, according to the words `list` of a sentence; `nil`
  /// if they name none.
  private static func member(of item: Shape, sortedBy text: String, isOwn: Bool) -> Shape.Member? {
    let list = text.wordParts("_")
    let words = Set(list)
    let scalars = item.members.filter {
      $0.shape.types.isSubset(of: ["integer", "number", "string"]) && !$0.shape.types.isEmpty
    }
    // What stands after "by" is what it is sorted by; without it, any name but those that are words of many sentences.
    let by = list.firstIndex { prepositions.contains($0) }.map { list[($0 + 1)...] }
    let named = scalars.compactMap { member -> (member: Shape.Member, place: Int)? in
      if by == nil, ["id", "name", "type", "first", "title"].contains(member.name) { return nil }
      return place(of: member.name, in: by ?? list[...]).map { (member, $0) }
    }.min { $0.place < $1.place }?.member
    if named != nil || !isOwn { return named }
    if !words.isDisjoint(with: pastWords),
      let time = scalars.first(where: { $0.shape.types == ["string"] && !timeWords.isDisjoint(with: $0.name.nameWords) }
      )
    {
      return time
    }
    let scores = scalars.filter {
      !$0.shape.types.contains("string") && !scoreWords.isDisjoint(with: $0.name.nameWords)
    }
    return !words.isDisjoint(with: rankWords) && scores.count == 1 ? scores[0] : nil
  }

  private static let prepositions: Set<String> = ["by", "nach", "par", "por", "per", "по", "按"]

  /// The place where a sentence names a member: as it is written, or by all of its words.
  private static func place(of name: String, in list: ArraySlice<String>) -> Int? {
    if let exact = list.firstIndex(of: name.lowercased()) { return exact }
    let places = name.nameWords.map { word in list.firstIndex { $0 == word || $0 == word + "s" } }
    return places.contains(nil) ? nil : places.compactMap { $0 }.min()
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
