import AssayJSON

/// An index of the references from each step's expressions to other steps.
///
/// Text that is not an expression, such as a description, is not read.
package struct ReadIndex: Sendable {
  /// The references of one step, or of one security scheme, to earlier steps.
  package struct Reads: Sendable {
    /// The ids of the steps, as in `$steps.ID`.
    package var steps: Set<String> = []
    /// The names of outputs of any step, as in `$last.outputs.NAME`.
    package var outputs: Set<String> = []
    /// True if the request reads any of these steps or outputs.
    package var isInput = false

    package var isEmpty: Bool { steps.isEmpty && outputs.isEmpty }

    mutating func formUnion(_ other: Reads) {
      steps.formUnion(other.steps)
      outputs.formUnion(other.outputs)
      isInput = isInput || other.isInput
    }

    fileprivate mutating func add(_ reference: Reference, isInput: Bool) {
      switch reference.subject {
      case .step(let id, _): steps.insert(id)
      case .lastOutput(let name): outputs.insert(name)
      default: return
      }
      self.isInput = self.isInput || isInput
    }
  }

  /// The reads of each step, by the byte offset of the step; steps that read nothing are left out.
  private var bySteps: [Int: Reads] = [:]
  private var bySchemes: [String: Reads] = [:]
  /// The ids of the steps of which all answers or events are read (`$steps.ID.all`).
  package private(set) var whole: Set<String> = []
  /// The ids in ``whole`` of steps whose answers must be kept in detail: something besides their time, status and
  /// outputs is read.
  package private(set) var closely: Set<String> = []
  /// The ids of the steps of whose answers or events more is read than the outputs.
  package private(set) var answers: Set<String> = []
  /// True if any request reads `$run`, which is different for each call.
  package private(set) var readsRun = false

  init(of document: JSONDocument, _ texts: ParsedTemplates) {
    // The mock knows no steps.
    ExpressionUse.forEach(in: document, texts, withMock: false) { use in
      for reference in use.expression.references { note(reference, use) }
    }
  }

  private mutating func note(_ reference: Reference, _ use: ExpressionUse) {
    if let step = use.step { bySteps[step, default: Reads()].add(reference, isInput: use.isInput) }
    if let scheme = use.scheme { bySchemes[scheme, default: Reads()].add(reference, isInput: true) }
    switch reference.subject {
    case .variable(let names) where names.first == "run": readsRun = true
    case .step(let id, .exchange): answers.insert(id)
    case .step(let id, .all(let part)):
      whole.insert(id)
      switch part {
      case .output: break
      case .exchange(.responseTime), .exchange(.statusCode): answers.insert(id)
      default:
        answers.insert(id)
        closely.insert(id)
      }
    default: break
    }
  }

  /// Returns the references of `step`, without those of its credentials.
  package func reads(of step: Step) -> Reads { bySteps[step.promise.offset] ?? Reads() }

  /// Returns the references of the credentials of a security scheme.
  package func reads(ofScheme name: String) -> Reads { bySchemes[name] ?? Reads() }
}

extension Contract {
  /// Returns the references of `step` to earlier steps, including those of its credentials.
  package func reads(of step: Step) -> ReadIndex.Reads {
    var reads = reads.reads(of: step)
    guard !securitySchemes.isEmpty, let operation = operation(named: step.operation) else { return reads }
    for (scheme, _) in security(of: step, operation) where !step.says(scheme) {
      reads.formUnion(self.reads.reads(ofScheme: scheme.name))
    }
    return reads
  }

  /// Returns the ids of the steps that `step` reads from. For `$last.outputs.NAME`, these are all steps with an output
  /// of that name.
  package func stepsRead(by step: Step) -> Set<String> {
    let reads = reads(of: step)
    if reads.outputs.isEmpty { return reads.steps }
    let makers = scenarios.lazy.flatMap(\.steps).filter { maker in
      maker.expects.outputs.contains { reads.outputs.contains($0.name) }
    }
    return reads.steps.union(makers.map(\.id))
  }
}
