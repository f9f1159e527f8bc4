import AssayContract
import AssayFindings
import AssayHTTP
import AssayJudging
import AssayObservation
import AssaySecrets

/// The detection of routes that do not exist, after all responses were received.
extension Verifier {
  /// Returns the operations that responded only as the server does for a path it does not serve, with the new verdicts
  /// on their checks.
  ///
  /// An operation is not included if the run called it only with invalid requests and left out steps with valid ones,
  /// since those calls might succeed.
  static func routes(_ part: RunPart, _ plan: Plan, _ context: RunContext) async -> [RunPart.Route] {
    let (shown, unsettled) = (context.routes.shown, context.routes.unsettled)
    if unsettled.isEmpty, context.settings.selection.shard == nil { return [] }
    let made = Set(plan.runs.flatMap(\.steps).map(\.id))
    let told = part.results.flatMap { scenario in scenario.checks.map { (check: $0, scenario: scenario) } }
    let order = Dictionary(told.enumerated().map { ($1.check.id, $0) }) { first, _ in first }
    var routes: [RunPart.Route] = []
    // The others are not looked at: trials of faults come here often.
    for operation in context.contract.operations(named: shown.union(unsettled.keys)) {
      var route = RunPart.Route(operation: operation.name, isShown: shown.contains(operation.name))
      guard let found = unsettled[operation.name] else {
        if route.isShown { routes.append(route) }
        continue
      }
      let right = context.contract.stepsCallingRightly(operation)
      route.isCalledRightly = found.contains(where: \.step.callsRightly)
      route.isLeftOut = right.contains { !made.contains($0) && !plan.elsewhere.contains($0) }
      route.isCalledElsewhere = right.contains(where: plan.elsewhere.contains)
      if route.isCalledRightly || route.isCalledElsewhere || !route.isLeftOut {
        // The first scenario of the plan speaks for all, in any order of ending.
        let suspects = found.sorted { (order[$0.check] ?? .max, $0.check) < (order[$1.check] ?? .max, $1.check) }
        let judge = RouteJudge(contract: context.contract, operation: operation)
        let isDenied = judge.denyMethod(suspects.map { ($0.exchange, $0.step) })
        let nowhere = isDenied ? nil : await missing(operation, suspects, context)
        if isDenied || nowhere != nil {
          route.lost = suspects.compactMap { suspect in
            order[suspect.check].map { judge.lost(told[$0].check, suspect, nowhere, of: told[$0].scenario, context) }
          }
        }
      }
      routes.append(route)
    }
    return routes
  }

  /// Returns the response of a path that is not served, if the responses of `operation` look like it; otherwise `nil`.
  private static func missing(
    _ operation: AssayContract.Operation,
    _ suspects: [RouteWatch.Suspect],
    _ context: RunContext
  ) async -> Exchange? {
    guard !context.source.isInterrupted, let first = suspects.first,
      let path = context.unknownPaths.path(on: operation.server)
    else { return nil }
    let server = operation.server
    let (request, url) = (first.exchange.request, RequestBuilder.url(of: context.baseURL(of: server), path: path))
    let source = context.source
    func probe(_ probe: RouteProbe) async -> Exchange? { await source.probe(probe)?.routeAnswer }
    guard let nowhere = await probe(RouteProbe(nowhere: url, like: request, on: server)),
      RouteJudge(contract: context.contract, operation: operation)
        .areLike(suspects.map { ($0.exchange, $0.step) }, nowhere: nowhere)
    else { return nil }
    let here = await probe(RouteProbe(optionsAt: request.url, of: operation.name, like: request, on: server))
    let there = await probe(RouteProbe(optionsAt: url, of: nil, like: request, on: server))
    return RouteJudge.isShown(byOptions: here, nowhere: there) ? nil : nowhere
  }
}

extension Contract {
  /// The ids of the steps that call `operation` and expect a success.
  fileprivate func stepsCallingRightly(_ operation: AssayContract.Operation) -> [String] {
    scenarios.flatMap { scenario in
      scenario.steps.filter { $0.operation == operation.name && $0.callsRightly }
        .flatMap { step in scenario.runNames.map { Plan.id(of: step, in: $0, operation: operation) } }
    }
  }
}

extension Step {
  /// True if the step expects a success.
  fileprivate var callsRightly: Bool { expects.responses?.contains { $0.status.isSuccess } ?? true }
}

extension RouteJudge {
  /// Returns the new verdict on `check`, if the route of its operation does not exist; it replaces the one on its
  /// response.
  fileprivate func lost(
    _ check: CheckResult,
    _ suspect: RouteWatch.Suspect,
    _ nowhere: Exchange?,
    of scenario: RunPart.ScenarioResult,
    _ context: RunContext
  ) -> RunPart.LostCheck {
    let findings = scenario.findings.filter { $0.check == check.id }
    let shown = (exchange: context.vault.hide(suspect.exchange), nowhere: nowhere.map { context.vault.hide($0).value })
    let told = findings.first { $0.rule == .status }
    var finding = finding(of: shown.exchange.value, nowhere: shown.nowhere, told: told)
    (finding.check, finding.operation) = (check.id, check.operation)
    if told != nil {
      let findings = findings.map { $0.rule == .status ? finding : $0 }
      return RunPart.LostCheck(check: check, findings: findings, promises: [])
    }
    var check = check
    check.status = .failed
    check.reason = ""
    check.transcript = Transcript.of(shown.exchange)
    check.command = CurlCommand.text(shown.exchange.value.request)
    // All that was held against the answer was held against that of no route.
    var ledger = context.ledger
    ledger.post(BrokenFate(finding, breaking: [answerSite(of: suspect.step)]))
    ledger.stop(because: BlockReason(finding))
    var promises = context.table.map(PromiseLedger.init)
    if let fates = context.table?.fates(of: check.id, ledger, obstacle: nil) {
      promises?.add(fates, of: scenario.position)
    }
    return RunPart.LostCheck(check: check, findings: [finding], promises: promises?.promises(in: context) ?? [])
  }
}
