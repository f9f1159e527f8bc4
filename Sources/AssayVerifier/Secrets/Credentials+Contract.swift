import AssayContract
import AssayJSON
import AssayObservation
import AssaySecrets

extension Credentials {
  /// The values of the secret outputs of `step` in `scope`.
  static func outputs(of step: Step, in scope: Scope) -> [Secret] {
    secrets(of: step.expects.outputs.filter(\.isSecret), in: scope)
  }

  private static func secrets(of outputs: [Output], in scope: Scope) -> [Secret] {
    outputs.flatMap { output -> [Secret] in
      guard case .value(let value) = output.expression.evaluate(in: scope) else { return [] }
      return secrets(in: value, name: output.name)
    }
  }

  /// The secrets of a browser's or proxy's `entries`, and what in the answers of `run` steps of `contract` capture as
  /// secret; each once.
  static func all(in entries: [HAREntry], of contract: Contract, _ run: RecordedRun) -> [Secret] {
    var seen: Set<String> = []
    let fields = contract.secretFields
    let seenInEntries = entries.flatMap { all(in: $0.exchange, fields: fields) + $0.events.flatMap(handedOut) }
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

  /// Returns the outputs that steps of scenarios capture as secret, by the operations they call; equal outputs of
  /// several steps once.
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
