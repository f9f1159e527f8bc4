import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation

/// The routes that do not exist, known once every answer is.
extension Verifier {
  /// Finds out which operations answered as a path does that nobody serves, and has their checks say so.
  ///
  /// Of an operation that is only called wrongly in this run, and rightly by steps of the contract the run leaves out,
  /// nothing is said: those may well be answered.
  static func settleRoutes(
    _ verdicts: inout [CheckVerdict],
    _ ledger: inout PromiseLedger?,
    _ plan: Plan,
    _ context: RunContext
  ) async {
    let routes = context.routes
    let unsettled = routes.unsettled
    if unsettled.isEmpty { return }
    let planned = Set(plan.runs.flatMap(\.steps).map(\.id))
    let order = Dictionary(verdicts.enumerated().map { ($1.result.id, $0) }) { first, _ in first }
    for operation in context.contract.operations {
      guard let found = unsettled[operation.name] else { continue }
      // Whichever scenario ended first, the first of the plan speaks for all.
      let suspects = found.sorted { (order[$0.check] ?? .max, $0.check) < (order[$1.check] ?? .max, $1.check) }
      let isLeftOut =
        !suspects.contains(where: \.step.callsRightly)
        && context.contract.scenarios.contains { scenario in
          scenario.steps.contains {
            $0.operation == operation.name && $0.callsRightly
              && !planned.contains(Plan.id(of: $0, in: scenario, operation: operation))
          }
        }
      guard !isLeftOut, let nowhere = await Self.missing(operation, suspects, context) else {
        routes.settle(operation.name)
        continue
      }
      let judge = RouteJudge(contract: context.contract, operation: operation)
      for suspect in suspects {
        guard let index = order[suspect.check] else { continue }
        verdicts[index].lose(suspect, nowhere, judge, context, &ledger)
      }
      let settled = verdicts
      routes.settle(operation.name) { event in
        guard case .checkEnded(let check, _) = event, let index = order[check.id] else { return event }
        return .checkEnded(settled[index].result, findings: settled[index].findings)
      }
    }
  }

  /// The answer of a path nobody serves, where the route of `operation` is missing as well.
  private static func missing(
    _ operation: AssayContract.Operation,
    _ suspects: [RouteWatch.Suspect],
    _ context: RunContext
  ) async -> Exchange? {
    guard !context.source.isInterrupted, let first = suspects.first,
      let path = context.contract.unknownPath(on: operation.server)
    else { return nil }
    let server = operation.server
    let (request, url) = (first.exchange.request, RequestBuilder.url(of: context.baseURL(of: server), path: path))
    let source = context.source
    func probe(_ probe: RouteProbe) async -> Exchange? { await source.probe(probe) }
    guard let nowhere = await probe(RouteProbe(nowhere: url, like: request, on: server)),
      RouteJudge(contract: context.contract, operation: operation)
        .areLike(suspects.map { ($0.exchange, $0.step) }, nowhere: nowhere)
    else { return nil }
    let here = await probe(RouteProbe(optionsAt: request.url, of: operation.name, like: request, on: server))
    let there = await probe(RouteProbe(optionsAt: url, of: nil, like: request, on: server))
    return RouteJudge.isShown(byOptions: here, nowhere: there) ? nil : nowhere
  }
}

extension Step {
  /// Whether it is to be answered with a success.
  fileprivate var callsRightly: Bool { responses?.contains { $0.status.isSuccess } ?? true }
}

extension CheckVerdict {
  /// Says that the route of its operation does not exist, in place of what its answer seemed to be.
  fileprivate mutating func lose(
    _ suspect: RouteWatch.Suspect,
    _ nowhere: Exchange,
    _ judge: RouteJudge,
    _ context: RunContext,
    _ ledger: inout PromiseLedger?
  ) {
    let shown = (exchange: context.vault.hide(suspect.exchange), nowhere: context.vault.hide(nowhere))
    let told = findings.first { $0.rule == .status }
    var finding = judge.finding(of: shown.exchange, nowhere: shown.nowhere, told: told)
    (finding.check, finding.operation) = (result.id, result.operation)
    if told != nil {
      findings = findings.map { $0.rule == .status ? finding : $0 }
      return
    }
    findings = [finding]
    result.status = .failed
    result.reason = ""
    result.transcript = Transcript.of(shown.exchange)
    result.command = CurlCommand.text(shown.exchange.request)
    // All that was held against the answer was held against that of no route.
    var judged = context.judged
    judged.stop(finding.message)
    if let fates = context.table?.fates(of: result.id, judged, [finding], obstacle: "") { ledger?.add(fates) }
  }
}
