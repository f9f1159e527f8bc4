import AssayFindings
import AssayHTTP
import AssayText
import AssayTransport
import AssayVerifier

/// A fetcher of documents within the limits of a run. It sends credentials only to the origin of the document that the
/// user named and to the servers that the user gave, never to other origins of redirects or references.
struct DocumentFetcher {
  private let options: VerifyOptions
  private let trusted: Set<String>

  private static let mostRedirects = 5

  init(_ options: VerifyOptions, for document: HTTPURL?) {
    self.options = options
    let servers = options.servers.values.compactMap { HTTPURL($0.description)?.origin }
    trusted = Set(servers + [document?.origin].compactMap(\.self))
  }

  /// Fetches the document at `url`, and returns it with its URL after redirects.
  func document(at url: HTTPURL) async throws(ConformanceError) -> (bytes: [UInt8], url: HTTPURL) {
    var url = url
    for _ in 0...Self.mostRedirects {
      let (response, end) = try await send(to: url)
      guard let response, end.reason == .complete else {
        let detail = end.detail.isEmpty ? "" : ": \(end.detail)"
        throw Self.failure(url, "\(end.reason.spoken)\(detail)")
      }
      let status = response.head.status
      if (300..<400).contains(status), let place = response.head.headers["Location"], let next = url.resolving(place) {
        url = next
        continue
      }
      guard status == 200 else {
        let isPage = status == 404 && url.path.split(separator: "/").last?.contains(".") != true
        let help = isPage ? "; name the URL of its description, such as \(url.origin)/openapi.json" : ""
        throw Self.failure(url, "the server returned \(status)\(help)")
      }
      guard response.body.count <= FileAccess.largest else {
        throw Self.failure(url, "larger than \(FileAccess.largest) bytes")
      }
      return (response.body, url)
    }
    throw Self.failure(url, "more than \(Self.mostRedirects) redirects")
  }

  private func send(to url: HTTPURL) async throws(ConformanceError) -> (HTTPResponse?, TransferEnd) {
    let isTrusted = trusted.contains(url.origin)
    var settings = options.curl
    if !isTrusted { (settings.certificateFile, settings.keyFile) = (nil, nil) }
    let curl = CurlTransport(options: settings)
    defer { curl.shutdown() }
    var request = HTTPRequest(method: "GET", url: url.text)
    request.headers.set("Accept", "application/json, application/yaml, text/yaml, text/markdown, */*;q=0.1")
    for field in isTrusted ? options.headers : [] { request.headers.set(field.name, try Self.filled(field.value)) }
    let collector = ResponseCollector()
    let end = await curl.send(request, limits: TransferLimits(total: options.limits.timeout), to: collector)
    return (collector.response, end)
  }

  /// Returns `text` with each `${NAME}` replaced by the environment's value.
  private static func filled(_ text: String) throws(ConformanceError) -> String {
    var (filled, missing): (String, [String]) = (text, [])
    for name in EnvironmentReferences.names(in: text) {
      guard let value = SystemClock.environment(name) else {
        missing.append(name)
        continue
      }
      filled = filled.replacing("${\(name)}", with: value)
    }
    guard missing.isEmpty else { throw .environment(missing) }
    return filled
  }

  private static func failure(_ url: HTTPURL, _ reason: String) -> ConformanceError {
    .file(path: ContractSource.shown(url.text), reason: reason)
  }
}

/// The fetched files to which the references of a document lead. If a file is missing while the document is read, it is
/// fetched and the document is read again.
final class FetchedFiles {
  private var known: [String: Result<[UInt8], ConformanceError>] = [:]
  /// The URL of the file that was last requested and is not yet fetched; `nil` if absent.
  private(set) var missing: HTTPURL?

  private static let most = 100

  /// Returns the bytes at `url`; `nil` if it is not yet fetched.
  func bytes(at url: HTTPURL) throws(ConformanceError) -> [UInt8]? {
    guard let found = known[url.text] else {
      missing = url
      return nil
    }
    switch found {
    case .success(let bytes): return bytes
    case .failure(let error): throw error
    }
  }

  /// Fetches the missing file; returns false if no file is missing, or too many were fetched.
  func fetchMissing(_ fetcher: DocumentFetcher) async -> Bool {
    guard let url = missing, known.count < Self.most else { return false }
    missing = nil
    do throws(ConformanceError) {
      known[url.text] = .success(try await fetcher.document(at: url).bytes)
    } catch {
      known[url.text] = .failure(error)
    }
    return true
  }
}
