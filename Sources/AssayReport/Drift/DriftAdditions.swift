/// Joins the undocumented fields of one object in one row of a page.
enum DriftAdditions {
  /// The fields of one object: what differs in a row besides its place and value sets it apart.
  private struct Object: Hashable {
    var operation: String
    var subject: DriftSubject
    var parent: Substring
    var verdict: ClientVerdict
    var since: String
    var alsoAt: Int
  }

  /// The rows of a page, each with the number of rows it stands for.
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
