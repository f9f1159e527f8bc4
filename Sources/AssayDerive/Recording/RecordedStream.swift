import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText

/// The events of an operation's streams: their data, the common order, and the final ones.
struct RecordedStream: Sendable {
  let operation: RecordedOperation
  private let streams: [(call: RecordedCall, events: [ObservedEvent])]
  private let format: StreamFormat
  private let kinds: RecordedEventKinds
  /// The names of the events, in the order in which they were first received.
  private let names: [String]
  private let sequences: [[String]]
  private let finals: Set<String>

  /// Returns `nil` if no event was received.
  init?(_ operation: RecordedOperation) {
    self.operation = operation
    let all = operation.successes.compactMap { call in call.stream.map { (call: call, stream: $0) } }
    format = all.first { !$0.stream.events.isEmpty }?.stream.format ?? .sse
    let own = format
    let seen = all.filter { !$0.stream.events.isEmpty && $0.stream.format == own }
    let areWhole = seen.map { [.complete, .stopped].contains($0.stream.end.reason) }
    let kinds = RecordedEventKinds(seen.map(\.stream.events), areWhole: areWhole, own)
    self.kinds = kinds
    streams = seen.map { call, stream in
      let events = stream.events.map { event in
        var event = event
        event.kind = kinds.kind(of: event)
        return event
      }
      return (call, events)
    }
    sequences = streams.map { $0.events.map(\.name) }
    var told: Set<String> = []
    names = sequences.joined().filter { told.insert($0).inserted && RecordedStream.isName($0) }
    guard !names.isEmpty, names.count <= 100 else { return nil }
    finals = Self.finals(sequences, areWhole)
  }

  /// Returns true if `name` can be used in a contract's expression for the order of events.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.contains { "|*+?(),\"'".contains($0) || $0.isWhitespace }
  }

  /// Returns the names that are last in complete streams and occur nowhere else.
  private static func finals(_ sequences: [[String]], _ areWhole: [Bool]) -> Set<String> {
    let whole = zip(sequences, areWhole).filter(\.1).map(\.0)
    let last = Set(whole.compactMap { $0.count > 1 ? $0.last : nil })
    let inside = Set(sequences.flatMap { $0.dropLast() })
    return last.subtracting(inside)
  }

  func tree(_ secrets: inout SeenSecrets) -> DraftTree {
    var tree: DraftTree = [:]
    if format != .sse { tree["format"] = .string(format.rawValue) }
    tree["send"] = streams.first.flatMap { sent($0.call, $0.events, &secrets) }
    tree["events"] = .object(names.map { ($0, event($0, secrets)) })
    tree["order"] = .string(order)
    tree.add("constant", constants)
    tree.add("nondecreasing", RisingNumbers.nondecreasing(streams.map { $0.events.compactMap(\.json) }))
    tree["within"] = "\(max(60, 4 * longest))s"
    tree["examples"] = .array(examples(secrets))
    return tree
  }

  // MARK: Events

  private func event(_ name: String, _ secrets: SeenSecrets) -> DraftTree {
    var tree: DraftTree = [:]
    if let mark = kinds.mark(of: name) {
      if format.hasNames { tree["name"] = "message" }
      tree[mark.said.key] = .string(secrets.shown(mark.said.value))
    }
    var shape = RecordedShape()
    var isAllJSON = true
    for (call, events) in streams {
      for event in events where event.name == name {
        isAllJSON = isAllJSON && event.json != nil
        shape.add(event.value, answer: call.number, secrets)
      }
    }
    // A line of text may read like JSON.
    if isAllJSON, format != .text { tree["data"] = shape.tree }
    if finals.contains(name) { tree["final"] = true }
    return tree
  }

  /// The promises for members that repeat a path parameter in all events of a stream.
  private var constants: DraftTree {
    let members = Set(streams.flatMap { $0.events.flatMap { $0.json.map { $0.members.map(\.key) } ?? [] } }).sorted()
    return operation.constants(members) { member, name in
      var count = 0
      let isSame = streams.allSatisfy { call, events in
        let value = operation.value(of: name, in: call) ?? ""
        let shown = events.compactMap { $0.json?[member] }
        count += shown.count
        return value.utf8.count >= 4 && shown.allSatisfy { $0.string == value }
      }
      return isSame && count > 0
    }
  }

  private var longest: Int {
    min(streams.map { $0.call.exchange.end.timings.total.rounded(perSecond: 1) }.max() ?? 0, 20_000)
  }

  // MARK: Order

  /// An order expression that matches all sequences: names that alternate form a group, and groups are in the order
  /// received.
  var order: String {
    let middle = names.filter { !finals.contains($0) }
    let groups = Self.groups(middle, sequences)
    var parts = groups.map { group -> String in
      let counts = sequences.map { sequence in sequence.count { group.contains($0) } }
      let text = Self.anyOf(group)
      if counts.contains(0) { return text + (counts.contains { $0 > 1 } ? "*" : "?") }
      // An event that appears once in each of several streams, or first of all, is expected once.
      return text + (counts.contains { $0 > 1 } ? "+" : "")
    }
    let ends = names.filter { finals.contains($0) }
    if !ends.isEmpty {
      parts.append(Self.anyOf(ends) + (sequences.allSatisfy { $0.last.map(finals.contains) ?? false } ? "" : "?"))
    }
    return parts.joined(separator: " ")
  }

  /// Returns the part of an order in which one of `names` is next.
  static func anyOf(_ names: [String]) -> String {
    names.count > 1 ? "(" + names.joined(separator: " | ") + ")" : names.first ?? ""
  }

  /// Returns the event names in groups: all events of a group were received before those of the next.
  private static func groups(_ names: [String], _ sequences: [[String]]) -> [[String]] {
    // Which names came before which, in any stream.
    var before: [String: Set<String>] = [:]
    for sequence in sequences {
      var seen: Set<String> = []
      for name in sequence {
        before[name, default: []].formUnion(seen)
        seen.insert(name)
      }
    }
    for middle in names {
      let earlier = before[middle] ?? []
      for name in names where before[name]?.contains(middle) == true { before[name]?.formUnion(earlier) }
    }
    var groups: [[String]] = []
    for name in names {
      let own = groups.firstIndex { group in
        group.contains { before[$0]?.contains(name) == true && before[name]?.contains($0) == true && $0 != name }
      }
      if let own { groups[own].append(name) } else { groups.append([name]) }
    }
    return sorted(groups, before)
  }

  /// Returns the groups with those first whose events came before those of another.
  private static func sorted(_ groups: [[String]], _ before: [String: Set<String>]) -> [[String]] {
    var sorted: [[String]] = []
    var rest = groups
    while !rest.isEmpty {
      let index = rest.firstIndex { group in
        !rest.contains { other in
          other != group && group.contains { name in other.contains { before[name]?.contains($0) == true } }
        }
      }
      sorted.append(rest.remove(at: index ?? 0))
    }
    return sorted
  }

  // MARK: Examples

  /// Returns the events of a complete stream; of similar events in a row, only the first few.
  private func examples(_ secrets: SeenSecrets) -> [DraftTree] {
    let whole = streams.filter { $0.events.last.map { finals.contains($0.name) } ?? false }
    guard let (call, events) = whole.first ?? streams.first else { return [] }
    let echoes = RecordedTemplate.echoes(operation, in: call, secrets)
    let awaited = awaited(call)
    let shown = events.enumerated().filter { index, event in
      // The last ones are kept: rules about the end look at them.
      guard events.count > 12, index >= 3, index < events.count - 2, Self.isName(event.name) else { return true }
      return events[(index - 3)..<index].contains { $0.name != event.name } || awaited.contains(index)
    }
    return shown.prefix(60).filter { Self.isName($0.element.name) }.map { index, event in
      let value = format == .text ? JSONValue.string(event.event.data) : event.value
      let data = RecordedTemplate.answered(value, secrets, echoes: echoes)
      let isAwaited: DraftTree.Members = awaited.contains(index) ? [("awaits", true)] : []
      return .object([("event", .string(event.name)), ("data", data)] + isAwaited)
    }
  }

  // MARK: What the client says

  /// Returns the messages that the client sent in `call`, for a step of its own; `nil` if they are those of the first
  /// conversation, which the operation sends.
  func ownMessages(of call: RecordedCall, _ secrets: SeenSecrets) -> DraftTree? {
    guard let (call, events) = streams.first(where: { $0.call.number == call.number }),
      call.stream?.sent.map(\.data) != streams[0].call.stream?.sent.map(\.data)
    else { return nil }
    var known = secrets
    return sent(call, events, &known) ?? []
  }

  /// Returns the messages that the client sent in a conversation, each after the event it followed; `nil` if it sent none.
  private func sent(_ call: RecordedCall, _ events: [ObservedEvent], _ secrets: inout SeenSecrets) -> DraftTree? {
    guard let sent = call.stream?.sent, !sent.isEmpty else { return nil }
    var behind = 0
    return .array(
      sent.map { message in
        var tree: DraftTree = [:]
        let json = (try? JSONDocument(parsing: message.data))?.root
        // What is secret stands there as a variable of the environment.
        let text = message.data.contains("${") ? message.data : secrets.template(message.data)
        tree["data"] = json.flatMap { $0.isContainer ? RecordedTemplate.sent($0, &secrets) : nil } ?? .string(text)
        let count = events.count { $0.time <= message.time }
        if count > behind, let last = events[safe: count - 1], Self.isName(last.name) {
          tree["after"] = .string(last.name)
        }
        behind = max(behind, count)
        return tree
      }
    )
  }

  /// Returns the positions of the events before which the client sent a message.
  private func awaited(_ call: RecordedCall) -> Set<Int> {
    guard let stream = call.stream else { return [] }
    return Set(stream.sent.map { message in stream.events.count { $0.time <= message.time } })
  }
}
