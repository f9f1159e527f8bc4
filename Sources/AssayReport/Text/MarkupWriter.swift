/// Writes HTML element by element; all text is escaped, so that data from a server cannot become markup.
package struct HTMLWriter {
  package private(set) var html = ""

  package init() {}

  /// Attributes in order; a `nil` value leaves the attribute out, an empty one is written without a value.
  package typealias Attributes = KeyValuePairs<String, String?>

  /// Writes an element with content.
  package mutating func element(_ name: String, _ attributes: Attributes = [:], _ content: (inout HTMLWriter) -> Void) {
    open(name, attributes)
    content(&self)
    html += "</\(name)>"
  }

  /// Writes an element with text.
  package mutating func element(_ name: String, _ attributes: Attributes = [:], text: String) {
    element(name, attributes) { $0.text(text) }
  }

  /// Writes an HTML element that has no end tag, such as `<br>`.
  package mutating func void(_ name: String, _ attributes: Attributes = [:]) { open(name, attributes) }

  /// Writes text, with line ends kept and all other invisible characters made visible.
  package mutating func text(_ text: String) { html += MarkupText.escape(VisibleText.block(text)) }

  /// Writes a sentence in one line, with text between backticks as code.
  package mutating func prose(_ sentence: String, limit: Int = 400) {
    let parts = VisibleText.line(sentence, limit: limit).split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return text(parts.joined(separator: "`")) }
    for (index, part) in parts.enumerated() {
      if index % 2 == 1 { element("code", text: String(part)) } else { text(String(part)) }
    }
  }

  /// Writes `markup` without escaping it; it must not contain text from outside.
  package mutating func raw(_ markup: String) { html += markup }

  private mutating func open(_ name: String, _ attributes: Attributes) {
    html += "<\(name)"
    for (key, value) in attributes {
      guard let value else { continue }
      html += value.isEmpty ? " \(key)" : " \(key)=\"\(MarkupText.escape(VisibleText.line(value, limit: 1000)))\""
    }
    html += ">"
  }
}

/// Writes XML 1.0 element by element; characters that are invalid in XML or invisible are written as `\u001b`.
struct XMLWriter {
  private(set) var text: String
  private let depth: Int

  /// Makes a writer whose text begins with the XML declaration.
  init() {
    text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    depth = 0
  }

  private init(depth: Int) {
    text = ""
    self.depth = depth
  }

  /// Attributes in order, each name once.
  struct Attributes: ExpressibleByDictionaryLiteral {
    var pairs: [(key: String, value: String)]

    init(_ pairs: [(String, String)]) { self.pairs = pairs.map { (key: $0, value: $1) } }
    init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }

    static func + (left: Attributes, right: Attributes) -> Attributes {
      var all = left
      all += right
      return all
    }

    static func += (left: inout Attributes, right: Attributes) { left.pairs += right.pairs }
  }

  /// Writes an element with child elements, each on its own line.
  mutating func element(_ name: String, _ attributes: Attributes = [:], _ content: (inout XMLWriter) -> Void) {
    var inner = XMLWriter(depth: depth + 1)
    content(&inner)
    guard !inner.text.isEmpty else { return element(name, attributes, text: "") }
    line("<\(tag(name, attributes))>")
    text += inner.text
    line("</\(name)>")
  }

  /// Writes an element with text, or an empty one.
  mutating func element(_ name: String, _ attributes: Attributes = [:], text content: String = "") {
    guard !content.isEmpty else { return line("<\(tag(name, attributes))/>") }
    line("<\(tag(name, attributes))>\(MarkupText.escape(VisibleText.block(content)))</\(name)>")
  }

  private func tag(_ name: String, _ attributes: Attributes) -> String {
    attributes.pairs.reduce(name) {
      "\($0) \($1.key)=\"\(MarkupText.escape(VisibleText.line($1.value, limit: 2000)))\""
    }
  }

  private mutating func line(_ markup: String) { text += String(repeating: "  ", count: depth) + markup + "\n" }
}

/// Text between tags and in attributes of XML and HTML.
enum MarkupText {
  /// Returns `text` with markup characters as references (XML 1.0 section 2.4, HTML section 13.1.4), including `>`,
  /// because of `]]>`. The value of an attribute must be in double quotes.
  static func escape(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
