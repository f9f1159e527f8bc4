import AssayDerive
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayReport
import AssayTransport
import AssayVerifier

/// A first contract, made from one answer, and the project file that runs it: `assay init`.
///
/// The answer shows the members and their types, but not their meaning or which are optional.
public struct ProjectDraft: Sendable, Hashable {
  /// A file to write, by its path in the project.
  public struct File: Sendable, Hashable {
    /// The path of the file in the project.
    public var path: String
    /// The text of the file.
    public var text: String
  }

  /// The contract and the project file.
  public private(set) var files: [File] = []
  /// The contract's `service`.
  public let service: String
  /// The environment variables that the contract reads instead of the URL's secrets, in order.
  public let variables: [String]
  /// True if the URL has a user and a password, which the draft does not contain.
  public let leavesOutUser: Bool

  /// Calls `url` with GET, and drafts a contract from its answer.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` if no response arrives, or it is not a success or not JSON.
  public init(calling url: ServerURL, options: VerifyOptions = VerifyOptions()) async throws(ConformanceError) {
    guard let place = HTTPURL(url.description) else { throw .invalidURL(server: url.description) }
    let curl = CurlTransport(options: options.curl)
    defer { curl.shutdown() }
    let receiver = ResponseCollector()
    let request = HTTPRequest(method: "GET", url: place.text)
    let end = await curl.send(request, limits: TransferLimits(total: options.limits.timeout), to: receiver)
    guard let response = receiver.response else {
      throw .file(path: place.origin, reason: end.reason.spoken)
    }
    let head = response.head
    let shown = AnswerDraft.shown(place)
    guard (200..<300).contains(head.status) else {
      throw .file(path: shown, reason: Self.refusal(head, of: place))
    }
    guard !response.body.isEmpty else {
      throw .file(path: shown, reason: "it answered \(head.status) without a body, and a contract begins with one")
    }
    let body = try Self.json(response.body, of: shown)
    // JSON under a non-JSON type can be promised; that type together with a schema cannot.
    self.init(place, status: head.status, head.mediaType.flatMap { $0.isJSON ? $0.essence : nil }, body)
  }

  /// Drafts a contract from an example answer to a GET of `url`, in the file at `path`.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` if the file cannot be read or is not JSON.
  public init(answer path: String, of url: ServerURL) throws(ConformanceError) {
    guard let place = HTTPURL(url.description) else { throw .invalidURL(server: url.description) }
    let bytes: [UInt8]
    do throws(FileAccess.Failure) { bytes = try FileAccess.read(path, isPlain: false) } catch {
      throw ConformanceError(error)
    }
    self.init(place, status: 200, "application/json", try Self.json(bytes, of: path))
  }

  /// Returns the reason why no contract can be made from an unsuccessful answer, and the fix.
  private static func refusal(_ head: HTTPResponseHead, of url: HTTPURL) -> String {
    let answered = "it answered \(head.status), and a contract begins with a success"
    if (300..<400).contains(head.status), let place = head.headers["Location"], let target = url.resolving(place) {
      return "\(answered): give the URL it leads to, \(AnswerDraft.shown(target))"
    }
    return "\(answered): save the answer of an authorised call, and start with it: assay init URL ANSWER.json"
  }

  private static func json(_ bytes: [UInt8], of path: String) throws(ConformanceError) -> JSONValue {
    do throws(JSONError) {
      return try JSONDocument(parsing: bytes).root
    } catch {
      throw .file(path: path, reason: "the answer is not JSON: \(error.description)")
    }
  }

  private init(_ url: HTTPURL, status: Int, _ mediaType: String?, _ body: JSONValue) {
    let draft = AnswerDraft(body, of: url)
    let segments = PathTemplate(draft.path).words.compactMap { $0.map(Self.name) }
    let operation = segments.last { !$0.isEmpty } ?? "root"
    let isAddress = url.host == "localhost" || url.host.first?.isNumber == true || url.host.hasPrefix("[")
    service = isAddress ? "backend" : Self.name(url.host)
    variables = draft.variables
    leavesOutUser = url.userInfo != nil
    files = [
      File(path: "contracts/\(service).json", text: contract(url, operation, status, mediaType, draft)),
      File(path: "assay.json", text: project(url)),
    ]
  }

  /// Returns the text in the form of a name: lower-case letters, digits and hyphens.
  private static func name(_ text: String) -> String {
    String(text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.drop { $0 == "-" })
  }

  private func project(_ url: HTTPURL) -> String {
    var writer = JSONWriter(indent: "  ")
    writer.object { writer in
      writer.member("contracts", ["contracts/\(service).json"])
      writer.object("environments") { $0.object("local") { $0.member("api", url.origin) } }
      writer.member("environment", "local")
      writer.object("reports") { $0.member("junit", "reports/assay.xml") }
    }
    return writer.text + "\n"
  }

  private func contract(
    _ url: HTTPURL,
    _ operation: String,
    _ status: Int,
    _ mediaType: String?,
    _ draft: AnswerDraft
  ) -> String {
    var writer = JSONWriter(indent: "  ")
    writer.object { writer in
      writer.member("contract", "1")
      writer.member("service", service)
      writer.member("title", service)
      writer.object("servers") { $0.object("api") { $0.member("url", url.origin) } }
      writer.object("operations") { writer in
        writer.object(operation) { writer in
          // One answer was seen; the next one is not promised.
          writer.member("level", "should")
          writer.object("request") { writer in
            writer.member("method", "GET")
            writer.member("path", draft.path)
            Self.write(draft.parameters, as: "parameters", to: &writer)
            Self.write(draft.query, as: "query", to: &writer)
          }
          writer.object("responses") { writer in
            writer.object("\(status)") { writer in
              if let mediaType { writer.member("content", mediaType) }
              writer.key("body")
              draft.writeSchema(to: &writer)
              writer.key("example")
              draft.writeExample(to: &writer)
            }
          }
        }
      }
      writer.object("scenarios") { writer in
        writer.object(operation) { writer in
          writer.array("steps", [operation]) { step, writer in writer.object { $0.member("operation", step) } }
        }
      }
    }
    return writer.text + "\n"
  }

  private static func write(
    _ parameters: [(name: String, template: String)],
    as key: String,
    to writer: inout JSONWriter
  ) {
    guard !parameters.isEmpty else { return }
    writer.object(key) { writer in
      for (name, template) in parameters {
        writer.object(name) { writer in
          writer.object("schema") { $0.member("type", "string") }
          writer.member("example", template)
        }
      }
    }
  }
}
