/// The media type and the base name of a file, derived from its path.
package enum FileType {
  /// The media type of unknown bytes (RFC 2046 section 4.5.1).
  package static let unknown = "application/octet-stream"

  /// Returns the media type of the path's extension; ``unknown`` if it has none.
  package static func contentType(ofFile path: String) -> String { knownContentType(ofFile: path) ?? unknown }

  /// Returns the media type that a `data:` URL names (RFC 2397), or that of the path's extension.
  static func knownContentType(ofFile path: String) -> String? {
    if path.hasPrefix("data:") { return String(path.dropFirst(5).prefix { $0 != ";" && $0 != "," }) }
    return switch name(ofFile: path).split(separator: ".").dropFirst().last?.lowercased() {
    case "jpg", "jpeg": "image/jpeg"
    case "png": "image/png"
    case "gif": "image/gif"
    case "webp": "image/webp"
    case "heic": "image/heic"
    case "svg": "image/svg+xml"
    case "pdf": "application/pdf"
    case "json": "application/json"
    case "html": "text/html"
    case "txt", "md": "text/plain"
    default: nil
    }
  }

  /// Returns the path's last component.
  package static func name(ofFile path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
