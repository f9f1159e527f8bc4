import AssayContract
import AssayFindings
import AssayJSON

/// Comparisons of the security schemes that authorise callers, and of the default for operations without `security`.
extension ChangeLog {
  /// Compares schemes; the credentials that an operation needs are reported with the operation.
  mutating func compareSecuritySchemes(_ around: Places) {
    operation = ""
    for scheme in old.securitySchemes { claimScheme(&claims.old, scheme) }
    for scheme in new.securitySchemes { claimScheme(&claims.new, scheme) }
    compareEntries(
      old.securitySchemes,
      new.securitySchemes,
      name: \.name,
      gone: { log, scheme in
        guard log.old.use(of: scheme.name) == .none else { return }
        let message = "the security scheme is gone; it is not used"
        log.note([], "security scheme \(scheme.name)", message, around.from(scheme.promise))
      },
      come: { log, scheme in
        guard log.new.use(of: scheme.name) == .none else { return }
        let message = "the security scheme is new; it is not used"
        log.note([], "security scheme \(scheme.name)", message, around.to(scheme.promise))
      },
      both: { $0.compareSchemes($1, $2) }
    )
  }

  private mutating func compareSchemes(_ old: SecurityScheme, _ new: SecurityScheme) {
    guard old.sent != new.sent else { return }
    let use = max(self.old.use(of: old.name), self.new.use(of: new.name))
    guard use < .byOperations else { return }
    let message = "what it sends is \(new.sent) now, was \(old.sent)"
    note(
      use == .none ? [] : [.clients, .backend],
      "security scheme \(new.name)",
      use == .none ? message + "; it is not used" : message,
      Places(old.promise, new.promise)
    )
  }

  private func claimScheme(_ claims: inout Claims, _ scheme: SecurityScheme) {
    let place = scheme.promise.pointer
    claims.insert(["type", "scheme", "name", "in"], of: place)
    claims.insert(["tokenUrl"], of: place.appending("flows").appending("clientCredentials"))
  }

  /// Reports a changed default `security` if no operation uses it; otherwise each operation reports it.
  mutating func compareUsualSecurity(_ around: Places) {
    operation = ""
    claim(around, "security")
    let (before, now) = (old.document.root["security"], new.document.root["security"])
    let heirs = new.operations.contains { new.document.root[$0.promise.pointer]?["security"] == nil }
    guard before != now, !heirs else { return }
    let message = "`security` is \(now?.brief ?? "not said") now, was \(before?.brief ?? "not said"); it is not used"
    note([], "contract", message, places(around, "security"))
  }
}

/// The parts of a contract that use a security scheme.
private enum SchemeUse: Int, Comparable {
  case none, bySteps, byOperations

  static func < (left: SchemeUse, right: SchemeUse) -> Bool { left.rawValue < right.rawValue }
}

extension Contract {
  fileprivate func use(of scheme: String) -> SchemeUse {
    func names(_ uses: [SecurityUse]) -> Bool { uses.contains { $0.scheme.isExactly(scheme) } }
    if operations.contains(where: { $0.security.contains(where: names) }) { return .byOperations }
    let steps = scenarios.flatMap { $0.before + $0.steps + $0.after }
    return steps.contains { names($0.call.security ?? []) } ? .bySteps : .none
  }
}
