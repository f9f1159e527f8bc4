import AssayText

/// Finding of the operations that are polled, and of the states they pass through.
extension Refinement {
  static let stateNames = CommaSeparated.set(
    "status, state, phase, stage, jobstatus, taskstatus, statut, etat, zustand, estado, stato"
  )

  mutating func refinePoll(_ index: Int) {
    var operation = operations[index]
    guard operation.canBePolled, let member = operation.stateMember() else {
      operations[index].poll.states = []
      return
    }
    addLooseStates(member.shape, to: &operation, areOwn: index)
    // A line that lists states names other members, too: those next to the state.
    let members = operation.names(nextTo: member.path)
    operation.poll.states.removeAll { $0.isToldAlone && members.contains($0.name) && !Vocabulary.isState($0.name) }
    addOwnStates(member.shape, to: &operation)
    addLooseStates(member.shape, to: &operation, areOwn: nil)
    addComparedStates(member.shape, to: &operation)
    settle(&operation, at: member.path)
    operations[index] = operation
  }

  /// Makes the operation one that is polled, if its states show that it is.
  private func settle(_ operation: inout OperationDraft, at member: [String]) {
    if operation.poll.interval == nil, !operation.poll.states.isEmpty {
      operation.poll.interval = reader.loose.interval
    }
    operation.settleEnds(stated: reader.loose.finalStates)
    guard operation.isPolledThroughStates else {
      operation.poll.states = []
      return
    }
    operation.poll.member = member
    operation.changeSuccess { shape in
      shape.transform { place, path in
        // The states say what values there are; an unlisted one may still be received.
        if path == member { place.values = [] }
      }
    }
  }

  /// Adds to the operation's poll the states that the state member `member` lists or shows, and those with which client
  /// code compares it.
  private func addOwnStates(_ member: Shape, to operation: inout OperationDraft) {
    for (value, _) in member.shown { operation.respell(value) }
    let isContradicted = !member.shown.isEmpty && !member.shown.contains { member.values.contains($0.value) }
    let listing = member.listing ?? member.sources.first ?? operation.sources.first ?? Source("guide", 1)
    for value in member.values where !isContradicted { operation.addState(value, listing) }
    let listed = Set(operation.poll.states.map(\.name))
    let areStates = member.shown.contains { Vocabulary.isState($0.value) }
    for (value, source) in member.shown
    where listed.isEmpty || listed.contains(value) || member.values.isEmpty && areStates {
      operation.addState(value, source)
    }
    let isShown = !operation.poll.states.isEmpty
    addFirstStates(to: &operation)
    if isShown { addStreamedStates(to: &operation) }
    for compared in operation.client.comparedStates
    where listed.isEmpty || listed.contains(compared.name) || Vocabulary.isState(compared.name) && member.values.isEmpty
    {
      operation.addState(compared.name, isFinal: compared.isFinal, compared.source)
    }
  }

  /// Adds the states that the call shows which begins the job: one that sends something and is answered alike.
  private func addFirstStates(to operation: inout OperationDraft) {
    guard let own = operation.success?.shape, let member = operation.stateMember(), member.shape.values.isEmpty else {
      return
    }
    let known = Set(operation.poll.states.map(\.name))
    for other in operations where other.sendsBody {
      guard let first = other.stateMember(), first.path == member.path else { continue }
      let further = first.shape.shown.filter { Vocabulary.isState($0.value) && !known.contains($0.value) }
      guard !further.isEmpty, let shape = other.success?.shape, own.overlap(with: shape) >= 0.5 else { continue }
      for (value, source) in further { operation.addState(value, source) }
    }
  }

  /// Adds the states that the frames of a stream of the same job show: `/jobs/{id}/events`.
  private func addStreamedStates(to operation: inout OperationDraft) {
    guard let member = operation.stateMember(), member.shape.values.isEmpty, let name = member.path.last else { return }
    let segments = operation.target.segments
    let streams = operations.filter {
      $0.target.segments.count > segments.count
        && CallTarget.matches(Array($0.target.segments.prefix(segments.count)), segments)
    }
    for event in streams.flatMap(\.stream.events) {
      guard let told = event.shape[name], told.values.isEmpty else { continue }
      for (value, source) in told.shown where Vocabulary.isState(value) { operation.addState(value, source) }
    }
  }

  /// Adds the states that the guide lists: with `areOwn` in the sections about the operation, else in others that list
  /// one of its states. Of several jobs, each has its own states.
  private func addLooseStates(_ member: Shape, to operation: inout OperationDraft, areOwn index: Int?) {
    let isListed = { (name: String) in member.values.isEmpty || member.values.contains(name) }
    let isAlone = operation.poll.states.count < 2
    for loose in reader.loose.states {
      // A list that has none of the values that are shown is about something else, unless both are states of jobs.
      let isOther =
        loose.chain == nil && !member.shown.isEmpty && !member.shown.contains { loose.names.contains($0.value) }
        && !(loose.isOfStates && member.shown.allSatisfy { Vocabulary.isState($0.value) })
      let isOwn = index.map(loose.operations.contains) == true && !isOther
      let isShared =
        index == nil && (loose.operations.isEmpty || isAlone)
        && loose.names.contains { name in operation.poll.states.contains { $0.name == name } }
      guard isOwn || isShared else { continue }
      if let chain = loose.chain, isOwn || loose.operations.isEmpty && loose.names.allSatisfy(isListed) {
        operation.addStates(chain, loose.source)
        continue
      }
      // In a list or a table of states each row is one.
      let areRows = !loose.places.isEmpty && loose.isOfStates
      for name in loose.names
      where isOwn && !loose.isOfNumbers || (Vocabulary.isState(name) || loose.chain != nil || areRows) && isListed(name)
      {
        operation.addState(name, loose.place(of: name))
      }
    }
  }

  /// Adds the states that client code which makes no call compares with.
  private func addComparedStates(_ member: Shape, to operation: inout OperationDraft) {
    for compared in reader.loose.client.comparedStates
    where operation.poll.states.contains(where: { $0.name == compared.name })
      || !operation.poll.states.isEmpty && Vocabulary.isState(compared.name) && member.values.isEmpty
    {
      operation.addState(compared.name, isFinal: compared.isFinal, compared.source)
    }
  }

  /// Makes calls for one thing polls if they have two successes, and one says that the thing is not ready: 202, or what
  /// the guide says so of.
  mutating func refineStatuses() {
    for index in operations.indices {
      let operation = operations[index]
      let answers = operation.answers.filter { $0.isSuccess && Int($0.status) != nil }
      guard answers.count == 2,
        let running = answers.first(where: { operation.said.waiting.contains($0.status) })
          ?? answers.first(where: { $0.status == "202" }),
        let end = answers.first(where: { $0.status != running.status }),
        operation.method == "GET", operation.canBePolled, operation.isAskedForOne, !operation.poll.isKnown
      else { continue }
      operations[index].addState(running.status, running.sources.first ?? operation.sources[0])
      operations[index].addState(end.status, isFinal: true, end.sources.first ?? operation.sources[0])
      operations[index].poll.isOfStatus = true
      operations[index].poll.interval = operation.poll.interval ?? reader.loose.interval
    }
  }

  // MARK: States that no answer shows

  /// Assigns the states that the guide lists and that no answer shows: to the only operation that asks for one thing and
  /// whose state is not known, of several to the one that the heading names.
  mutating func refineUnshownStates() {
    for loose in reader.loose.states where loose.isOfStates {
      let isShown = operations.contains { operation in
        operation.poll.states.contains { loose.names.contains($0.name) }
      }
      guard !isShown, let index = asker(of: loose) else { continue }
      var operation = operations[index]
      let member = operation.stateMember(isNumber: loose.isOfNumbers)
      for name in loose.names {
        operation.addState(name, meaning: loose.meanings[name] ?? "", loose.place(of: name))
      }
      addLooseStates(member?.shape ?? Shape(), to: &operation, areOwn: nil)
      operation.poll.isMemberGuessed = member == nil
      settle(&operation, at: member?.path ?? [loose.member])
      operations[index] = operation
      guard member == nil, !operation.poll.states.isEmpty else { continue }
      note(
        "State of \(operation.call)",
        "The guide lists the states and does not show the answer. The draft reads the state from `\(loose.member)`.",
        [loose.source]
      )
    }
  }

  /// Words of a heading that do not say whose states it is about.
  private static let noise = CommaSeparated.set(
    "value, possible, the, of, a, and, flow, lifecycle, life, cycle, transition, list, code, meaning, description"
  )

  /// Returns the operation whose state has the values of a list, if it is the only one that may have: it answers a state
  /// and shows none but these, its path ends with the word for one, or the heading of the list names it.
  private func asker(of loose: LooseStates) -> Int? {
    let words = loose.section.nameWords.map { OperationTable.singular($0) }
    let owners = Set(words.filter { !$0.has(.state) && !Self.noise.contains($0) })
    func isNamed(_ operation: OperationDraft) -> Bool {
      operation.target.path.nameWords.contains { owners.contains(OperationTable.singular($0)) }
    }
    let askers = operations.indices.filter { index in
      let operation = operations[index]
      let member = operation.stateMember(isNumber: loose.isOfNumbers)
      guard operation.canBePolled, operation.isAskedForOne, operation.poll.states.isEmpty else { return false }
      if let member {
        return member.shape.values.isEmpty && member.shape.shown.allSatisfy { loose.names.contains($0.value) }
      }
      return !operation.hasAnswer && operation.file == nil && !loose.isOfNumbers
        && (owners.isEmpty || isNamed(operation))
    }
    func only(_ isMeant: (OperationDraft) -> Bool) -> Int? {
      let found = askers.filter { isMeant(operations[$0]) }
      return found.count == 1 ? found[0] : nil
    }
    return only { $0.stateMember(isNumber: loose.isOfNumbers) != nil }
      ?? only { Self.stateNames.contains($0.target.segments.last?.lowercased() ?? "") }
      ?? only { operation in
        let last = operation.target.words.last?.nameWords ?? []
        return last.contains { owners.contains(OperationTable.singular($0)) }
      }
  }
}

extension LooseStates {
  fileprivate var isOfNumbers: Bool { !meanings.isEmpty }

  /// The member that holds the state, as the heading calls it.
  fileprivate var member: String {
    section.nameWords.map { OperationTable.singular($0) }.first { Refinement.stateNames.contains($0) } ?? "status"
  }
}

extension OperationDraft {
  fileprivate var canBePolled: Bool { (method == "GET" || asksByBody) && !stream.isStated }
  /// True for a POST whose body has an id and keys alone, and whose examples show a state that goes on and one that is
  /// final, with members that only one of them has: it asks for what comes of a job, and changes nothing.
  private var asksByBody: Bool {
    let names = request.body?.members.map { $0.name.nameWords.last ?? "" } ?? []
    guard method == "POST", names.contains("id"), names.allSatisfy({ ["id", "key", "token"].contains($0) }) else {
      return false
    }
    var isOfOutcome = false
    success?.shape.walk { place, _ in
      isOfOutcome = isOfOutcome || place.members.contains { 0 < $0.seen && $0.seen < place.examples }
    }
    guard isOfOutcome else { return false }
    let shown = Set(stateMember()?.shape.shown.map { $0.value.lowercased() } ?? [])
    return !shown.isDisjoint(with: Vocabulary.runningStates) && !shown.isDisjoint(with: Vocabulary.finalStates)
  }
  private var hasIDInQuery: Bool { request.query.contains { ["id", "ids"].contains($0.name.nameWords.last) } }
  /// True if the call asks for one thing, or is repeated.
  fileprivate var isAskedForOne: Bool { !parameters.isEmpty || poll.interval != nil || hasIDInQuery || asksByBody }

  /// True if the path says that the call is for a state: `/jobs/{id}/status`, `/status/{id}`.
  var isNamedAsState: Bool {
    target.words.last?.nameWords.contains(where: Refinement.stateNames.contains) == true
  }

  /// The member of the answer that holds the state, with the shortest path; that of a list's items if the call asks for
  /// one of them.
  fileprivate func stateMember(isNumber: Bool = false) -> (path: [String], shape: Shape)? {
    var candidates: [(path: [String], shape: Shape)] = []
    success?.shape.walk { place, path in
      guard let name = path.last?.lowercased(), !path.contains("*") || hasIDInQuery, path.count <= 3,
        name.nameWords.last.map(Refinement.stateNames.contains) == true,
        place.types.isSubset(of: isNumber ? ["integer", "number"] : ["string"])
      else { return }
      candidates.append((path, place))
    }
    // Of a call that its path says is for a state, the only number is one.
    if candidates.isEmpty, isNumber, isNamedAsState {
      success?.shape.walk { place, path in if place.types == ["integer"] { candidates.append((path, place)) } }
      return candidates.count == 1 ? candidates[0] : nil
    }
    let exact = candidates.filter { Refinement.stateNames.contains($0.path.last?.lowercased() ?? "") }
    return (exact.isEmpty ? candidates : exact).min { $0.path.count < $1.path.count }
  }

  /// The names of the members of the answer in the same object as one.
  fileprivate func names(nextTo member: [String]) -> Set<String> {
    var names: Set<String> = []
    success?.shape.walk { _, path in
      if let name = path.last, path.dropLast() == member.dropLast() { names.insert(name) }
    }
    return names
  }

  /// Decides which states are final: those from which no arrow leads, those that a sentence says are, and those whose
  /// names suggest it.
  fileprivate mutating func settleEnds(stated: Set<String>) {
    // What one chain ends with another may lead on from.
    poll.states.change { state in
      if stated.contains(state.name) { (state.isFinal, state.isEndStated) = (true, true) }
      if !state.next.isEmpty { (state.isFinal, state.isEndStated) = (false, false) }
    }
    let known = poll.states.contains { $0.isFinal }
    poll.states.change { state in
      let name = state.word
      if Vocabulary.finalStates.contains(name), !known || state.next.isEmpty { state.isFinal = true }
      if Vocabulary.runningStates.contains(name) { state.isFinal = false }
    }
    // Where nothing else does, the last name of a list says in the past that it is over: "executed".
    if !poll.states.contains(where: \.isFinal), let last = poll.states.indices.last, poll.states[last].next.isEmpty {
      let word = poll.states[last].word
      poll.states[last].isFinal = word.hasSuffix("ed") && !Vocabulary.runningStates.contains(word)
    }
  }

  /// True if the guide shows that a client asks again until a final state is reached.
  fileprivate var isPolledThroughStates: Bool {
    let finals = poll.states.filter(\.isFinal)
    let running = poll.states.filter { !$0.isFinal }
    guard !finals.isEmpty, !running.isEmpty, isAskedForOne else { return false }
    return poll.interval != nil || !client.comparedStates.isEmpty || poll.states.contains { !$0.next.isEmpty }
      || running.contains { Vocabulary.runningStates.contains($0.word) }
      || running.contains { $0.name.hasSuffix("ing") } && finals.contains { Vocabulary.isState($0.name) }
  }
}

extension OperationDraft.State {
  /// True if the guide states neither a following state nor that this state is final.
  fileprivate var isToldAlone: Bool { next.isEmpty && !isEndStated }
}
