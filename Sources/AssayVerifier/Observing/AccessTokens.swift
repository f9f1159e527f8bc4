import AssayHTTP
import AssayJSON
import AssayText

/// An access token that a token endpoint issued (RFC 6749 section 5.1).
struct AccessToken: Sendable {
  var value: String
  /// The time until which the token is sent; `nil` if it is sent until the server refuses it.
  var expires: DateTime?

  /// A refused token request, with its reason as a clause.
  struct Refusal: Error, Sendable { var reason: String }

  /// Reads the token from the response of a token endpoint to a request made at `now`; throws if the endpoint refused
  /// it or returned no usable token. `hide` replaces secrets in texts of the response that are quoted.
  init(_ response: HTTPResponse, at now: DateTime, hide: (String) -> String) throws(Refusal) {
    let json = (try? JSONDocument(parsing: response.body))?.root
    guard response.head.status == 200 else {
      // Section 5.2: a word for programs; the sentences that follow it may contain anything.
      let error = json?["error"]?.string.map { ", `\(hide($0).shortened(to: 80))`" } ?? ""
      throw Refusal(reason: "it was answered \(response.head.status)\(error)")
    }
    guard let json, let value = json["access_token"]?.string else {
      throw Refusal(reason: "its answer has no `access_token`")
    }
    // RFC 6750 section 2.1; what cannot be part of a header field is not a token.
    guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Refusal(reason: "its `access_token` cannot be sent in a header field")
    }
    if let type = json["token_type"]?.string, type.lowercased() != "bearer" {
      throw Refusal(reason: "its token is of the type `\(hide(type).shortened(to: 80))`, and only `Bearer` can be sent")
    }
    self.value = value
    // Some servers write the number as a text.
    let lasts = json["expires_in"].flatMap { $0.int ?? $0.string.flatMap(Int.init) }
    if let lasts {
      let seconds = min(max(0, lasts), 10 * 366 * 86_400)
      expires = now.adding(.seconds(seconds) - min(.seconds(30), .seconds(seconds) / 2))
    }
  }
}

/// The access tokens of a run: each is requested once, and again only after it has expired or was refused.
actor AccessTokens {
  /// The properties that identify a token: calls with the same key share one.
  struct Key: Hashable, Sendable {
    var scheme: String
    var url: String
    var scopes: [String]
  }

  typealias Answer = Result<AccessToken, AccessToken.Refusal>

  private struct Entry {
    var number: Int
    var task: Task<Answer, Never>
    var value: String?
    var expires: DateTime?
    /// The number of calls that used the token.
    var uses = 0
  }

  private var entries: [Key: Entry] = [:]
  private var count = 0

  /// Returns the token of `key`, and requests it with `ask` if none exists or it has expired. Calls that need it at the
  /// same time wait for one response. A refusal is kept and not requested again.
  func token(of key: Key, at now: DateTime, ask: @escaping @Sendable () async -> Answer) async -> Answer {
    let isOver = entries[key].map { entry in entry.expires.map { now.since($0) >= .zero } ?? false } ?? true
    if isOver {
      count += 1
      entries[key] = Entry(number: count, task: Task { await ask() })
    }
    guard let entry = entries[key] else { return .failure(AccessToken.Refusal(reason: "it was not asked for")) }
    entries[key]?.uses += 1
    let answer = await withTaskCancellationHandler {
      await entry.task.value
    } onCancel: {
      entry.task.cancel()
    }
    if case .success(let token) = answer, entries[key]?.number == entry.number {
      entries[key]?.value = token.value
      entries[key]?.expires = token.expires
    }
    return answer
  }

  /// Discards the token `value`, which a call was refused with; returns true if a new one should be requested. Returns
  /// false if the refused call was the first to use it, since then the client itself is probably not authorised.
  func forget(_ value: String, of key: Key) -> Bool {
    guard let entry = entries[key], entry.value == value else { return true }
    if entry.uses < 2 { return false }
    entries[key] = nil
    return true
  }
}
