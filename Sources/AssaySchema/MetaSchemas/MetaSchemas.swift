import AssayJSON
import Synchronization

/// The meta-schemas of the published drafts, built in, so that none is ever fetched.
enum MetaSchemas {
  /// The document `uri` names, or `nil` where it is no meta-schema.
  static func document(for uri: String) -> JSONDocument? {
    parsed.withLock { parsed in
      if let known = parsed[uri] { return known }
      guard let text = text(for: uri), let document = try? JSONDocument(parsing: text) else { return nil }
      parsed[uri] = document
      return document
    }
  }

  private static let parsed = Mutex<[String: JSONDocument]>([:])

  private static func text(for uri: String) -> String? {
    draft2020_12[uri] ?? draft2019_09[uri] ?? draft7[uri] ?? draft6[uri] ?? draft4[uri] ?? assay[uri]
  }
}
