import AssayContract
import AssayJSON
import Foundation
import TestKit
import Testing

/// Each file of `fixtures/templates` is a scope and templates, with what each is filled in to.
struct TemplateTests {
  static let folder = Repository.fixtures.appending(path: "templates")
  static var files: [String] {
    get throws { try Fixtures.files("templates", suffix: "") }
  }

  @Test(arguments: try files)
  func fillsIn(_ file: String) throws {
    let document = try JSONDocument(parsing: try Repository.bytes(Self.folder.appending(path: file)))
    let scope = ScopeFixture.scope(document.root["scope"])
    for example in try #require(document.root["cases"]).items {
      let template = try #require(example["template"])
      if let problem = example["problem"]?.string {
        #expect(Template.problems(in: template).map(\.1.description) == [problem], "\(template.text)")
        continue
      }
      #expect(Template.problems(in: template).isEmpty, "\(template.text)")
      let isAnswer = example["answer"]?.bool == true
      switch isAnswer ? Template.renderAnswer(template, in: scope) : Template.render(template, in: scope) {
      case .success(let value): #expect(value == example["value"], "\(template.text) → \(value.text)")
      case .failure(let input):
        #expect(input.expression == example["missing"]?.string, "\(template.text)")
        #expect(input.reason == example["reason"]?.string, "\(template.text)")
      }
    }
  }

  /// A text that is written as a template means itself.
  @Test(arguments: [
    "", "a", "$", "$$", "$a", "$$a", "a$b", "a$$b", "a$$$b", "{$a}", "{$$a}", "x{$$$a} $b $$", "${A}", "a${A}", "$.{$",
    "{{$x}}", "$$$", "a $",
  ])
  func literalsMeanThemselves(_ text: String) throws {
    let template = JSONValue.string(Template.literal(text))
    #expect(Template.problems(in: template).isEmpty, "\(template.text)")
    #expect(try Template.render(template, in: Scope()).get().string == text, "\(template.text)")
  }

  @Test func listsItsReferences() throws {
    let template = try JSONDocument(
      parsing:
        #"{ "a": "$last.outputs.x", "b": ["{$mock.now} {$job.id}"], "c": { "$forEach": "$data#/l", "value": 1 } }"#
    )
    let references = Template.expressions(in: template.root, ParsedTemplates()).map(\.text)
    #expect(references == ["$last.outputs.x", "$mock.now", "$job.id", "$data#/l"])
  }
}
