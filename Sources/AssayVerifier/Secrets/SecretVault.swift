package import AssayHTTP
import AssayJSON
import Synchronization

/// Keeps the secrets of a run: puts them into requests as they leave, and takes them out of all that comes back.
///
/// Everything between two passes through the vault, the judges and the reports included, sees tokens only.
package final class SecretVault: Sendable {
  private struct Contents {
    private(set) var secrets: [Secret] = []
    private(set) var search = SecretSearch()
    private(set) var tokens = SecretTokens()

    var isEmpty: Bool { secrets.isEmpty }

    func holds(_ value: String) -> Bool { secrets.contains { $0.value == value } }

    /// Two values of one name, as of a token that is renewed, are told apart by a number behind the name.
    mutating func add(_ added: [Secret]) {
      for var secret in added where !secret.value.isEmpty && !secrets.contains(secret) {
        let name = secret.token.dropFirst(2).dropLast()
        var number = 2
        while secrets.contains(where: { $0.token == secret.token }) {
          secret = Secret(name: "\(name).\(number)", value: secret.value)
          number += 1
        }
        secrets.append(secret)
      }
      search = SecretSearch(secrets)
      tokens = SecretTokens(secrets)
    }
  }

  private let contents = Mutex(Contents())

  package init(_ secrets: [Secret] = []) {
    contents.withLock { $0.add(secrets) }
  }

  /// Keeps more secrets from here on.
  package func add(_ secrets: [Secret]) {
    contents.withLock { $0.add(secrets) }
  }

  /// Keeps what an answer brought from here on; a value that is kept already stays under its first token.
  package func learn(_ secrets: [Secret]) {
    contents.withLock { contents in
      let new = secrets.filter { !contents.holds($0.value) }
      if !new.isEmpty { contents.add(new) }
    }
  }

  /// How many secrets it keeps by now.
  package var count: Int { current.secrets.count }

  private var current: Contents { contents.withLock { $0 } }

  // MARK: Out

  /// The request as it goes onto the wire, every token replaced by its value in the spelling of its place.
  package func reveal(_ request: HTTPRequest) -> HTTPRequest {
    let tokens = current.tokens
    var revealed = request
    if !tokens.isEmpty {
      let isJSON = request.headers["Content-Type"].flatMap(MediaType.init)?.isJSON ?? false
      revealed.url = Self.url(request.url, with: tokens)
      for index in revealed.headers.indices {
        let header = tokens.replacing(in: Array(revealed.headers[index].value.utf8))
        revealed.headers[index].value = String(decoding: header, as: UTF8.self)
      }
      revealed.body = tokens.replacing(in: request.body) { value in
        isJSON ? SecretSpelling.jsonEscaped(value, slashes: false) : value
      }
    }
    if revealed.url.utf8.contains(0x7B) {
      // What looked like a token and is none is a server's own text, and no URL may hold it (RFC 3986 appendix A).
      revealed.url = revealed.url.replacing("{", with: "%7B").replacing("}", with: "%7D")
    }
    return revealed
  }

  /// A secret is part of a URL as it is where it names the server, and percent-encoded behind that.
  private static func url(_ url: String, with tokens: SecretTokens) -> String {
    let bytes = Array(url.utf8)
    let authority =
      bytes.firstRange(of: Array("://".utf8))?.upperBound ?? bytes.firstIndex(of: 0x7D).map { $0 + 1 } ?? 0
    let path = bytes[authority...].firstIndex(of: 0x2F) ?? bytes.endIndex
    let server = tokens.replacing(in: Array(bytes[..<path]))
    let rest = tokens.replacing(in: Array(bytes[path...]), spelt: SecretSpelling.percentEncoded)
    return String(decoding: server + rest, as: UTF8.self)
  }

  // MARK: In

  /// Bytes that came from outside, with every spelling of every secret replaced by its token.
  package func conceal(_ bytes: [UInt8]) -> [UInt8] { conceal(bytes, with: current) }

  /// Text that came from outside, with every spelling of every secret replaced by its token.
  package func conceal(_ text: String) -> String { conceal(text, with: current) }

  /// The header section with every secret replaced.
  package func conceal(_ head: HTTPResponseHead) -> HTTPResponseHead {
    let contents = current
    guard !contents.isEmpty else { return head }
    var concealed = head
    concealed.reason = conceal(head.reason, with: contents)
    concealed.headers = head.headers.map { header in
      HTTPHeader(conceal(header.name, with: contents), conceal(header.value, with: contents))
    }
    return concealed
  }

  /// The event with every secret replaced.
  package func conceal(_ event: ServerSentEvent) -> ServerSentEvent {
    let contents = current
    guard !contents.isEmpty else { return event }
    var concealed = event
    concealed.name = conceal(event.name, with: contents)
    concealed.data = conceal(event.data, with: contents)
    concealed.lastEventID = conceal(event.lastEventID, with: contents)
    return concealed
  }

  /// `text`, which may hold tokens already, with every spelling of every secret replaced by its token.
  package func hide(_ text: String) -> String { hide(text, with: current) }

  /// A request as it is kept: a secret that got into it by another way than its token, as in a server's URL, is replaced.
  package func hide(_ request: HTTPRequest) -> HTTPRequest {
    let contents = current
    guard !contents.isEmpty else { return request }
    var hidden = request
    hidden.url = hide(request.url, with: contents)
    hidden.headers = request.headers.map { HTTPHeader($0.name, hide($0.value, with: contents)) }
    hidden.body = contents.search.replacing(in: request.body, tokens: .kept, isData: true)
    return hidden
  }

  /// A body that holds tokens already, and is read as JSON later.
  func hide(data bytes: [UInt8]) -> [UInt8] {
    let contents = current
    return contents.isEmpty ? bytes : contents.search.replacing(in: bytes, tokens: .kept, isData: true)
  }

  private func hide(_ text: String, with contents: Contents) -> String {
    guard !contents.isEmpty, !text.isEmpty else { return text }
    return String(
      decoding: contents.search.replacing(in: Array(text.utf8), tokens: .kept, isData: false),
      as: UTF8.self
    )
  }

  private func conceal(_ text: String, with contents: Contents) -> String {
    guard !contents.isEmpty, !text.isEmpty else { return text }
    return String(decoding: conceal(Array(text.utf8), with: contents), as: UTF8.self)
  }

  private func conceal(_ bytes: [UInt8], with contents: Contents) -> [UInt8] {
    contents.isEmpty ? bytes : contents.search.replacing(in: bytes, tokens: .broken, isData: true)
  }
}
