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
  package static func bars(of body: JSONValue?, _ findings: [Finding]) -> [Illustration] {
    guard let body else { return [] }
    return findings.lazy.compactMap { finding in
      guard case .schema(let reason) = finding.reason.core,
        case .unsorted(let item, let key, let isDescending) = reason.fact,
        let list = body[finding.place.valueOrRoot.pointer], list.kind == .array
      else { return nil }
      return bars(
        of: list,
        breakingAt: item,
        key.pointer,
        "\(isDescending ? "higher" : "lower") than the one before it"
      )
    }.prefix(4).map { Illustration.bars($0) }
  }

  /// The values by the key that is out of order; the items around the broken one, which gets the mark.
  private static func bars(
    of list: JSONValue,
    breakingAt broken: Int,
    _ key: JSONPointer,
    _ mark: String
  ) -> Illustration.Bars? {
    let end = min(list.count, max(most, broken + most / 2))
    var bars: [Illustration.Bars.Bar] = []
    for (position, item) in list.items.enumerated().prefix(end).dropFirst(max(0, end - most)) {
      bars.append(
        Illustration.Bars.Bar(
          label: label(of: item, position),
          value: item[key]?.double ?? .nan,
          mark: position == broken ? mark : ""
        )
      )
    }
    // Strings have no height.
    guard bars.contains(where: \.value.isFinite) else { return nil }
    return Illustration.Bars(measure: key.description, bars: bars)
  }

  private static func label(of item: JSONValue, _ position: Int) -> String {
    for name in names {
      if let text = item[name]?.string, !text.isEmpty { return "\(position) \(text.shortened(to: 40))" }
    }
    return String(position)
  }
}
