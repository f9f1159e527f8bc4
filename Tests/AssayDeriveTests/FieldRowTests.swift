import Testing

@testable import AssayDerive
@testable import AssayDocuments

/// Bullets as rows of fields.
struct FieldRowTests {
  private func list(_ text: String) throws -> MarkdownList {
    let blocks = try MarkdownDocument(parsing: Array(text.utf8)).blocks
    var found: MarkdownList?
    if case .list(let list)? = blocks.first?.kind { found = list }
    return try #require(found)
  }

  @Test(arguments: [
    ("- `page` (integer, required): from 1", "page|integer, required"), ("- `page=<integer>`", "page|integer"),
    ("- **page** – integer, from 1", "page|integer, from 1"),
    ("- `\"page\":integer` from 1", "page|integer"), ("- page\\[integer] - from 1", "page|integer"),
    ("- `ids[]` (array)", "ids[]|array"), ("- page: integer", "page|integer"),
    ("- page 1 is the first", "page|"), ("- 10 a page", ""),
  ])
  func nameAndTypeOfABullet(_ text: String, _ expected: String) throws {
    let rows = try list(text).items.map { item -> FieldRow? in
      guard case .paragraph(let text)? = item.blocks.first?.kind else { return nil }
      return FieldRow(text, under: nil)
    }
    #expect(rows.compactMap { $0 }.map { "\($0.path)|\($0.type)" }.joined() == expected)
  }

  /// Bullets inside a field's that have labels for names say more of it.
  @Test(arguments: [
    ("- Type: String\n- Required: no\n- Description: the first", "String, optional|; the first"),
    ("- **Type**: Integer\n- Required: yes", "Integer, required|"), ("- Type: String\n- `first` (string)", "|"),
    ("- Type: string\n- Values: one of FAST, SLOW", "string|; one of FAST, SLOW"),
  ])
  func attributesOfAField(_ text: String, _ expected: String) throws {
    var row = FieldRow(path: "page", about: "")
    _ = row.takeAttributes(try list(text))
    #expect("\(row.type)|\(row.about)" == expected)
  }

  /// A list is of fields if at least half of its bullets state a type.
  @Test(arguments: [
    ("- `page` (integer)\n- `size` (integer)\n- 10 entries fit", "page size"),
    ("- `page` (integer)\n- 10 entries fit\n- 3 tries at most", ""),
    ("- `page` (integer)\n- `size`\n- `sort`", "page size sort"),
  ])
  func listsOfFields(_ text: String, _ expected: String) throws {
    let rows = FieldRow.rows(of: try list(text), under: nil)
    #expect(rows.compactMap { $0?.path }.joined(separator: " ") == expected)
  }
}
