import AssayContract
import AssayJSON
import AssayReport

/// The coverage of the documents: which documented parts were observed, and how many there are.
struct SeenCount {
  /// The maximum depth of counted fields, since a schema may be recursive.
  private static let deepest = 12

  private(set) var parts: [SeenPart] = []
  private var fields = Coverage("fields", seen: 0, of: 0)
  private var statuses = Coverage("statuses", seen: 0, of: 0)
  private var events = Coverage("events", seen: 0, of: 0)
  private var states = Coverage("states", seen: 0, of: 0)
  private var transitions = Coverage("transitions", seen: 0, of: 0)
  private var operations = Coverage("operations", seen: 0, of: 0)
  private var choices = Coverage("choices", seen: 0, of: 0)

  init(_ observed: ObservedBackend) {
    for operation in observed.contract.operations {
      count(operation, observed.operations[operation.name] ?? ObservedOperation(), observed)
    }
  }

  /// The coverage for each kind of part: operations, statuses, fields, events, states, transitions and choices.
  var coverage: [Coverage] { [operations, statuses, fields, events, states, transitions, choices] }

  private mutating func count(_ operation: Operation, _ seen: ObservedOperation, _ observed: ObservedBackend) {
    operations.add(seen.answers > 0)
    for choice in observed.choices[operation.name]?.all ?? [] {
      choices.add(seen.choices.contains(choice))
      if !seen.choices.contains(choice) { choices.missing.append("\(operation.name): \(choice)") }
    }
    for response in operation.responses where response.status != .default {
      statuses.add(seen.statuses.keys.contains(where: response.status.matches))
      let subject = OperationComparison.subject(of: response.status)
      let documented = observed.documented(response.status, of: operation)
      count(documented, seen.bodies[response.status], operation, subject)
    }
    switch operation.interaction {
    case .exchange: break
    case .stream(let stream):
      for event in stream.events {
        let times = seen.events[event.name] ?? 0
        events.add(times > 0)
        let subject = DriftSubject.event(event.name)
        if times > 0 { parts.append(SeenPart(operation: operation.name, subject: subject, times: times)) }
        count(observed.documented(event: event.name, of: operation), seen.data[event.name], operation, subject)
      }
    case .poll(let poll):
      for state in poll.states {
        let times = seen.job.states[state.name] ?? 0
        states.add(times > 0)
        if times > 0 {
          parts.append(SeenPart(operation: operation.name, subject: .state(state.name), times: times))
        }
        for next in state.next {
          transitions.add(seen.job.transitions[StateChange(from: state.name, to: next)] != nil)
        }
      }
    }
  }

  private mutating func count(
    _ documented: DocumentedShape,
    _ seen: ObservedShape?,
    _ operation: Operation,
    _ subject: DriftSubject,
    at pointer: JSONPointer = JSONPointer(),
    inside homes: Set<[JSONPointer]> = []
  ) {
    // What holds itself is counted once.
    guard pointer.tokens.count < Self.deepest, documented.home.isEmpty || !homes.contains(documented.home) else {
      return
    }
    let homes = homes.union([documented.home])
    for name in documented.names {
      guard let member = documented.member(name) else { continue }
      let place = pointer.appending(name)
      let inside = seen?.members[name]
      fields.add(inside != nil)
      if let inside {
        parts.append(
          SeenPart(operation: operation.name, subject: subject, place: place.description, times: inside.count)
        )
      }
      count(member, inside, operation, subject, at: place, inside: homes)
    }
    guard let items = documented.items else { return }
    count(items, seen?.items, operation, subject, at: pointer.appending(ObservedShape.anyName), inside: homes)
  }
}

extension Coverage {
  fileprivate mutating func add(_ isSeen: Bool) {
    total += 1
    if isSeen { seen += 1 }
  }
}
