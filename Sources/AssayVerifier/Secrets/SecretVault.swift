package import AssayHTTP
import AssayJSON
import Synchronization

/// Keeps the secrets of a run: puts them into requests as they leave, and takes them out of all that comes back.
///
/// Everything between two passes through the vault, the judges and the reports included, sees tokens only.
package final class SecretVault: Sendable {
  private struct Entry {
    var secret: Secret
    var spellings: [[UInt8]]
  }

  private let entries: Mutex<[Entry]>

  package init(_ secrets: [Secret] = []) {
    entries = Mutex(secrets.map { Entry(secret: $0, spellings: $0.spellings) })
  }

  /// Keeps one more secret from here on; a value that is kept already stays under its first token.
  package func add(_ secret: Secret) {
    entries.withLock { entries in
      guard !secret.value.isEmpty, !entries.contains(where: { $0.secret.value == secret.value }) else { return }
      entries.append(Entry(secret: secret, spellings: secret.spellings))
    }
  }

  private var current: [Entry] { entries.withLock { $0 } }

  // MARK: Out

  /// The request as it goes onto the wire, every token replaced by its value in the spelling of its place.
  package func reveal(_ request: HTTPRequest) -> HTTPRequest {
    let entries = current
    guard !entries.isEmpty else { return request }
    let isJSON = request.headers["Content-Type"].flatMap(MediaType.init)?.isJSON ?? false
    var revealed = request
    for entry in entries {
      let token = Array(entry.secret.token.utf8)
      let value = Array(entry.secret.value.utf8)
      let encoded = SecretSpelling.percentEncoded(value)
      var url = Array(revealed.url.utf8)
      url = url.replacing(SecretSpelling.percentEncoded(token), with: encoded)
      url = url.replacing(token, with: value)
      revealed.url = String(decoding: url, as: UTF8.self)
      for index in revealed.headers.indices {
        let header = Array(revealed.headers[index].value.utf8).replacing(token, with: value)
        revealed.headers[index].value = String(decoding: header, as: UTF8.self)
      }
      let inBody = isJSON ? SecretSpelling.jsonEscaped(value, slashes: false) : value
      revealed.body = revealed.body.replacing(token, with: inBody)
    }
    return revealed
  }

  // MARK: In

  /// `bytes` with every spelling of every secret replaced by its token.
  package func conceal(_ bytes: [UInt8]) -> [UInt8] { conceal(bytes, with: current) }

  /// `text` with every spelling of every secret replaced by its token.
  package func conceal(_ text: String) -> String { conceal(text, with: current) }

  /// A text of our own with every spelling of every secret replaced by its token; the tokens in it stay.
  package func redact(_ text: String) -> String { redact(text, with: current) }

  /// A request as it is kept: a secret that got into it by another way than its token, such as a server's URL, is replaced.
  package func redact(_ request: HTTPRequest) -> HTTPRequest {
    let entries = current
    guard !entries.isEmpty else { return request }
    var redacted = request
    redacted.url = redact(request.url, with: entries)
    redacted.headers = request.headers.map { HTTPHeader($0.name, redact($0.value, with: entries)) }
    redacted.body = redact(request.body, with: entries)
    return redacted
  }

  private func redact(_ text: String, with entries: [Entry]) -> String {
    entries.isEmpty ? text : String(decoding: redact(Array(text.utf8), with: entries), as: UTF8.self)
  }

  private func redact(_ bytes: [UInt8], with entries: [Entry]) -> [UInt8] {
    var result = bytes
    for entry in entries {
      let token = Array(entry.secret.token.utf8)
      for spelling in entry.spellings { result = result.replacing(spelling, with: token) }
    }
    return result
  }

  /// The header section with every secret replaced.
  package func conceal(_ head: HTTPResponseHead) -> HTTPResponseHead {
    let entries = current
    guard !entries.isEmpty else { return head }
    var concealed = head
    concealed.reason = conceal(head.reason, with: entries)
    concealed.headers = head.headers.map { header in
      HTTPHeader(conceal(header.name, with: entries), conceal(header.value, with: entries))
    }
    return concealed
  }

  /// The event with every secret replaced.
  package func conceal(_ event: ServerSentEvent) -> ServerSentEvent {
    let entries = current
    guard !entries.isEmpty else { return event }
    var concealed = event
    concealed.name = conceal(event.name, with: entries)
    concealed.data = conceal(event.data, with: entries)
    concealed.lastEventID = conceal(event.lastEventID, with: entries)
    return concealed
  }

  private func conceal(_ text: String, with entries: [Entry]) -> String {
    entries.isEmpty ? text : String(decoding: conceal(Array(text.utf8), with: entries), as: UTF8.self)
  }

  private func conceal(_ bytes: [UInt8], with entries: [Entry]) -> [UInt8] {
    guard !entries.isEmpty else { return bytes }
    var result = bytes
    for entry in entries {
      let token = Array(entry.secret.token.utf8)
      // A server that sends a token itself must not get the secret back when the value is used in a later call.
      result = result.replacing(token, with: [0x24, 0x20] + token.dropFirst())
    }
    return redact(result, with: entries)
  }
}
