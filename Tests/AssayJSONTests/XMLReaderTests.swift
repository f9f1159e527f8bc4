import AssayJSON
import Testing

/// XML becomes JSON by the paths of its elements; what is not in the subset is an error at its place.
struct XMLReaderTests {
  private static func json(_ text: String) throws -> String {
    try XMLReader.value(parsing: Array(text.utf8)).text
  }

  @Test(arguments: [
    ("<a/>", #"{"a":""}"#),
    ("\u{FEFF}<?xml version='1.0' encoding='utf-8'?>\n<!-- x --><?pi x?><a>1</a>\n<!-- y -->", #"{"a":"1"}"#),
    ("<a> <b>1</b> <c/> </a>", #"{"a":{"b":"1","c":""}}"#),
    ("<a><b>1</b><c>2</c><b>3</b></a>", #"{"a":{"b":["1","3"],"c":"2"}}"#),
    ("<a x='1' y=\"&quot;&#x41;\">t</a>", ##"{"a":{"@x":"1","@y":"\"A","#text":"t"}}"##),
    ("<a>x<b/>y</a>", ##"{"a":{"#text":"xy","b":""}}"##),
    ("<a>&lt;&amp;&gt;&apos;&#10;</a>", #"{"a":"<&>'\n"}"#),
    ("<a><![CDATA[<&]]>&amp;<![CDATA[]]]]></a>", #"{"a":"<&&]]"}"#),
    ("<n:a xmlns:n='urn:x' xmlns='urn:y' n:k='1' k='2'><n:b/></n:a>", #"{"a":{"@k":"1","b":""}}"#),
    ("<a :xmlns='u' b:xmlns='v' c='1'/>", #"{"a":{"@c":"1"}}"#),
    ("<a>1\r\n2\r3</a>", #"{"a":"1\n2\n3"}"#), ("<ä-1.x>ž</ä-1.x>", #"{"ä-1.x":"ž"}"#),
    ("<a b='1\n\t2&#10;3'/>", #"{"a":{"@b":"1  2\n3"}}"#), ("<a\n b = '1'\t/>", #"{"a":{"@b":"1"}}"#),
  ])
  func reads(_ text: String, _ json: String) throws { #expect(try Self.json(text) == json) }

  @Test(arguments: [
    ("", "the text has no element"), ("a", "the text does not start with an element"),
    ("<a>", "the element `a` has no end tag"), ("<a></b>", "the end tag `b` closes no open element"),
    ("</a>", "the end tag `a` closes no open element"), ("<a/><b/>", "a second root element"),
    ("<a/>x", "text after the root"), ("<a>&nbsp;</a>", "the entity `nbsp` is not defined"),
    ("<a>&</a>", "`&` must be written `&amp;`"), ("<a>&#0;</a>", "`&#0;` is not a character of XML"),
    ("<a>&#xD800;</a>", "`&#xD800;` is not a character of XML"),
    ("<a>&#+65;</a>", "`&#+65;` is not a character of XML"),
    ("<a x=1/>", "the value of an attribute must be in quotes"), ("<a x/>", "`=` is missing"),
    ("<a x='1' x='2'/>", "an attribute is repeated"), ("<a x='1'y='2'/>", "a space is missing before an attribute"),
    ("<a x='<'/>", "`<` in an attribute must be written `&lt;`"), ("<a x='1", "the text ends inside an attribute"),
    ("<!DOCTYPE a><a/>", "a DTD is not read (XML 1.0 section 2.8)"),
    ("<a><!ENTITY x 'y'></a>", "a DTD is not read (XML 1.0 section 2.8)"),
    ("<1/>", "the name of an element is missing"),
    ("<a><!-- ", "the text ends inside a comment"), ("<![CDATA[x]]>", "text outside the root element"),
    ("<a>\u{1}</a>", "a control character, which XML does not allow"),
    ("<a><![CDATA[\u{1}]]></a>", "a control character, which XML does not allow"),
    ("<?xml version='1.0' encoding='ISO-8859-1'?><a/>", "the encoding ISO-8859-1 is not read; only UTF-8 is"),
    (String(repeating: "<a>", count: 200), "nested deeper than 128 elements"),
  ])
  func isAnError(_ text: String, _ reason: String) {
    let error = #expect(throws: XMLError.self) { try XMLReader.value(parsing: Array(text.utf8)) }
    #expect(error?.reason == reason)
    #expect(error.map { (0...text.utf8.count).contains($0.offset) } == true)
  }

  @Test func otherEncodingsAreErrors() {
    for bytes: [UInt8] in [[0xFF, 0xFE, 0x3C, 0x00], [0x3C, 0x61, 0x3E, 0xC3, 0x28]] {
      #expect(throws: XMLError.self) { try XMLReader.value(parsing: bytes) }
    }
  }

  /// Many elements and attributes take time and memory in proportion, and no more than there may be are read.
  @Test(.timeLimit(.minutes(1))) func manyAreRefused() {
    let attributes = (0..<200_000).map { " a\($0)=''" }.joined()
    #expect((try? XMLReader.value(parsing: Array("<a\(attributes)/>".utf8)))?["a"]?.count == 200_000)
    let elements = "<a>" + String(repeating: "<b/>", count: XMLReader.most + 1) + "</a>"
    let error = #expect(throws: XMLError.self) { try XMLReader.value(parsing: Array(elements.utf8)) }
    #expect(error?.reason == "more than 1000000 elements and attributes")
  }

  /// What is written is read as the same value.
  @Test(arguments: [
    ##"{"a":""}"##, ##"{"a":{"b":["1","3"],"c":"2"}}"##, ##"{"a":{"@x":"1\"<","#text":"t & <"}}"##,
    #"{"a":{"b":{"c":["1","2"]}}}"#, #"{"a":"\r\n\t"}"#, #"{"a":{"@b":"\n\t"}}"#, "{\"a\":{\"@\u{30C}b\":\"1\"}}",
  ])
  func isWrittenAndReadAgain(_ json: String) throws {
    let value = try JSONDocument(parsing: json).root
    let text = try #require(XMLValueWriter.text(of: value))
    #expect(try Self.json(text) == value.text)
  }

  @Test(arguments: [#"{}"#, #"[]"#, #""a""#, #"{"a":1,"b":2}"#, #"{"a":[1]}"#, #"{"a b":1}"#, #"{"a":{"1":2}}"#])
  func cannotBeWritten(_ json: String) throws {
    #expect(XMLValueWriter.text(of: try JSONDocument(parsing: json).root) == nil)
  }
}
