import AssayContract
import AssayDerive
import AssayDocuments
import AssayHTTP
import AssayText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The bytes of a contract, or of a document from which one can be drafted. A command line names it by a path, by
/// `REV:PATH` in a Git repository, or by a URL.
struct ContractSource {
  let name: String
  let bytes: [UInt8]
  /// The URL that the user named; `nil` if the source is a file.
  private(set) var url: HTTPURL?
  /// The URL of the bytes after redirects, to which references are relative.
  private(set) var place: HTTPURL?
  /// True if the source is a file or standard input, not a URL or a Git revision.
  private(set) var isPath = true
  /// The Git revision from which the bytes were read, if any.
  private var revision: String?

  var kind: DocumentKind { DocumentKind(name, bytes) }

  /// Reads the file at `path`; `-` is standard input.
  init(path: String) throws(ConformanceError) {
    name = path
    do throws(FileAccess.Failure) { bytes = try FileAccess.read(path, isPlain: false) } catch {
      throw ConformanceError(error)
    }
  }

  /// Reads the document that `operand` names: a built-in contract, a URL, a file of a Git revision or a file. A URL is
  /// fetched with the limits and credentials of `options`.
  init(_ operand: String, _ options: VerifyOptions) async throws(ConformanceError) {
    if let known = try ProtocolContract.named(operand) {
      (name, bytes, isPath) = (operand, known.bytes, false)
    } else if let mark = operand.firstRange(of: "://") {
      let scheme = operand[..<mark.lowerBound].lowercased()
      guard ["http", "https"].contains(scheme), let url = HTTPURL(operand) else {
        throw .file(path: "\(scheme)://…", reason: "it is not a valid URL; write http://HOST[:PORT]/PATH")
      }
      // User, password and query may hold secrets.
      name = Self.shown(operand)
      (bytes, place) = try await DocumentFetcher(options, for: url).document(at: url)
      self.url = url
      isPath = false
    } else if let (revision, path) = Self.revision(operand) {
      name = operand
      bytes = try Self.blob(at: path, in: revision)
      isPath = false
      self.revision = revision
    } else {
      self = try Self(path: operand)
    }
  }

  /// Returns `operand` as messages and drafts show it: for a URL, its origin and path.
  static func shown(_ operand: String) -> String {
    guard operand.contains("://") else { return operand }
    return HTTPURL(operand).map { $0.origin + $0.path } ?? "an invalid URL"
  }

  /// Returns the file at `path`, relative to the folder of this source, in the same revision; `nil` if the source is
  /// not from a revision.
  func sibling(_ path: String) throws(ConformanceError) -> [UInt8]? {
    guard let revision, let own = Self.revision(name)?.path else { return nil }
    return try Self.blob(at: "\(FileAccess.folder(of: own))/\(path)", in: revision)
  }

  /// Returns a reader of the files that the contract names: from its revision, otherwise from its folder and `folders`.
  func files(allowing folders: [String]) -> (String) -> [UInt8]? {
    guard let revision, let path = Self.revision(name)?.path else {
      let files = ContractFiles(of: FileAccess.folder(of: name), allowing: folders)
      return { files.read($0) }
    }
    let folder = FileAccess.folder(of: path)
    return { try? Self.blob(at: "\(folder)/\($0)", in: revision) }
  }

  // MARK: Git

  /// Returns the parts of `REV:PATH`, unless a file has that name.
  private static func revision(_ operand: String) -> (revision: String, path: String)? {
    guard let colon = operand.firstIndex(of: ":"), colon != operand.startIndex, operand.first != "-",
      !FileAccess.exists(operand)
    else { return nil }
    let path = operand[operand.index(after: colon)...]
    return path.isEmpty || path.hasPrefix("/") ? nil : (String(operand[..<colon]), String(path))
  }

  /// Returns the file at `path`, relative to the working folder, in `revision`.
  private static func blob(at path: String, in revision: String) throws(ConformanceError) -> [UInt8] {
    let name = "\(revision):\(path)"
    let word = "'" + "\(revision):./\(path)".replacing("'", with: "'\\''") + "'"
    guard let pipe = popen("git cat-file blob \(word) 2>/dev/null", "r") else {
      throw .file(path: name, reason: "git cannot be run: \(FileAccess.reason(errno))")
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= FileAccess.largest {
      let count = fread(&piece, 1, piece.count, pipe)
      if count == 0 { break }
      bytes += piece[..<count]
    }
    let status = pclose(pipe)
    guard bytes.count <= FileAccess.largest else {
      throw .file(path: name, reason: "larger than \(FileAccess.largest) bytes")
    }
    guard status == 0 else { throw .file(path: name, reason: "git has no such revision or file") }
    return bytes
  }
}

/// The kinds of file that a user may name in place of a contract.
enum DocumentKind: Hashable {
  case contract, description, graphQL, guide, recording, tools
  /// Any other document, with a description and the command that takes it.
  case other(String)

  /// Determines the kind of a document by its content and, for plain text, by the extension of its name.
  init(_ name: String, _ bytes: [UInt8]) {
    let ending = name.split { $0 == "?" || $0 == "#" }.first?.split(separator: ".").last?.lowercased() ?? ""
    let start = bytes.prefix(4_096).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    let text = String(decoding: start.prefix(16), as: UTF8.self).lowercased()
    if ["md", "markdown"].contains(ending) {
      self = .guide
    } else if ["graphql", "graphqls", "gql"].contains(ending) {
      self = .graphQL
    } else if let known = Self.signs.first(where: { text.hasPrefix($0.start) }) {
      self = .other(known.about)
    } else if bytes.prefix(4_096).contains(0), !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) {
      self = .other("not text; Assay reads contracts, \(Self.readable)")
    } else if let root = try? DocumentValue(parsing: bytes), root.isObject || root.isArray {
      self = Self.kind(of: root)
    } else {
      let isHeading = text.hasPrefix("# ") || text.hasPrefix("---")
      self = isHeading && ending != "yaml" && ending != "yml" ? .guide : .contract
    }
  }

  /// The documents that Assay reads besides contracts, as a list.
  static let readable = "OpenAPI, Arazzo, GraphQL, an answer to `tools/list`, HAR or a guide in Markdown"

  private static let foreign = "neither a contract nor a document that Assay reads: \(readable)"

  private static let signs: [(start: String, about: String)] = [
    ("<!doctype html", "an HTML page; give the URL of the OpenAPI description it shows, or a guide in Markdown"),
    ("<html", "an HTML page; give the URL of the OpenAPI description it shows, or a guide in Markdown"),
    ("<testsuites", "a JUnit report; assay verify writes such reports, and needs the contract"),
    ("<?xml", "an XML document; Assay reads contracts, \(readable)"),
    ("%pdf", "a PDF; give the guide as Markdown"), ("pk\u{3}\u{4}", "a ZIP archive; unpack it and name the file"),
  ]

  private static func kind(of root: DocumentValue) -> DocumentKind {
    if root["contract"] != nil { return .contract }
    if root["openapi"] != nil || root["swagger"] != nil || root["arazzo"] != nil { return .description }
    if root["log"]?["entries"] != nil { return .recording }
    if root["data"]?["__schema"] != nil || root["__schema"] != nil { return .graphQL }
    if root["result"]?["tools"] != nil || root["tools"] != nil { return .tools }
    if root["info"]?["_postman_id"] != nil || root["info"]?["schema"]?.string?.contains("postman") == true {
      return .other("a Postman collection; export the API from Postman as OpenAPI")
    }
    if root["asyncapi"] != nil { return .other("an AsyncAPI description, which Assay does not read") }
    if root["runs"] != nil, root["version"] != nil { return .other("a SARIF report; assay verify needs the contract") }
    if root["outcome"] != nil || root["drift"] != nil {
      return .other("a report of Assay; use it with --last-failed, --baseline or --timings, and name the contract")
    }
    if root["contracts"] != nil { return .other("a project file; run assay verify without a file in its folder") }
    return ["service", "servers", "operations", "scenarios"].contains { root[$0] != nil } ? .contract : .other(foreign)
  }
}

extension ConformanceSuite {
  /// Loads the contract that `operand` names: a path, `REV:PATH` in a Git repository, or a URL. It may also name a
  /// document that ``derive(fromDocuments:for:)`` takes.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` if it cannot be read, ``ConformanceError/contract(_:omitted:)``
  /// with the errors of a contract, and ``ConformanceError/document(path:line:column:reason:)`` with those of a
  /// document.
  public static func load(_ operand: String, options: VerifyOptions = VerifyOptions()) async throws(ConformanceError)
    -> ConformanceSuite
  {
    let source = try await ContractSource(operand, options)
    let fetched = FetchedFiles()
    while true {
      do throws(ConformanceError) {
        return try ConformanceSuite(source, allowing: options.allowedFolders, fetched)
      } catch {
        guard await fetched.fetchMissing(DocumentFetcher(options, for: source.url)) else { throw error }
      }
    }
  }

  init(_ source: ContractSource, allowing folders: [String], _ fetched: FetchedFiles? = nil) throws(ConformanceError) {
    let folder = FileAccess.folder(of: source.name)
    let files = source.files(allowing: folders)
    do throws(ContractError) {
      self.init(try ContractLoader.load(bytes: source.bytes, file: source.name, files: files), in: folder)
      return
    } catch {
      switch source.kind {
      case .contract where (try? DocumentValue(parsing: source.bytes))?.string != nil:
        throw .file(path: source.name, reason: "it is plain text; a guide in Markdown has the ending .md")
      case .contract: throw .contract(error.diagnostics, omitted: error.omitted)
      case .other(let about): throw .file(path: source.name, reason: "it is \(about)")
      case .description, .graphQL, .guide, .recording, .tools: break
      }
    }
    let draft = try Self.derive(from: [source], for: nil, allowing: folders, fetched)
    do throws(ContractError) {
      // Its lines are those of the draft, which is in no file.
      let file = "draft of \(source.name)"
      let contract = try ContractLoader.load(bytes: Array(draft.text.utf8), file: file, files: files)
      self.init(contract, in: folder, draft)
    } catch {
      throw .contract(error.diagnostics, omitted: error.omitted)
    }
  }
}
