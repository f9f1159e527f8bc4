package import AssayContract
package import AssayFindings
package import AssayJSON
import AssayText

/// Draws the values of a list that is not in its order.
package enum SortedIllustrator {
  /// The most items drawn, those around the break among them.
  private static let most = 40
  /// The members an item is called by, the first it has.
  private static let names = ["name", "title", "filename", "id", "label", "url", "path"]

  /// The bars of each finding about an order in `body`; at most four.
  package static func bars(of body: JSONValue?, _ findings: [Finding], contract: Contract) -> [Illustration] {
    guard let body else { return [] }
    return findings.lazy.filter { $0.rule == "schema.sorted" }.compactMap { finding in
      let pointer = finding.location.firstIndex(of: "/").map { String(finding.location[$0...]) } ?? ""
      guard let place = JSONPointer(pointer), let list = body[place], list.kind == .array,
        let key = key(of: finding, contract)
      else { return nil }
      return bars(of: list, key)
    }.prefix(4).map { Illustration.bars($0) }
  }

  private struct Key {
    var pointer: JSONPointer
    var isDescending: Bool
  }

  /// The first key of the order, as the contract has it where the finding points.
  private static func key(of finding: Finding, _ contract: Contract) -> Key? {
    guard let place = finding.promise.flatMap({ JSONPointer($0.pointer) }),
      let order = contract.document.root[place]
    else { return nil }
    let first = order.kind == .array ? order[0] : order
    guard let first, let pointer = first["by"]?.string.flatMap({ JSONPointer($0) }) else { return nil }
    return Key(pointer: pointer, isDescending: first["order"]?.string != "ascending")
  }

  private static func bars(of list: JSONValue, _ key: Key) -> Illustration.Bars? {
    var bars: [Illustration.Bars.Bar] = []
    var last: Double?
    var firstMark: Int?
    for (position, item) in list.items.enumerated() {
      // Behind the first break nothing is needed but what stands near it.
      if let firstMark, position > firstMark + most / 2 { break }
      let value = item[key.pointer]?.number?.double ?? .nan
      let isBroken = last.map { key.isDescending ? value > $0 : value < $0 } ?? false
      if isBroken, firstMark == nil { firstMark = position }
      let mark = isBroken ? "\(key.isDescending ? "higher" : "lower") than the one before it" : ""
      bars.append(Illustration.Bars.Bar(label: label(of: item, position), value: value, mark: mark))
      if value.isFinite { last = value }
    }
    // Strings have no height.
    guard bars.contains(where: \.value.isFinite) else { return nil }
    let end = min(bars.count, max(most, (firstMark ?? 0) + most / 2))
    return Illustration.Bars(measure: key.pointer.description, bars: Array(bars[max(0, end - most)..<end]))
  }

  private static func label(of item: JSONValue, _ position: Int) -> String {
    for name in names {
      if let text = item[name]?.string, !text.isEmpty { return "\(position) \(text.shortened(to: 40))" }
    }
    return String(position)
  }
}
