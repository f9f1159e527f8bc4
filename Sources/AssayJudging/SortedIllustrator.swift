package import AssayFindings
package import AssayJSON
import AssayText

/// The drawing of the values of a list that is out of order.
package enum SortedIllustrator {
  /// The maximum number of items drawn; they are the items around the first one out of order.
  private static let most = 40
  /// The names of members whose value can label an item in the drawing; the first that is present is used.
  private static let names = ["name", "title", "filename", "id", "label", "url", "path"]

  /// Returns a bar chart for each finding about the order of a list in `body`; at most four.
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

  /// Returns a bar chart of the values that should be sorted, for the items around the faulty one, which is marked.
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
