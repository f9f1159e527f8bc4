import Testing

@testable import AssayDerive
@testable import AssayDocuments

/// The models that declarations in code describe.
struct DeclarationReaderTests {
  @Test(arguments: [
    (
      "swift",
      "struct A: Codable { let id: Int; let n: String?\n enum CodingKeys: String, CodingKey { case id = \"_id\", n } }",
      "A: _id n?"
    ),
    ("ts", "interface A extends B { id: string; n?: number; list: Item[] }", "A: id n? list"),
    ("ts", "export type A = { id: string; kind: 'x' | 'y' | null }", "A: id kind"),
    ("kotlin", "data class A(@SerialName(\"_id\") val id: String, val n: Int? = null)", "A: _id n?"),
    // Other languages are not read for models.
    ("python", "class A(BaseModel):\n    id: str\n", "none: "),
    ("go", "type A struct {\n ID string `json:\"id\"`\n}", "none: "),
    ("dart", "class A { final String id; final int? n; }", "none: "),
    ("csharp", "public class A { public string Id { get; set; } }", "none: "),
  ])
  func models(_ language: String, _ code: String, _ expected: String) {
    let block = CodeBlock(info: language, code: code.split(separator: "\n").map { String($0) }, firstLine: 1)
    let found = DeclarationReader.declarations(in: CodeLexer.tokens(of: block), document: "guide").first
    let fields = found?.fields.map { $0.name + ($0.isOptional ? "?" : "") }.joined(separator: " ") ?? ""
    #expect("\(found?.name ?? "none"): \(fields)" == expected)
  }
}
