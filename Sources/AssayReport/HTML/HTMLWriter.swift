/// Writes HTML element by element; whatever is text is escaped, so nothing a server sent can become markup.
package struct HTMLWriter {
  package private(set) var html = ""

  package init() {}

  /// Attributes in order; one that is `nil` is left out, an empty one stands for itself.
  package typealias Attributes = KeyValuePairs<String, String?>

  /// An element and what is in it.
  package mutating func element(_ name: String, _ attributes: Attributes = [:], _ content: (inout HTMLWriter) -> Void) {
    open(name, attributes)
    content(&self)
    html += "</\(name)>"
  }

  /// An element with text in it.
  package mutating func element(_ name: String, _ attributes: Attributes = [:], text: String) {
    element(name, attributes) { $0.text(text) }
  }

  /// An element that has no end tag.
  package mutating func void(_ name: String, _ attributes: Attributes = [:]) {
    open(name, attributes)
  }

  /// Text, with line ends kept and everything invisible made visible.
  package mutating func text(_ text: String) {
    html += MarkupText.escape(VisibleText.block(text))
  }

  /// A sentence in one line, what stands between backticks in it as code.
  package mutating func prose(_ sentence: String, limit: Int = 400) {
    let parts = VisibleText.line(sentence, limit: limit).split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return text(parts.joined(separator: "`")) }
    for (index, part) in parts.enumerated() {
      if index % 2 == 1 { element("code", text: String(part)) } else { text(String(part)) }
    }
  }

  /// Markup of our own.
  package mutating func raw(_ markup: String) {
    html += markup
  }

  private mutating func open(_ name: String, _ attributes: Attributes) {
    html += "<\(name)"
    for (key, value) in attributes {
      guard let value else { continue }
      html += value.isEmpty ? " \(key)" : " \(key)=\"\(MarkupText.escape(VisibleText.line(value, limit: 1000)))\""
    }
    html += ">"
  }
}
