/// What a file's name says about it.
package enum FileType {
  /// The media type its extension stands for; `application/octet-stream` where that is unknown.
  package static func contentType(ofFile path: String) -> String {
    switch name(ofFile: path).split(separator: ".").last?.lowercased() {
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
    default: "application/octet-stream"
    }
  }

  /// The path's last component.
  package static func name(ofFile path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
