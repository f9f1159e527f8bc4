import Testing

@testable import AssayDerive

/// The dialects of documentation sites as plain Markdown, line for line.
struct GuideMarkupTests {
  private func lines(_ text: String) -> [String] {
    GuideMarkup(text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }).lines
  }

  @Test func plainMarkdownStaysAsItIs() {
    let text =
      "# A\n\n- `a` (string)\n  - b\n\n```json\n{ \"a\": \"<b>\" }\n```\n\n<https://a.example> and 1 < 2\n\n    code"
    #expect(lines(text).joined(separator: "\n") == text)
  }

  @Test func whatAFenceHoldsStaysAsItIs() {
    for mark in ["```", "~~~"] {
      let text = "\(mark)html\n<Tab title=\"A\">\n<table>\n: b\n</table>\n\(mark)"
      #expect(lines(text).joined(separator: "\n") == text)
    }
    #expect(lines("```\nx\n```\n<Tab title=\"A\" />") == ["```", "x", "```", "**A:**"])
  }

  @Test func bracketsInPathsAreParametersUnlessTheyAreTags() {
    #expect(lines("# A\nGET /a/<id>/b/<string:key>")[1] == "GET /a/{id}/b/{key}")
    #expect(lines("# A\nGET /a/<b>id</b> and/<br>or") == ["# A", "GET /a/<b>id</b> and/<br>or"])
  }

  @Test func frontMatterIsLeftOut() {
    #expect(lines("---\ntitle: x\n---\n# A") == ["", "", "", "# A"])
    #expect(lines("# A\n---\nb\n---") == ["# A", "---", "b", "---"])
    #expect(lines("---\ntitle: x\napi: \"GET /a/{b}\"\n---") == ["", "", "`GET /a/{b}`", ""])
    #expect(lines("---\napi: v2\nopenapi: \"GET /a\"\n---") == ["", "", "", ""])
  }

  @Test func aFieldIsABulletWithItsPlaceTypeAndPresence() {
    #expect(
      lines("<ParamField query=\"page\" type=\"integer\" required>The page.</ParamField>")
        == ["- `page` (integer, required, in query): The page."]
    )
    #expect(lines("<ResponseField name=\"id\" type=\"string\" />") == ["- `id` (string, in response)"])
  }

  @Test func aFieldInsideAFieldIsABulletInsideABullet() {
    let text = [
      "<Property name=\"a\" type=\"object\">", "  About it.", "  <Property name=\"b\" type=\"string\" />",
      "</Property>",
      "<Property name=\"c\" type=\"number\" />",
    ]
    #expect(
      lines(text.joined(separator: "\n")) == [
        "- `a` (object)", "  About it.", "  - `b` (string)", "", "- `c` (number)",
      ]
    )
  }

  @Test func aFieldMayEndBehindItsText() {
    let text = [
      "<Property name=\"a\" type=\"object\">", "  About it.</Property>", "<Property name=\"b\" type=\"string\" />",
    ]
    #expect(lines(text.joined(separator: "\n")) == ["- `a` (object)", "  About it.", "- `b` (string)"])
  }

  @Test func tabsAndDetailsAreLabels() {
    #expect(lines("<Tab title=\"Answer\">\n  x\n</Tab>") == ["**Answer:**", "x", ""])
    #expect(lines("<details>\n<summary>Answer 201</summary>") == ["", "**Answer 201:**"])
    #expect(lines("=== \"Answer\"\n\n    x\ny") == ["**Answer:**", "", "x", "y"])
    #expect(lines("{% tab title=\"Answer\" %}") == ["**Answer:**"])
    #expect(lines(":::note Mind\nx\n:::") == ["**Mind:**", "x", ""])
    #expect(lines("<ResponseExample>\n  x\n</ResponseExample>") == ["**response example:**", "x", ""])
    #expect(lines("<CodeExample>\n  x\n</CodeExample>") == ["", "x", ""])
  }

  @Test func aComponentWithAMethodAndAPathIsACall() {
    #expect(lines("<Api method=\"put\" path=\"/a/{b}\" />") == ["`PUT /a/{b}`"])
  }

  @Test func aDefinitionIsABullet() {
    #expect(lines("power\n: integer, in percent") == ["- `power`", "  integer, in percent"])
  }

  @Test func anHTMLTableIsAPipeTableThatKnowsItsLines() {
    let text = [
      "<table>", "<tr>", "<th>Field</th><th>Type</th>", "</tr>", "<tr>", "<td><code>a</code></td>", "<td>string</td>",
      "</tr>", "</table>",
    ]
    let markup = GuideMarkup(text)
    #expect(markup.lines == ["| Field | Type |", "| --- | --- |", "| `a` | string |", "", "", "", "", "", ""])
    #expect(markup.lineOf[3] == 6)
  }
}
