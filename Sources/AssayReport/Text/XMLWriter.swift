/// Writes XML 1.0 element by element; characters XML cannot carry, or no reader could see, come out as `\u001b`.
struct XMLWriter {
  private(set) var text: String
  private let depth: Int

  /// Starts a document.
  init() {
    text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    depth = 0
  }

  private init(depth: Int) {
    text = ""
    self.depth = depth
  }

  typealias Attributes = KeyValuePairs<String, String>

  /// An element with elements inside, each on a line of its own.
  mutating func element(_ name: String, _ attributes: Attributes = [:], _ content: (inout XMLWriter) -> Void) {
    var inner = XMLWriter(depth: depth + 1)
    content(&inner)
    guard !inner.text.isEmpty else { return element(name, attributes, text: "") }
    line("<\(tag(name, attributes))>")
    text += inner.text
    line("</\(name)>")
  }

  /// An element with text inside, or none.
  mutating func element(_ name: String, _ attributes: Attributes = [:], text content: String = "") {
    guard !content.isEmpty else { return line("<\(tag(name, attributes))/>") }
    line("<\(tag(name, attributes))>\(MarkupText.escape(VisibleText.block(content)))</\(name)>")
  }

  private func tag(_ name: String, _ attributes: Attributes) -> String {
    attributes.reduce(name) { "\($0) \($1.key)=\"\(MarkupText.escape(VisibleText.line($1.value, limit: 2000)))\"" }
  }

  private mutating func line(_ markup: String) {
    text += String(repeating: "  ", count: depth) + markup + "\n"
  }
}
