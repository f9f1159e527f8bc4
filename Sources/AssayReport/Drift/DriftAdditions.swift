/// Combines the undocumented fields of one object into one row of a page.
enum DriftAdditions {
  /// The key for combining rows: the object that contains the undocumented field, and the properties that combined rows
  /// have in common.
  private struct Object: Hashable {
    var operation: String
    var subject: DriftSubject
    var parent: Substring
    var verdict: ClientVerdict
    var since: String
    var alsoAt: Int
  }

  /// Returns the rows of a page, in which one row stands for all undocumented fields of an object; `count` is the
  /// number of original rows.
  static func joined(_ rows: [DriftRow]) -> [(row: DriftRow, count: Int)] {
    let objects = Dictionary(grouping: rows.filter { object(of: $0) != nil }, by: object)
    var joined: [(row: DriftRow, count: Int)] = []
    for row in rows {
      guard let object = object(of: row), let fields = objects[object], fields.count > 1 else {
        joined.append((row, 1))
        continue
      }
      if fields[0].key == row.key { joined.append((self.row(of: fields, in: object), fields.count)) }
    }
    return joined
  }

  private static func object(of row: DriftRow) -> Object? {
    guard row.kind == .undocumentedField, row.remark.isEmpty, let slash = row.place.lastIndex(of: "/") else {
      return nil
    }
    return Object(
      operation: row.operation,
      subject: row.subject,
      parent: row.place[..<slash],
      verdict: row.verdict,
      since: row.standing.since,
      alsoAt: row.seen.alsoAt.count
    )
  }

  private static func row(of fields: [DriftRow], in object: Object) -> DriftRow {
    var row = fields[0]
    func name(_ field: DriftRow) -> Substring { field.place.dropFirst(object.parent.count + 1) }
    row.place = String(object.parent)
    row.observed = fields.map { field in
      "\(name(field)): \(field.seen.examples.first.map { "\(field.observed) \($0)" } ?? field.observed)"
    }.joined(separator: ", ")
    row.seen.examples = []
    row.seen.alsoAt = row.seen.alsoAt.map { place in place.lastIndex(of: "/").map { String(place[..<$0]) } ?? place }
    for field in fields.dropFirst() { row.sources += field.sources.filter { !row.sources.contains($0) } }
    return row
  }
}
