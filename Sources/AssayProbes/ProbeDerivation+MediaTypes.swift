import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON

/// The derivation of probes that send or request each documented media type.
extension ProbeDerivation {
  mutating func addMediaTypes() {
    if case .body(let body) = operation.request.content { addAlternatives(of: body) }
    guard !says(.header, "Accept"), isAnsweredAtOnce else { return }
    let said = operation.request.headers.first { HTTPHeader($0.name, "").isNamed("Accept") }?.example?.string
    var known: Set<String> = []
    for type in operation.successes.flatMap(\.mediaTypes) where type.name != said && known.insert(type.name).inserted {
      let change = RequestChange.input(.header, "Accept", .string(type.name))
      let expectation = Probe.Expectation.success(refusedAt: type.promise.level)
      add("accept-\(type.name)", .choice, "asking for `\(type.name)`", change, expectation, type.promise)
    }
    let unheard = "application/x-assay-knows-no-such-thing"
    let change = RequestChange.input(.header, "Accept", .string(unheard))
    add("accept-unheard", .mistake, "asking for `\(unheard)`", change, .anyAnswer)
  }

  private mutating func addAlternatives(of body: BodyTemplate) {
    for other in body.alternatives {
      // What a step says of the body is said of the value that is usual.
      let isItsOwn = other.example != body.example
      guard other.example != nil || step.call.body != nil, step.call.body == nil || !isItsOwn else { continue }
      let expectation = Probe.Expectation.success(refusedAt: other.promise.level)
      let about = "with its body as `\(other.contentType)`"
      add("as-\(other.contentType)", .choice, about, .alternative(other.contentType), expectation, other.promise)
    }
  }
}
