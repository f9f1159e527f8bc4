package import AssayFindings
import AssayObservation

/// A value whose secrets are replaced by their tokens.
///
/// Only a ``SecretVault`` creates these values: recordings and observers of a run accept nothing else.
@dynamicMemberLookup
package struct Hidden<Value: Sendable>: Sendable {
  package let value: Value

  init(_ value: Value) { self.value = value }

  /// A part of the value, which holds no secrets either.
  package subscript<Part>(dynamicMember path: KeyPath<Value, Part>) -> Hidden<Part> {
    Hidden<Part>(value[keyPath: path])
  }
}

/// A value with texts that can be replaced one by one, such as an observation or a finding.
package protocol TextBearing: Sendable {
  func mapTexts(_ change: (String) -> String) -> Self
}

extension SecretVault {
  /// Returns the value with its secrets hidden, as it leaves the run.
  package func hide<Value: TextBearing>(_ value: Value) -> Hidden<Value> {
    Hidden(isEmpty ? value : value.mapTexts { hide($0) })
  }

  /// Returns the value with its secrets hidden; the first `count` secrets are already hidden in it.
  package func hide<Value: TextBearing>(_ value: Value, hiddenUpTo count: Int) -> Hidden<Value> {
    self.count > count ? hide(value) : Hidden(value)
  }
}

extension Finding: TextBearing {}

extension CheckResult: TextBearing {
  package func mapTexts(_ change: (String) -> String) -> CheckResult {
    var changed = self
    changed.reason = change(reason)
    changed.obstacle = obstacle.map(change)
    changed.causes = causes?.map { $0.mapTexts(change) }
    changed.transcript = change(transcript)
    changed.command = change(command)
    changed.earlier = earlier.map(change)
    changed.illustrations = illustrations.map { $0.mapTexts(change) }
    return changed
  }
}

extension RunEvent: TextBearing {
  package func mapTexts(_ change: (String) -> String) -> RunEvent {
    switch self {
    case .runStarted, .checkStarted: self
    case .checkEnded(let check, let findings):
      .checkEnded(check.mapTexts(change), findings: findings.map { $0.mapTexts(change) })
    case .runEnded(let result): .runEnded(result.mapTexts(change))
    }
  }
}

extension RunResult: TextBearing {
  package func mapTexts(_ change: (String) -> String) -> RunResult {
    var changed = self
    changed.checks = checks.map { $0.mapTexts(change) }
    changed.findings = findings.map { $0.mapTexts(change) }
    changed.servers = servers.map { Server(name: $0.name, url: change($0.url)) }
    changed.part = part?.mapTexts(change)
    return changed
  }
}

extension RunPart: TextBearing {
  package func mapTexts(_ change: (String) -> String) -> RunPart {
    var changed = self
    for index in checks.indices { changed.checks[index] = checks[index].mapTexts(change) }
    for index in findings.indices { changed.findings[index] = findings[index].mapTexts(change) }
    for index in servers.indices { changed.servers[index].url = change(servers[index].url) }
    return changed
  }
}
