/// A reader of a safe subset of XML 1.0: elements, attributes, text, CDATA sections and the five predefined entities.
/// Comments and processing instructions are skipped. A DTD is an error, so no entity expands and nothing is fetched.
///
/// The result is a JSON value with one member, the root element:
/// - an element with only text is that text; any other is an object of its child elements by name;
/// - child elements with the same name are an array, in order;
/// - an attribute is the member `@name`, and text next to attributes or elements the member `#text`;
/// - names are without their namespace prefix, and declarations of namespaces are left out.
package struct XMLReader {
  /// The deepest nesting of elements. Each is up to two levels of JSON.
  package static let deepest = 128
  /// The most elements and attributes together.
  package static let most = 1_000_000

  /// An element; all of a text are in one list, so that memory grows with the text only.
  private struct Element {
    var name: String
    /// The name with its prefix, which the end tag repeats.
    var fullName: ArraySlice<UInt8>
    var attributes: [(name: String, value: String)] = []
    var children: [Int] = []
    var text = ""
  }

  /// The names of one element's attributes so far.
  private struct AttributeNames {
    var full: Set<ArraySlice<UInt8>> = []
    var local: Set<ExactText> = []
  }

  private let bytes: [UInt8]
  private var place = 0
  private var elements: [Element] = []
  private var open: [Int] = []
  private var attributeCount = 0

  /// Parses `bytes`, which must be one XML document in UTF-8.
  package static func value(parsing bytes: [UInt8]) throws(XMLError) -> JSONValue {
    var reader = XMLReader(bytes)
    try reader.read()
    var writer = JSONWriter()
    writer.beginObject()
    writer.key(reader.elements[0].name)
    reader.write(0, &writer)
    writer.endObject()
    do throws(JSONError) {
      return try JSONDocument(parsing: Array(writer.text.utf8), limits: .answer).root
    } catch { throw XMLError("\(error)", at: 0) }
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Structure

  private mutating func read() throws(XMLError) {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      throw XMLError("the text is UTF-16; only UTF-8 is read", at: 0)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    try checkUTF8()
    try readDeclaration()
    while place < bytes.count {
      if bytes[place] == Self.less {
        try readMarkup()
      } else {
        try readText()
      }
    }
    if let last = open.last {
      throw XMLError("the element `\(elements[last].name)` has no end tag", at: bytes.count)
    }
    if elements.isEmpty { throw XMLError("the text has no element", at: bytes.count) }
  }

  private func checkUTF8() throws(XMLError) {
    let fault = bytes.withUnsafeBufferPointer { buffer -> Int? in
      var offset = 0
      while offset < buffer.count {
        guard let length = UTF8Sequence.length(in: buffer, at: offset) else { return offset }
        offset += length
      }
      return nil
    }
    if let fault { throw XMLError("not valid UTF-8", at: fault) }
  }

  private mutating func readDeclaration() throws(XMLError) {
    guard starts("<?xml"), place + 5 < bytes.count, Self.isSpace(bytes[place + 5]) else { return }
    let start = place
    try skip(past: "?>", "the XML declaration")
    let word = "encoding".utf8
    guard let named = (start..<place).first(where: { bytes[$0..<place].starts(with: word) }) else { return }
    let rest = String(decoding: bytes[named + word.count..<place], as: UTF8.self)
    let value = rest.drop { $0 == " " || $0 == "=" }.dropFirst().prefix { !"'\"?".contains($0) }
    guard ["utf-8", "us-ascii", "ascii", "utf8"].contains(value.lowercased()) else {
      throw XMLError("the encoding \(value.prefix(40)) is not read; only UTF-8 is", at: start)
    }
  }

  private mutating func readMarkup() throws(XMLError) {
    if starts("<!--") {
      try skip(past: "-->", "a comment")
    } else if starts("<?") {
      try skip(past: "?>", "a processing instruction")
    } else if starts("<![CDATA[") {
      guard let current = open.last else { throw XMLError("text outside the root element", at: place) }
      let start = place + 9
      try skip(past: "]]>", "a CDATA section")
      try checkCharacters(start..<place - 3)
      elements[current].text += Self.text(bytes[start..<place - 3])
    } else if starts("<!") {
      throw XMLError("a DTD is not read (XML 1.0 section 2.8)", at: place)
    } else if starts("</") {
      try readEndTag()
    } else {
      try readStartTag()
    }
  }

  private mutating func readStartTag() throws(XMLError) {
    let start = place
    if open.isEmpty, !elements.isEmpty { throw XMLError("a second root element", at: start) }
    guard open.count < Self.deepest else { throw XMLError("nested deeper than \(Self.deepest) elements", at: start) }
    guard elements.count + attributeCount < Self.most else {
      throw XMLError("more than \(Self.most) elements and attributes", at: start)
    }
    place += 1
    let name = try readName("an element")
    var element = Element(name: Self.local(name), fullName: name)
    var seen = AttributeNames()
    while true {
      let hadSpace = skipSpace()
      guard place < bytes.count else { throw XMLError("the text ends inside a tag", at: place) }
      if bytes[place] == UInt8(ascii: ">") || starts("/>") { break }
      guard hadSpace else { throw XMLError("a space is missing before an attribute", at: place) }
      try readAttribute(of: &element, &seen)
    }
    let isEmpty = bytes[place] == UInt8(ascii: "/")
    place += isEmpty ? 2 : 1
    if let parent = open.last { elements[parent].children.append(elements.count) }
    if !isEmpty { open.append(elements.count) }
    elements.append(element)
  }

  private mutating func readAttribute(of element: inout Element, _ seen: inout AttributeNames) throws(XMLError) {
    let start = place
    let name = try readName("an attribute")
    guard seen.full.insert(name).inserted else { throw XMLError("an attribute is repeated", at: start) }
    attributeCount += 1
    guard elements.count + attributeCount <= Self.most else {
      throw XMLError("more than \(Self.most) elements and attributes", at: start)
    }
    skipSpace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { throw XMLError("`=` is missing", at: place) }
    place += 1
    skipSpace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") else {
      throw XMLError("the value of an attribute must be in quotes", at: place)
    }
    let quote = bytes[place]
    place += 1
    guard let end = bytes[place...].firstIndex(of: quote) else {
      throw XMLError("the text ends inside an attribute", at: bytes.count)
    }
    if let less = bytes[place..<end].firstIndex(of: Self.less) {
      throw XMLError("`<` in an attribute must be written `&lt;`", at: less)
    }
    let value = try decoded(place..<end, isAttribute: true)
    place = end + 1
    // A declaration of a namespace; the name is reserved with other prefixes, too (Namespaces in XML 1.0 section 3).
    let local = "@" + Self.local(name)
    if name.starts(with: "xmlns:".utf8) || local == "@xmlns" { return }
    // Of two that differ in their prefix alone, the first one counts.
    if seen.local.insert(ExactText(local)).inserted { element.attributes.append((local, value)) }
  }

  private mutating func readEndTag() throws(XMLError) {
    let start = place
    place += 2
    let name = try readName("an element")
    skipSpace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: ">") else {
      throw XMLError("an end tag without `>`", at: place)
    }
    place += 1
    guard let current = open.popLast(), elements[current].fullName == name else {
      throw XMLError("the end tag `\(Self.local(name))` closes no open element", at: start)
    }
  }

  // MARK: Text

  private mutating func readText() throws(XMLError) {
    let end = bytes[place...].firstIndex(of: Self.less) ?? bytes.count
    defer { place = end }
    guard let current = open.last else {
      if let other = bytes[place..<end].firstIndex(where: { !Self.isSpace($0) }) {
        throw XMLError(elements.isEmpty ? "the text does not start with an element" : "text after the root", at: other)
      }
      return
    }
    elements[current].text += try decoded(place..<end)
  }

  /// The characters of `range`, with references resolved; throws for an entity that is not predefined. Line breaks and
  /// tabs in an attribute are spaces (section 3.3.3).
  private func decoded(_ range: Range<Int>, isAttribute: Bool = false) throws(XMLError) -> String {
    func text(_ bytes: ArraySlice<UInt8>) -> String {
      let text = Self.text(bytes)
      return isAttribute ? String(text.map { $0 == "\n" || $0 == "\t" ? " " : $0 }) : text
    }
    var result = ""
    var start = range.lowerBound
    while let sign = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) {
      try checkCharacters(start..<sign)
      result += text(bytes[start..<sign])
      let last = min(sign + 12, range.upperBound)
      guard let end = bytes[sign..<last].firstIndex(of: UInt8(ascii: ";")) else {
        throw XMLError("`&` must be written `&amp;`", at: sign)
      }
      result.unicodeScalars.append(try scalar(String(decoding: bytes[sign + 1..<end], as: UTF8.self), at: sign))
      start = end + 1
    }
    try checkCharacters(start..<range.upperBound)
    return result + text(bytes[start..<range.upperBound])
  }

  private func scalar(_ name: String, at offset: Int) throws(XMLError) -> Unicode.Scalar {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else {
      throw XMLError("the entity `\(name)` is not defined", at: offset)
    }
    let isHex = name.hasPrefix("#x")
    let digits = name.dropFirst(isHex ? 2 : 1)
    let isNumber = digits.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || isHex && ((0x41...0x46).contains(byte) || (0x61...0x66).contains(byte))
    }
    let code = isNumber ? UInt32(digits, radix: isHex ? 16 : 10) : nil
    guard let scalar = code.flatMap(Unicode.Scalar.init),
      scalar.value >= 0x20 || [0x09, 0x0A, 0x0D].contains(scalar.value), scalar.value & 0xFFFE != 0xFFFE
    else { throw XMLError("`&\(name);` is not a character of XML", at: offset) }
    return scalar
  }

  private func checkCharacters(_ range: Range<Int>) throws(XMLError) {
    let control = bytes[range].firstIndex { $0 < 0x20 && !Self.isSpace($0) }
    if let control { throw XMLError("a control character, which XML does not allow", at: control) }
  }

  /// The text with line breaks as XML has them: one line feed each.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(0x0D) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    for (index, byte) in zip(bytes.indices, bytes) {
      let isPair = byte == 0x0D && index + 1 < bytes.endIndex && bytes[index + 1] == 0x0A
      if !isPair { text.append(byte == 0x0D ? 0x0A : byte) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: Lexical elements

  private static let less = UInt8(ascii: "<")

  /// Returns true if `byte` is white space (XML 1.0 section 2.3).
  package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  private func starts(_ text: StaticString) -> Bool {
    guard bytes.count - place >= text.utf8CodeUnitCount else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = place
    while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
    return place > start
  }

  private mutating func skip(past end: StaticString, _ what: String) throws(XMLError) {
    let start = place
    while place < bytes.count {
      if starts(end) {
        place += end.utf8CodeUnitCount
        return
      }
      place += 1
    }
    throw XMLError("the text ends inside \(what)", at: start)
  }

  private mutating func readName(_ what: String) throws(XMLError) -> ArraySlice<UInt8> {
    let start = place
    while place < bytes.count, Self.isNameByte(bytes[place], isFirst: place == start) { place += 1 }
    guard place > start else { throw XMLError("the name of \(what) is missing", at: start) }
    return bytes[start..<place]
  }

  static func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x5F, 0x3A, 0x80...0xFF: true
    case 0x30...0x39, 0x2D, 0x2E: !isFirst
    default: false
    }
  }

  /// The name without its prefix.
  private static func local(_ name: ArraySlice<UInt8>) -> String {
    let colon = name.lastIndex(of: UInt8(ascii: ":"))
    let local = colon.map { name[($0 + 1)...] } ?? name
    let isName = local.first.map { isNameByte($0, isFirst: true) } ?? false
    return String(decoding: isName ? local : name, as: UTF8.self)
  }

  // MARK: The value

  private func write(_ index: Int, _ writer: inout JSONWriter) {
    let element = elements[index]
    if element.attributes.isEmpty, element.children.isEmpty { return writer.string(element.text) }
    writer.beginObject()
    for (name, value) in element.attributes {
      writer.key(name)
      writer.string(value)
    }
    if element.text.utf8.contains(where: { !Self.isSpace($0) }) {
      writer.key("#text")
      writer.string(element.text)
    }
    var order: [String] = []
    var named: [ExactText: [Int]] = [:]
    for child in element.children {
      let name = elements[child].name
      if named[ExactText(name)] == nil { order.append(name) }
      named[ExactText(name), default: []].append(child)
    }
    for name in order {
      let same = named[ExactText(name)] ?? []
      writer.key(name)
      if same.count == 1 {
        write(same[0], &writer)
      } else {
        writer.beginArray()
        for child in same { write(child, &writer) }
        writer.endArray()
      }
    }
    writer.endObject()
  }
}
