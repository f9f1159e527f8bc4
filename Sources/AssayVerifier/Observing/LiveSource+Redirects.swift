import AssayContract
import AssayHTTP
import AssayObservation
import AssayText
import Synchronization

/// A step's request as it leaves, and what has to be known of it to make another one of it.
struct ReadyRequest: Sendable {
  var request: HTTPRequest
  var parameters: RequestParameters
  /// What it is let in by that can be had anew.
  var tokens: [SentToken] = []
  /// What of its `Cookie` field the scenario's cookies are; `nil` where the field is the step's own.
  var filledCookies: String?

  /// Makes it the request that `exchange` began with, byte for byte.
  mutating func become(_ exchange: Exchange) {
    let first = exchange.first ?? exchange.request
    if let filled = filledCookies {
      // The scenario's cookies were others then; what the step says behind them was the same.
      let (own, sent) = ((request.headers["Cookie"] ?? "").dropFirst(filled.count), first.headers["Cookie"] ?? "")
      filledCookies = sent.hasSuffix(own) ? String(sent.dropLast(own.count)) : nil
    }
    (request, parameters) = (first, exchange.parameters)
  }
}

extension LiveSource {
  /// The most redirects that are followed behind each other.
  private static let mostRedirects = 10

  /// Sends what is ready and, where the operation's redirects are followed, what they make of it, as a client does (RFC
  /// 9110 section 15.4): within the contract's servers alone, and ten of them at most.
  ///
  /// Returns the request whose answer went to `receiver`, and the end, timed from the first request on; `lead` is told of
  /// each further request before it is made.
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
    // What a probe is given is no reason for what the next one sends.
    let cookies = work.step.isByStranger ? nil : work.step.probedStep == nil ? work.cookies : work.cookies?.copy()
    var (ready, left, spent) = (ready, limits, Duration.zero)
    var number = 0
    while true {
      let servers = number < Self.mostRedirects ? work.context.baseURLs : []
      number += 1
      let gate = RedirectGate(before: receiver, from: ready.request, to: servers, after: spent)
      var end = await transport.send(ready.request, limits: left, to: gate)
      end.timings.total += spent
      end.timings.firstByte? += spent
      guard let answer = gate.redirect(endingWith: end.reason) else {
        end.unfollowed = gate.unfollowed.map { UnfollowedRedirect($0, followed: number - 1) }
        return (ready.request, end)
      }
      let response = vault.guarded(answer.response)
      vault.learn(Credentials.all(in: Exchange(request: ready.request, response: response, end: end)))
      cookies?.take(response.head, from: ready.request.url, at: settings.now())
      let isElsewhere = HTTPURL(answer.next.url)?.origin != HTTPURL(ready.request.url)?.origin
      ready.request = answer.next
      if isElsewhere { ready.request.headers.removeAll(where: isForOneOrigin) }
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

  /// Whether a field is meant for the origin it was made for: it names that, or lets the call in there (RFC 9110 section
  /// 15.4; WHATWG Fetch, HTTP-redirect fetch).
  private func isForOneOrigin(_ header: HTTPHeader) -> Bool {
    header.isNamed("Host") || contract.letsIn(header) || Credentials.isSecret(header.name)
      || vault.hide(header.value) != header.value
  }
}

extension ReadyRequest {
  /// Fills `Cookie` anew for the URL a redirect led to (RFC 6265 section 5.4). What the step, or a security scheme, says in
  /// it goes along to the same origin alone, where a field of the step's own is all there is.
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

/// Hands an answer on, unless it is a redirect that is followed: that one it keeps.
private final class RedirectGate: TransferReceiver {
  private struct Kept {
    var next: HTTPRequest
    var response: HTTPResponse
    var time: Duration
    /// Whether so much came that the rest is not waited for.
    var isCut: Bool { response.body.count > 1 << 20 }
  }

  private let receiver: any TransferReceiver
  private let request: HTTPRequest
  private let servers: [String]
  private let spent: Duration
  private let kept = Mutex<Kept?>(nil)
  private let passed = Mutex<UnfollowedRedirect.Why?>(nil)

  /// A gate for the answer of `request`, sent when `spent` had gone by; what leads to none of `servers` passes it, and where
  /// there are none, because no more redirects are followed, every one.
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

  /// Why the redirect that passed was not followed; `nil` where none did.
  var unfollowed: UnfollowedRedirect.Why? { passed.withLock { $0 } }

  /// The redirect and where it leads, once its transfer has ended; one that did not come whole is handed on as what it is.
  func redirect(endingWith reason: TransferEnd.Reason) -> (next: HTTPRequest, response: HTTPResponse)? {
    guard let kept = kept.withLock({ $0 }) else { return nil }
    if reason == .complete || kept.isCut { return (kept.next, kept.response) }
    _ = receiver.receive(head: kept.response.head, at: kept.time)
    if !kept.response.body.isEmpty { _ = receiver.receive(chunk: kept.response.body, at: kept.time) }
    return nil
  }
}

extension HTTPRequest {
  /// The request a redirect asks for; `nil` where `head` is none that is followed.
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
