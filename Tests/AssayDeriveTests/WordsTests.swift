import Testing

@testable import AssayDerive

/// What is a word of a guide, and what the words of a name are.
struct WordsTests {
  @Test(arguments: [
    ("form", "the form fields", true), ("form", "the forms", true), ("form", "information", false),
    ("form", "form-data", false), ("form", "form_data", true), ("form", "a form's fields", false),
    ("corps", "le corps", true), ("é", "créer", false), ("тело", "тело запроса", true),
    ("parameter", "abfrageparameter", true), ("请求", "发送请求体", true), ("", "", false),
  ])
  func wordsOfAText(_ word: String, _ text: String, _ isThere: Bool) {
    #expect(text.has([word]) == isThere)
  }

  @Test(arguments: [
    ("createdAt", "created at"), ("X-Request-Id", "x request id"), ("JobID", "job id"), ("état_2", "état 2"),
    ("--", ""),
  ])
  func wordsOfAName(_ name: String, _ words: String) {
    #expect(name.nameWords.joined(separator: " ") == words)
  }

  @Test(arguments: [
    ("job_id", true), ("data.items[].id", true), ("X-Request-Id", true), ("_links", true), ("9lives", false),
    ("two words", false), ("", false), ("größe", false),
  ])
  func namesOfFields(_ text: String, _ isName: Bool) { #expect(text.isFieldName == isName) }
}
