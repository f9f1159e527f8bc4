import AssayJSON

extension ProgramRunner {
  /// Returns true if a value matches a schema that many paths lead to; its result is remembered.
  @inline(never)
  func shared(_ step: UnsafePointer<Instruction>, _ place: TapePlace, _ depth: Int) -> Bool {
    guard memory.pointee.spend(1) else { return true }
    let question = question(step, place)
    if let known = memory.pointee.known(question) { return known }
    let start = (memory.pointee.steps, memory.pointee.assumptions)
    let holds = passesAll(step + 1, place, depth &+ 1)
    memory.pointee.learn(question, holds, since: start)
    return holds
  }

  /// Returns the remembered result of testing a value, or postpones the test until the stack is empty and returns true.
  @inline(never)
  func answerLater(_ step: UnsafePointer<Instruction>, _ place: TapePlace) -> Bool {
    memory.pointee.answerLater(question(step, place))
  }

  /// Returns true if something was assumed since the counter had the value `assumptions`; a negative result must not
  /// depend on that.
  @inline(__always)
  func depends(on assumptions: Int) -> Bool { memory.pointee.assumptions != assumptions }

  /// Returns false, and remembers that the value does not match the schema, if failures are to be explained.
  @inline(never)
  func failed(_ place: TapePlace, by schema: EntryPoints) -> Bool {
    remember(place, by: schema)
    return false
  }

  private func remember(_ place: TapePlace, by schema: EntryPoints) {
    guard memory.pointee.remembersFailures, let question = question(place, by: schema) else { return }
    memory.pointee.learn(question, false)
  }

  /// Returns the final result of testing a value by a schema, including all postponed questions.
  @inline(never)
  func verdict(_ place: TapePlace, by node: SchemaNodeID) -> SchemaVerdict {
    let schema = entryPoints(node)
    let question = memory.pointee.remembersFailures ? question(place, by: schema) : nil
    if let question, memory.pointee.known(question) == false { return .fails }
    let assumptions = memory.pointee.assumptions
    guard accepts(place, by: schema, depth: 0) else {
      remember(place, by: schema)
      return .fails
    }
    return depends(on: assumptions) ? settled(place, by: schema) : .holds
  }

  /// Returns the final result if questions were postponed: answers them with an empty stack, the deepest first.
  @inline(never)
  private func settled(_ place: TapePlace, by schema: EntryPoints) -> SchemaVerdict {
    while !memory.pointee.isExhausted {
      var pending = memory.pointee.beginRound()
      while let question = pending.last, !memory.pointee.isExhausted {
        guard !memory.pointee.isDecided(question) else {
          pending.removeLast()
          continue
        }
        let assumptions = memory.pointee.assumptions
        let holds = passes(tables.instructions + question.step, tape + question.place, 0)
        if !holds || !depends(on: assumptions) { memory.pointee.learn(question, holds) }
        pending += memory.pointee.beginRound()
      }
      let assumptions = memory.pointee.assumptions
      guard accepts(place, by: schema, depth: 0) else {
        remember(place, by: schema)
        return .fails
      }
      if !depends(on: assumptions) { return .holds }
    }
    return .undecided
  }

  @inline(__always)
  private func question(_ step: UnsafePointer<Instruction>, _ place: TapePlace) -> ProgramQuestion {
    ProgramQuestion(step: step - tables.instructions, place: place - tape)
  }

  /// Returns the question whether a value matches a whole schema; `nil` if testing again is cheaper than remembering.
  private func question(_ place: TapePlace, by schema: EntryPoints) -> ProgramQuestion? {
    guard place.pointee.kind == .array || place.pointee.kind == .object, let step = schema[place.pointee.code]
    else { return nil }
    return ProgramQuestion(step: step - tables.instructions, place: place - tape, wholeSchema: true)
  }
}

/// The result of judging a value.
enum SchemaVerdict {
  case holds, fails
  /// Deciding would take more steps than allowed.
  case undecided
}
