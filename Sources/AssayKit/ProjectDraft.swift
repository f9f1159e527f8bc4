import AssayFindings
import AssayHTTP
import AssayJSON
import AssayReport
import AssayTransport
import AssayVerifier

/// A first contract made of one answer, and the project file that runs it: `assay init`.
///
/// The answer says which members there are and of what types; what they mean, and which may be left out, it does not.
public struct ProjectDraft: Sendable, Hashable {
  /// A file to write, by its path in the project.
  public struct File: Sendable, Hashable {
    /// Its path.
    public var path: String
    /// What is in it.
    public var text: String
  }

  /// The contract and the project file.
  public private(set) var files: [File] = []
  /// The contract's `service`.
  public let service: String

  /// Calls `url` with GET, and drafts what holds its answer.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` where nothing comes, or what comes is not JSON.
  public init(calling url: ServerURL, options: VerifyOptions = VerifyOptions()) async throws(ConformanceError) {
    guard let place = HTTPURL(url.description) else { throw .invalidURL(server: url.description) }
    let curl = CurlTransport(options: options.curl)
    defer { curl.shutdown() }
    let receiver = ResponseCollector()
    let request = HTTPRequest(method: "GET", url: place.text)
    let end = await curl.send(request, limits: TransferLimits(total: options.timeout), to: receiver)
    guard let response = receiver.response else {
      throw .file(path: place.origin, reason: end.reason.spoken)
    }
    let head = response.head
    let body = try Self.json(response.body, of: place.text)
    // JSON under a type of no JSON can be promised, that type beside a schema cannot.
    self.init(place, status: head.status, head.mediaType.flatMap { $0.isJSON ? $0.essence : nil }, body)
  }

  /// Drafts what holds the example answer in the file at `path`, of a GET of `url`.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` where the file cannot be read or is not JSON.
  public init(answer path: String, of url: ServerURL) throws(ConformanceError) {
    guard let place = HTTPURL(url.description) else { throw .invalidURL(server: url.description) }
    let bytes: [UInt8]
    do throws(FileAccess.Failure) { bytes = try FileAccess.read(path) } catch { throw ConformanceError(error) }
    self.init(place, status: 200, "application/json", try Self.json(bytes, of: path))
  }

  private static func json(_ bytes: [UInt8], of path: String) throws(ConformanceError) -> JSONValue {
    do throws(JSONError) {
      return try JSONDocument(parsing: bytes).root
    } catch {
      throw .file(path: path, reason: "the answer is not JSON: \(error.description)")
    }
  }

  private init(_ url: HTTPURL, status: Int, _ mediaType: String?, _ body: JSONValue) {
    let segments = url.path.split(separator: "/").map { Self.name(String($0)) }.filter { !$0.isEmpty }
    let operation = segments.last ?? "root"
    let isAddress = url.host == "localhost" || url.host.first?.isNumber == true || url.host.hasPrefix("[")
    service = isAddress ? "backend" : Self.name(url.host)
    files = [
      File(path: "contracts/\(service).json", text: contract(url, operation, status, mediaType, body)),
      File(path: "assay.json", text: project(url)),
    ]
  }

  /// The text as names are: lower-case letters, digits and hyphens.
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
    _ body: JSONValue
  ) -> String {
    var writer = JSONWriter(indent: "  ")
    writer.object { writer in
      writer.member("contract", "1")
      writer.member("service", service)
      writer.member("title", service)
      writer.object("servers") { $0.object("api") { $0.member("url", url.origin) } }
      writer.object("operations") { writer in
        writer.object(operation) { writer in
          writer.object("request") { writer in
            writer.member("method", "GET")
            writer.member("path", url.path)
            query(url, to: &writer)
          }
          writer.object("responses") { writer in
            writer.object("\(status)") { writer in
              if let mediaType { writer.member("content", mediaType) }
              writer.key("body")
              Self.schema(of: body, depth: 0, to: &writer)
              writer.key("example")
              writer.value(body)
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

  private func query(_ url: HTTPURL, to writer: inout JSONWriter) {
    // A parameter without a name cannot be promised, and one said twice is promised once.
    var names: Set<String> = []
    let pairs = FormPairs.read(url.query ?? "").filter { !$0.name.isEmpty && names.insert($0.name).inserted }
    guard !pairs.isEmpty else { return }
    writer.object("query") { writer in
      for pair in pairs {
        writer.object(pair.name) { writer in
          writer.object("schema") { $0.member("type", "string") }
          writer.member("example", pair.value)
        }
      }
    }
  }

  /// What one value says of all: its type, its members, what its first item is like.
  private static func schema(of value: JSONValue, depth: Int, to writer: inout JSONWriter) {
    writer.object { writer in
      switch value.kind {
      case .object:
        writer.member("type", "object")
        guard depth < 20 else { return }
        writer.member("required", value.members.map(\.key))
        writer.object("properties") { writer in
          for member in value.members {
            writer.key(member.key)
            schema(of: member.value, depth: depth + 1, to: &writer)
          }
        }
      case .array:
        writer.member("type", "array")
        guard depth < 20, let first = value.items.first(where: { _ in true }) else { return }
        writer.key("items")
        schema(of: first, depth: depth + 1, to: &writer)
      case .string: writer.member("type", "string")
      case .number: writer.member("type", "number")
      case .true, .false: writer.member("type", "boolean")
      // What comes where nothing is yet, it does not say.
      case .null: break
      }
    }
  }
}
