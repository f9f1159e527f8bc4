/// A self-contained page: its policy blocks all loading, and allows only its own styles and script.
struct HTMLPage {
  /// The title of the window; only markup characters in it are escaped.
  let title: String
  let styles: [EmbeddedFile]
  /// The script, which runs at the end of the body, after all elements exist.
  var script: EmbeddedFile?

  /// Returns the whole document; `body` writes the content of its body element.
  func render(_ body: (inout HTMLWriter) -> Void) -> String {
    var writer = HTMLWriter()
    writer.raw("<!doctype html>\n")
    writer.element("html", ["lang": "en"]) { writer in
      writer.element("head") { head(&$0) }
      writer.element("body") { writer in
        body(&writer)
        if let script { writer.element("script") { $0.raw(script.text) } }
      }
    }
    return writer.html + "\n"
  }

  private func head(_ writer: inout HTMLWriter) {
    writer.void("meta", ["charset": "utf-8"])
    // Written as it stands: nothing in it comes from outside, and quotes must stay quotes.
    writer.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">")
    writer.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    writer.void("meta", ["name": "color-scheme", "content": "light dark"])
    writer.void("meta", ["name": "referrer", "content": "no-referrer"])
    writer.element("title", text: title)
    for style in styles { writer.element("style") { $0.raw(style.text) } }
  }

  private var policy: String {
    let scripts = script.map { "script-src '\($0.hash)'; " } ?? ""
    return "default-src 'none'; style-src \(styles.map { "'\($0.hash)'" }.joined(separator: " ")); \(scripts)"
      + "base-uri 'none'; form-action 'none'"
  }
}
