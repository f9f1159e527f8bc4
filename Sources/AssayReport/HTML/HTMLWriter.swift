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
