import AssayJSON

/// The rows with which a scenario was run: the values that its steps send in each, as columns.
struct RecordedRows {
  /// A step of one row, and the call on which it is based.
  struct Step {
    var step: ScenarioStep
    var operation: RecordedOperation
    var call: RecordedCall
    /// The last call that the step made.
    var last: RecordedCall
  }

  /// The rows of the draft's scenario, each with its name and the values of its columns.
  private(set) var rows: [DraftTree]
  /// The differences of each step's request from its operation's example. The value is a fixed one, or reads the column
  /// that contains it.
  private var parts: [RequestDifference.Parts] = []
  private let first: [Step]

  /// Returns `nil` if the rows cannot be one scenario: steps or statuses differ, or a value sent cannot be written in a
  /// step.
  init?(_ runs: [(row: String, steps: [Step])], _ secrets: SeenSecrets) {
    guard let first = runs.first?.steps, !first.isEmpty else { return nil }
    self.first = first
    rows = runs.map { ["name": .string($0.row)] }
    for run in runs where run.steps.map(\.step.id) != first.map(\.step.id) { return nil }
    for position in first.indices {
      let steps = runs.map { $0.steps[position] }
      let (operation, call) = (first[position].operation, first[position].call)
      for step in steps {
        guard step.operation.name == operation.name, step.call.isSuccess == call.isSuccess,
          call.isSuccess || step.call.status == call.status
        else { return nil }
      }
      guard let own = read(steps, secrets) else { return nil }
      parts.append(own)
    }
  }

  private mutating func read(_ steps: [Step], _ secrets: SeenSecrets)
    -> RequestDifference.Parts?
  {
    let operation = steps[0].operation
    var told: [RequestDifference.Parts] = []
    var places: [(key: String, name: String)] = []
    for step in steps {
      let isExample = step.call.number == operation.example.number
      guard let own = isExample ? [] : RequestDifference(step.call, from: operation, secrets)?.parts else { return nil }
      told.append(own)
      for part in own where !places.contains(where: { $0 == (part.key, part.name) }) {
        places.append((part.key, part.name))
      }
    }
    var parts: RequestDifference.Parts = []
    for (key, name) in places {
      let shown = told.compactMap { $0.first { $0.key == key && $0.name == name }?.value }
      guard let usual = RequestDifference.value(key, name, of: operation, beside: shown, secrets) else { return nil }
      let values = told.map { own in own.first { $0.key == key && $0.name == name }?.value ?? usual }
      let texts = values.map(\.text)
      // A row's members are no templates.
      guard !texts.contains(where: { $0.contains("$") }) else { return nil }
      if Set(texts).count == 1 {
        parts.append((key, name, values[0]))
        continue
      }
      // A coding is not a template.
      guard !name.isEmpty else { return nil }
      let column = column(name, step: steps[0].step.id)
      for index in rows.indices { rows[index][column] = values[index] }
      parts.append((key, name, "$row.\(column)"))
    }
    return parts
  }

  /// Returns the column name for the values of `name`, different from all other columns.
  private func column(_ name: String, step: String) -> String {
    let words = name.plain("_")
    let isTaken = rows[0][words] != nil || words.first?.isNumber == true
    var column = isTaken ? String(step.map { $0 == "-" || $0 == "." ? "_" : $0 }) + "_" + words : words
    while rows[0][column] != nil { column += "_" }
    return column
  }

  /// Adds to a step the members it does not have yet.
  func add(to step: inout DraftTree, _ position: Int) { RequestDifference.add(parts[position], to: &step) }

  /// Returns the step at `position`, which is refused in every row, with the expected status.
  func refusal(_ position: Int) -> DraftTree {
    let own = first[position]
    return RecordedRefusal.step(id: own.step.id, own.operation, parts[position], own.call.status)
  }
}
