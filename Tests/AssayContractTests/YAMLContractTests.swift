import AssayContract
import AssayDocuments
import AssayJSON
import AssayLint
import Foundation
import TestKit
import Testing

/// A contract says the same in YAML as in JSON, and its places are those of the text a person sees.
struct YAMLContractTests {
  static var contracts: [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: Repository.contracts.path)) ?? []
    return names.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.sorted()
  }

  @Test(arguments: contracts)
  func saysTheSameInYAML(_ name: String) throws {
    let bytes = try Repository.bytes(Repository.contracts.appending(path: name))
    let json = try ContractLoader.document(bytes, file: name)
    let yaml = YAMLLayout.text(of: CommentedValue(json, isYAML: false))
    let read = try ContractLoader.document(Array(yaml.utf8), file: "contract.yaml")
    #expect(read.root == json.root)
    // Laid out again it stays as it is, and so does what is made JSON again.
    #expect(YAMLLayout.text(of: CommentedValue(read, isYAML: true)) == yaml)
    let again = JSONLayout.text(of: CommentedValue(read, isYAML: true))
    let back = try ContractLoader.document(Array(again.utf8), file: name)
    #expect(back.root == json.root)
    #expect(JSONLayout.text(of: CommentedValue(back, isYAML: false)) == again)
  }

  /// A YAML file may begin with a byte order mark (YAML 1.2.2 section 5.2); JSON may not (RFC 8259 section 8.1).
  @Test func aByteOrderMarkIsPassedOver() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let read = try ContractLoader.document(mark + Array("service: shop\n".utf8), file: "contract.yaml")
    #expect(read.root["service"]?.string == "shop")
    #expect(throws: (any Error).self) {
      try ContractLoader.document(mark + Array(#"{ "service": "shop" }"#.utf8), file: "contract.json")
    }
  }

  @Test func findsKeysAndValuesWhereTheyStand() throws {
    let text = """
      # Shops
      contract: "1" # the first
      title: 'Ü: shop'
      list:
        - $response.body#/ä/id
        - >-
          folded
          text
      "quoted key": {flow: [1, true, null]}

      """
    let document = try ContractLoader.document(Array(text.utf8), file: "x.yaml")
    func place(_ pointer: String) throws -> String {
      let value = try #require(JSONPointer(pointer).flatMap { document.root[$0] })
      return "\(value.location.line):\(value.location.column)"
    }
    #expect(try place("/contract") == "2:11")
    #expect(try place("/title") == "3:8")
    #expect(try place("/list/0") == "5:5")
    #expect(try place("/list/1") == "6:5")
    #expect(try place("/quoted key/flow/1") == "9:26")
    #expect(document.root["list"]?[JSONPointer(tokens: ["1"])]?.string == "folded text")
  }

  @Test func keepsComments() throws {
    let json = """
      // Of the shop.
      {
        "contract": "1", // the first version
        /* Two servers,
           one day. */
        "servers": {
          "api": { "url": "http://127.0.0.1:1" }
          // No other yet.
        },

        "list": [1, 2] // in order
      }
      // The end.

      """
    let document = try ContractLoader.document(Array(json.utf8), file: "x.json")
    let laid = JSONLayout.text(of: CommentedValue(document, isYAML: false))
    let yaml = YAMLLayout.text(of: CommentedValue(document, isYAML: false))
    for words in [
      "Of the shop.", "the first version", "Two servers,", "one day.", "No other yet.", "in order", "The end.",
    ] {
      #expect(laid.contains("// \(words)"), "\(words) in \(laid)")
      #expect(yaml.contains("# \(words)"), "\(words) in \(yaml)")
    }
    let read = try ContractLoader.document(Array(yaml.utf8), file: "x.yaml")
    #expect(read.root == document.root)
    // YAML does not say where a block ends: a comment at its end goes to what comes next, and stays there.
    let second = YAMLLayout.text(of: CommentedValue(read, isYAML: true))
    let again = try ContractLoader.document(Array(second.utf8), file: "x.yaml")
    #expect(YAMLLayout.text(of: CommentedValue(again, isYAML: true)) == second)
    #expect(second.split(separator: "#").count == yaml.split(separator: "#").count)
  }

  /// What YAML cannot hold as it is, or takes for the end of a line, is written as an escape (YAML 1.2 sections 5.1 and 5.4).
  @Test(arguments: [
    "\u{7F}", "\u{80}", "z\u{82}\n", "\u{85}x", "a\u{9F}", "a\u{2028}b", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}",
    "\u{10FFFF}", "é",
  ])
  func everyCharacterIsReadAgain(_ text: String) throws {
    let quoted = JSONEscapes.quote(text)
    let json = "{ \"a\": \(quoted), // \(text.prefix(1))\n \(quoted): [\(quoted)] }"
    let document = try ContractLoader.document(Array(json.utf8), file: "x.json")
    let yaml = YAMLLayout.text(of: CommentedValue(document, isYAML: false))
    #expect(try ContractLoader.document(Array(yaml.utf8), file: "x.yaml").root == document.root, "\(yaml)")
  }

  /// Bad input is an error, whatever it is.
  @Test(arguments: [
    "a: [1", "\t- x", "a: b: c", "? [x]\n: y", "- &a [*a]", "a: *nobody", "\u{0}", "%YAML 9.9\n---\na: 1", "a: \"\\x\"",
    String(repeating: "[", count: 500), String(repeating: "- ", count: 500) + "x",
  ])
  func hostileYAMLIsAnError(_ text: String) {
    #expect(throws: ContractError.self) { try ContractLoader.load(bytes: Array(text.utf8), file: "x.yaml") }
  }

  /// What aliases repeat is counted each time.
  @Test func aliasesDoNotExplode() {
    var text =
      "a0: &a0 [\(Array(repeating: "\"" + String(repeating: "x", count: 1_000) + "\"", count: 9).joined(separator: ","))]\n"
    for level in 1..<20 {
      text += "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ","))]\n"
    }
    #expect(throws: ContractError.self) { try ContractLoader.load(bytes: Array(text.utf8), file: "x.yaml") }
  }
}
