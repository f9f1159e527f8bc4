import AssayContract
import AssayDerive
import AssayDocuments
import AssayHTTP
import AssayTransport
import AssayVerifier

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The bytes of a contract, or of a document one can be drafted from, as a command line names it: a path, `REV:PATH` of a Git
/// repository, or a URL.
struct ContractSource {
  let name: String
  let bytes: [UInt8]
  /// The origin of the URL the bytes are from.
  private(set) var base: String?
  /// Whether the name is that of a file.
  private(set) var isPath = true

  var kind: DocumentKind { DocumentKind(name, bytes) }

  /// Reads the file at `path`; `-` is standard input.
  init(path: String) throws(ConformanceError) {
    name = path
    do throws(FileAccess.Failure) { bytes = try FileAccess.read(path) } catch { throw ConformanceError(error) }
  }

  /// Reads what `operand` names; a URL is fetched within the limits of `options`, without credentials.
  init(_ operand: String, _ options: VerifyOptions) async throws(ConformanceError) {
    if let mark = operand.firstRange(of: "://") {
      let scheme = operand[..<mark.lowerBound].lowercased()
      guard ["http", "https"].contains(scheme), let url = HTTPURL(operand) else {
        throw .file(path: "\(scheme)://…", reason: "it is not a valid URL; write http://HOST[:PORT]/PATH")
      }
      // User, password and query may hold secrets.
      name = Self.shown(operand)
      bytes = try await Self.fetch(url, options)
      base = url.origin
      isPath = false
    } else if let revision = Self.revision(operand) {
      name = operand
      bytes = try Self.show(revision)
      isPath = false
    } else {
      self = try Self(path: operand)
    }
  }

  /// `operand` as messages and drafts show it: of a URL its origin and path.
  static func shown(_ operand: String) -> String {
    guard operand.contains("://") else { return operand }
    return HTTPURL(operand).map { $0.origin + $0.path } ?? "an invalid URL"
  }

  // MARK: Git

  /// `REV:PATH` as Git has it, where no file has that name.
  private static func revision(_ operand: String) -> String? {
    guard let colon = operand.firstIndex(of: ":"), colon != operand.startIndex, operand.first != "-",
      !FileAccess.exists(operand)
    else { return nil }
    let path = operand[operand.index(after: colon)...]
    return path.isEmpty || path.hasPrefix("/") ? nil : "\(operand[..<colon]):./\(path)"
  }

  private static func show(_ revision: String) throws(ConformanceError) -> [UInt8] {
    let word = "'" + revision.replacing("'", with: "'\\''") + "'"
    guard let pipe = popen("git show \(word)", "r") else {
      throw .file(path: revision, reason: "git cannot be run: \(FileAccess.reason(errno))")
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= FileAccess.largest {
      let count = fread(&piece, 1, piece.count, pipe)
      if count == 0 { break }
      bytes += piece[..<count]
    }
    guard pclose(pipe) == 0 else { throw .file(path: revision, reason: "git show found no such revision or file") }
    return bytes
  }

  // MARK: URLs

  private static let mostRedirects = 5

  private static func fetch(_ url: HTTPURL, _ options: VerifyOptions) async throws(ConformanceError) -> [UInt8] {
    // Credentials are for the backend: who serves the document may be another.
    var settings = options.curl
    (settings.certificateFile, settings.keyFile) = (nil, nil)
    let curl = CurlTransport(options: settings)
    defer { curl.shutdown() }
    var url = url
    for _ in 0...mostRedirects {
      var request = HTTPRequest(method: "GET", url: url.text)
      request.headers.set("Accept", "application/json, application/yaml, text/yaml, text/markdown, */*;q=0.1")
      let collector = ResponseCollector()
      let end = await curl.send(request, limits: TransferLimits(total: options.timeout), to: collector)
      guard let response = collector.response, end.reason == .complete else {
        throw .file(
          path: url.origin + url.path,
          reason: "\(end.reason.spoken)\(end.detail.isEmpty ? "" : ": \(end.detail)")"
        )
      }
      let status = response.head.status
      if (300..<400).contains(status), let place = response.head.headers["Location"], let next = url.resolving(place) {
        url = next
        continue
      }
      guard status == 200 else { throw .file(path: url.origin + url.path, reason: "the server returned \(status)") }
      return response.body
    }
    throw .file(path: url.origin + url.path, reason: "more than \(mostRedirects) redirects")
  }
}

/// The kinds of file a user may name where a contract is expected.
enum DocumentKind: Hashable {
  case contract, description, guide, recording
  /// Anything else, with what it is and which command takes it.
  case other(String)

  /// The kind of a document, by its content, and by the ending of its name for text that may be anything.
  init(_ name: String, _ bytes: [UInt8]) {
    let ending = name.split { $0 == "?" || $0 == "#" }.first?.split(separator: ".").last?.lowercased() ?? ""
    let start = bytes.prefix(4_096).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    let text = String(decoding: start.prefix(16), as: UTF8.self).lowercased()
    if ["md", "markdown"].contains(ending) {
      self = .guide
    } else if let known = Self.signs.first(where: { text.hasPrefix($0.start) }) {
      self = .other(known.about)
    } else if let root = try? DocumentValue(parsing: bytes), root.isObject {
      self = Self.kind(of: root)
    } else {
      let isHeading = text.hasPrefix("# ") || text.hasPrefix("---")
      self = isHeading && ending != "yaml" && ending != "yml" ? .guide : .contract
    }
  }

  private static let signs: [(start: String, about: String)] = [
    ("<!doctype html", "an HTML page; give the URL of the OpenAPI description it shows, or a guide in Markdown"),
    ("<html", "an HTML page; give the URL of the OpenAPI description it shows, or a guide in Markdown"),
    ("<testsuites", "a JUnit report; assay verify writes such reports, and needs the contract"),
    ("<?xml", "an XML document; Assay reads contracts, OpenAPI, Arazzo, guides in Markdown and HAR"),
    ("%pdf", "a PDF; give the guide as Markdown"), ("pk\u{3}\u{4}", "a ZIP archive; unpack it and name the file"),
  ]

  private static func kind(of root: DocumentValue) -> DocumentKind {
    if root["contract"] != nil { return .contract }
    if root["openapi"] != nil || root["swagger"] != nil || root["arazzo"] != nil { return .description }
    if root["log"]?["entries"] != nil { return .recording }
    if root["info"]?["_postman_id"] != nil || root["info"]?["schema"]?.string?.contains("postman") == true {
      return .other("a Postman collection; export the API from Postman as OpenAPI")
    }
    if root["asyncapi"] != nil { return .other("an AsyncAPI description, which Assay does not read") }
    if root["runs"] != nil, root["version"] != nil { return .other("a SARIF report; assay verify needs the contract") }
    if root["outcome"] != nil || root["drift"] != nil {
      return .other("a report of Assay; use it with --last-failed, --baseline or --timings, and name the contract")
    }
    if root["contracts"] != nil { return .other("a project file; run assay verify without a file in its folder") }
    return .contract
  }
}

extension ConformanceSuite {
  /// Loads the contract that `operand` names: a path, `REV:PATH` of a Git repository, or a URL, of a contract or of a document
  /// that ``derive(fromDocuments:for:)`` takes.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` where it cannot be read, ``ConformanceError/contract(_:omitted:)`` with the
  /// mistakes of a contract, and ``ConformanceError/document(path:line:column:reason:)`` with those of a document.
  public static func load(_ operand: String, options: VerifyOptions = VerifyOptions()) async throws(ConformanceError)
    -> ConformanceSuite
  {
    try ConformanceSuite(try await ContractSource(operand, options), allowing: options.allowedFolders)
  }

  init(_ source: ContractSource, allowing folders: [String]) throws(ConformanceError) {
    let isGuide = source.name.lowercased().hasSuffix(".md")
    if !isGuide {
      let folder = FileAccess.folder(of: source.name)
      let files = ContractFiles(of: folder, allowing: folders)
      do throws(ContractError) {
        let contract = try ContractLoader.load(bytes: source.bytes, file: source.name) { files.read($0) }
        self.init(contract, in: folder)
        return
      } catch {
        switch DocumentKind(source.name, source.bytes) {
        case .contract: throw .contract(error.diagnostics, omitted: error.omitted)
        case .other(let about): throw .file(path: source.name, reason: "it is \(about)")
        case .description, .guide, .recording: break
        }
      }
    }
    let draft = try Self.derive(from: [source], for: nil, allowing: folders)
    let folder = FileAccess.folder(of: source.name)
    do throws(ContractError) {
      let contract = try ContractLoader.load(bytes: Array(draft.text.utf8), file: source.name) { name in
        ContractFiles(of: folder, allowing: folders).read(name)
      }
      self.init(contract, in: folder, draft)
    } catch {
      throw .contract(error.diagnostics, omitted: error.omitted)
    }
  }
}
