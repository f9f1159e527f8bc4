import AssayContract
import AssayHTTP
import AssayObservation
import AssaySecrets
import AssayText
import Synchronization

/// A step's request as it is sent, with the values needed to send it again or to follow a redirect.
struct ReadyRequest: Sendable {
  var request: HTTPRequest
  var parameters: RequestParameters
  /// The access tokens in the request that can be replaced by new ones from the token endpoint.
  var tokens: [SentToken] = []
  /// The beginning of the `Cookie` field that comes from the scenario's cookies; `nil` if the step sets the field
  /// itself.
  var filledCookies: String?

  /// Replaces this request by the first request of `exchange`, to send the same bytes again.
  mutating func become(_ exchange: Exchange) {
    let first = exchange.first ?? exchange.request
    if let filled = filledCookies {
      // The scenario's cookies were others then; what the step says after them was the same.
      let (own, sent) = ((request.headers["Cookie"] ?? "").dropFirst(filled.count), first.headers["Cookie"] ?? "")
      filledCookies = sent.hasSuffix(own) ? String(sent.dropLast(own.count)) : nil
    }
    (request, parameters) = (first, exchange.parameters)
  }
}

extension LiveSource {
  /// The most redirects that are followed in a row.
  private static let mostRedirects = 10

  /// Sends the request and, if the operation follows redirects, the requests they lead to, as a client does (RFC 9110
  /// section 15.4): only to the contract's servers, and at most ten.
  ///
  /// Returns the request whose response went to `receiver`, and the end of its transfer, timed from the first request
  /// on. `lead` is called with each further request before it is sent.
  func fetch(
    _ ready: ReadyRequest,
    of work: StepWork,
    limits: TransferLimits,
    to receiver: any TransferReceiver,
    lead: (HTTPRequest) -> Void = { _ in }
  ) async -> (request: HTTPRequest, end: TransferEnd) {
    guard work.operation.followsRedirects else {
      return (ready.request, await transport.send(ready.request, limits: limits, to: receiver))
    }
    // What a probe is given must not change what the next one sends.
    let cookies = work.step.isByStranger ? nil : work.step.probedStep == nil ? work.cookies : work.cookies?.copy()
    var (ready, left, spent) = (ready, limits, Duration.zero)
    var number = 0
    while true {
      let servers = number < Self.mostRedirects ? work.context.baseURLs : []
      number += 1
      let redirects = RedirectReceiver(before: receiver, from: ready.request, to: servers, after: spent)
      var end = await transport.send(ready.request, limits: left, to: redirects)
      end.timings.total += spent
      end.timings.firstByte? += spent
      guard let answer = redirects.redirect(endingWith: end.reason) else {
        end.unfollowed = redirects.unfollowed.map { UnfollowedRedirect($0, followed: number - 1) }
        return (ready.request, end)
      }
      let response = vault.guarded(answer.response)
      let answered = Exchange(request: ready.request, response: response, end: end)
      // What cannot be hidden leads nowhere.
      do throws(TooManySecrets) { try vault.learn(from: answered) } catch {
        return (ready.request, TransferEnd(.tooLarge, detail: "\(error)"))
      }
      cookies?.take(response.head, from: ready.request.url, at: settings.now())
      let origin = ready.request.url
      ready.request = answer.next
      let isElsewhere = leave(origin, &ready.request)
      ready.fillCookies(from: cookies, isElsewhere: isElsewhere, at: settings.now())
      lead(ready.request)
      spent = end.timings.total
      guard spent < limits.total else {
        return (ready.request, TransferEnd(.totalTimeout, timings: TransferTimings(total: spent)))
      }
      left = limits
      left.total -= spent
      if let firstChunk = limits.firstChunk { left.firstChunk = max(firstChunk - spent, .milliseconds(1)) }
    }
  }

  /// Removes header fields that are only for the origin of `url`, such as credentials, if `request` goes to a different
  /// origin. Returns true if the origins differ. Redirects, `url` and `paginate` can lead to a different origin.
  func leave(_ url: String, _ request: inout HTTPRequest) -> Bool {
    if let (next, last) = HTTPURL(request.url).flatMap({ next in HTTPURL(url).map { (next, $0) } }),
      next.isSameServer(as: last)
    {
      return false
    }
    request.headers.removeAll(where: isForOneOrigin)
    request.digest = nil
    return true
  }

  /// Returns true if a header field that the caller set for all requests is sent with this one. A field for one server
  /// is sent only to that server, a credential only to the operation's server.
  func isSent(_ field: SentField, with request: HTTPRequest, _ isElsewhere: Bool, of work: StepWork) -> Bool {
    if work.step.isByStranger, contract.letsIn(field.header) { return false }
    guard isElsewhere else { return field.server == nil || field.server == work.operation.server }
    guard let server = field.server else { return !isForOneOrigin(field.header) }
    guard let base = HTTPURL(vault.reveal(work.context.baseURL(of: server))), let url = HTTPURL(request.url) else {
      return false
    }
    return url.isSameServer(as: base)
  }

  /// Returns true if a header field must not be sent to a different origin: it is `Host`, a credential, or contains a
  /// secret (RFC 9110 section 15.4; WHATWG Fetch, HTTP-redirect fetch).
  private func isForOneOrigin(_ header: HTTPHeader) -> Bool {
    header.isNamed("Host") || contract.letsIn(header) || Credentials.isSecret(header.name)
      || headers.contains { $0.server != nil && header.isNamed($0.header.name) }
      || vault.hide(header.value) != header.value
      || header.value.utf8.contains(0x24) && vault.reveal(header.value) != header.value
  }
}

extension HTTPURL {
  /// Returns true if both URLs have the same origin; loopback names and addresses count as the same host.
  fileprivate func isSameServer(as other: HTTPURL) -> Bool {
    origin == other.origin || (scheme == other.scheme && port == other.port && isLoopback && other.isLoopback)
  }
}

extension ReadyRequest {
  /// Fills the `Cookie` field again for the URL that a redirect led to (RFC 6265 section 5.4). Cookies from the step or
  /// a security scheme are sent only to the same origin. If the step sets the whole field, it is not changed there.
  fileprivate mutating func fillCookies(from cookies: ScenarioCookies?, isElsewhere: Bool, at now: DateTime) {
    if filledCookies == nil, !isElsewhere { return }
    var own = Substring(isElsewhere ? "" : request.headers["Cookie"] ?? "")
    if let filledCookies, own.hasPrefix(filledCookies) { own = own.dropFirst(filledCookies.count) }
    if own.hasPrefix("; ") { own = own.dropFirst(2) }
    request.headers.removeAll { $0.isNamed("Cookie") }
    filledCookies = cookies?.fill(&request, at: now) ?? ""
    if !own.isEmpty {
      request.headers.set("Cookie", request.headers["Cookie"].map { "\($0); \(own)" } ?? String(own))
    }
  }
}

/// A receiver that passes a response on to another receiver, or keeps it if it is a redirect to be followed.
private final class RedirectReceiver: TransferReceiver {
  private struct Kept {
    var next: HTTPRequest
    var response: HTTPResponse
    var time: Duration
    /// True if the body of the redirect exceeds 1 MiB, so that the rest is not read.
    var isCut: Bool { response.body.count > 1 << 20 }
  }

  private let receiver: any TransferReceiver
  private let request: HTTPRequest
  private let servers: [String]
  private let spent: Duration
  private let kept = Mutex<Kept?>(nil)
  private let passed = Mutex<UnfollowedRedirect.Why?>(nil)

  /// Creates a receiver for the response to `request`, sent `spent` after the first request. Redirects to a URL outside
  /// `servers` are passed on as responses; with an empty list all are, since no more redirects are followed.
  init(before receiver: any TransferReceiver, from request: HTTPRequest, to servers: [String], after spent: Duration) {
    self.receiver = receiver
    self.request = request
    self.servers = servers
    self.spent = spent
  }

  func receive(head: HTTPResponseHead, at time: Duration) -> TransferFlow {
    let next = request.redirected(by: head)
    guard let next, HTTPURL(next.url)?.path(behindOneOf: servers) != nil else {
      if next != nil { passed.withLock { $0 = servers.isEmpty ? .tooMany : .elsewhere } }
      return receiver.receive(head: head, at: time + spent)
    }
    kept.withLock { $0 = Kept(next: next, response: HTTPResponse(head: head, body: []), time: time + spent) }
    return .proceed
  }

  func receive(chunk: [UInt8], at time: Duration) -> TransferFlow {
    let flow = kept.withLock { kept -> TransferFlow? in
      guard kept != nil else { return nil }
      kept?.response.body += chunk
      return kept?.isCut == true ? .stop : .proceed
    }
    return flow ?? receiver.receive(chunk: chunk, at: time + spent)
  }

  /// The reason why a redirect was passed on as a response and not followed; `nil` if there was no such redirect.
  var unfollowed: UnfollowedRedirect.Why? { passed.withLock { $0 } }

  /// Returns the redirect response and the request it leads to, after its transfer ended for `reason`; `nil` if there
  /// was no redirect to follow. An incomplete redirect is passed on as a response.
  func redirect(endingWith reason: TransferEnd.Reason) -> (next: HTTPRequest, response: HTTPResponse)? {
    guard let kept = kept.withLock({ $0 }) else { return nil }
    if reason == .complete || kept.isCut { return (kept.next, kept.response) }
    _ = receiver.receive(head: kept.response.head, at: kept.time)
    if !kept.response.body.isEmpty { _ = receiver.receive(chunk: kept.response.body, at: kept.time) }
    return nil
  }
}

extension HTTPRequest {
  /// Returns the request that the redirect `head` leads to; `nil` if `head` is not a redirect with a `Location`.
  fileprivate func redirected(by head: HTTPResponseHead) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headers["Location"] else { return nil }
    var next = self
    next.url = URIReference(location).resolved(against: URIReference(url)).withoutFragment
    // Every client makes a GET of a POST here, whatever 301 and 302 once meant (sections 15.4.2 to 15.4.4).
    let isChanged = head.status == 303 ? method != "HEAD" : method == "POST" && head.status < 303
    if isChanged {
      next.method = "GET"
      next.body = []
      next.isGzipped = false
      next.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
    }
    return next
  }
}
