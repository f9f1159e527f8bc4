import AssayContract
import AssayJSON
import AssayObservation
import AssaySecrets

extension Credentials {
  /// Returns the values in `scope` of the outputs that `step` captures as secret.
  static func outputs(of step: Step, in scope: Scope) -> [Secret] {
    secrets(of: step.expects.outputs.filter(\.isSecret), in: scope)
  }

  private static func secrets(of outputs: [Output], in scope: Scope) -> [Secret] {
    outputs.flatMap { output -> [Secret] in
      guard case .value(let value) = output.expression.evaluate(in: scope) else { return [] }
      return secrets(in: value, name: output.name)
    }
  }

  /// Returns the secrets in a browser's or proxy's `entries`, and the values that steps of `contract` capture as secret
  /// in the responses of `run`; each once.
  static func all(in entries: [HAREntry], of contract: Contract, _ run: RecordedRun) -> [Secret] {
    var seen: Set<String> = []
    let fields = contract.secretFields
    let seenInEntries = entries.flatMap { entry in
      all(in: entry.exchange, fields: fields) + entry.events.flatMap(handedOut)
        + entry.sent.flatMap { handedOut(in: Array($0.data.utf8)) }
    }
    return (seenInEntries + captured(run, contract)).filter {
      seen.insert($0.value).inserted
    }
  }

  private static func captured(_ run: RecordedRun, _ contract: Contract) -> [Secret] {
    let outputs = secretOutputs(of: contract)
    if outputs.isEmpty { return [] }
    return run.observations.flatMap { observation -> [Secret] in
      guard let outputs = outputs[observation.operation] else { return [] }
      let exchanges: [Exchange] =
        switch observation.content {
        case .exchange(let exchange): [exchange]
        case .poll(let poll): poll.answers.map(\.exchange)
        case .stream, .absent: []
        }
      return exchanges.flatMap { exchange -> [Secret] in
        var scope = Scope()
        scope.exchange = exchange
        return secrets(of: outputs, in: scope)
      }
    }
  }

  /// Returns the outputs that scenario steps capture as secret, by the operation the steps call; equal outputs of
  /// several steps are listed once.
  private static func secretOutputs(of contract: Contract) -> [String: [Output]] {
    var outputs: [String: [Output]] = [:]
    var seen: Set<[String]> = []
    for scenario in contract.scenarios {
      for step in scenario.steps {
        for output in step.expects.outputs where output.isSecret {
          guard seen.insert([step.operation, output.name, output.expression.text]).inserted else { continue }
          outputs[step.operation, default: []].append(output)
        }
      }
    }
    return outputs
  }
}
