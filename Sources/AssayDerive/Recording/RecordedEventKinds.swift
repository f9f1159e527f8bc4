import AssayHTTP
import AssayJSON
import AssayObservation

/// Kinds of events with the same name, or without one, distinguished by their data.
struct RecordedEventKinds: Sendable {
  /// The difference between a kind of event and others with the same name.
  enum Mark: Hashable, Sendable {
    /// The data of the event is always this text, which is not JSON.
    case text(String)
    /// The named member of the event's data has this value.
    case member(String, says: String)
    /// A member that events of other kinds do not have.
    case has(String)
    /// A member that is `true` only in events of this kind.
    case isTrue(String)

    fileprivate func fits(_ event: ObservedEvent) -> Bool {
      switch self {
      case .text(let text): event.json == nil && event.event.data == text
      case .member(let name, let value): event.json?[name]?.string == value
      case .has(let name): event.json?[name] != nil
      case .isTrue(let name): event.json?[name]?.kind == .true
      }
    }

    /// The member of an event in a contract that expresses the mark: `text`, or `when` with a condition.
    var said: (key: String, value: String) {
      switch self {
      case .text(let text): ("text", text)
      case .member(let name, let value): ("when", "$event.data#/\(name) == '\(value)'")
      case .has(let name): ("when", "exists($event.data#/\(name))")
      case .isTrue(let name): ("when", "default($event.data#/\(name), false) == true")
      }
    }
  }

  private(set) var marks: [(name: String, mark: Mark)] = []

  /// Reads the common properties of streams with one format; `areWhole` has true for each stream that is complete.
  init(_ streams: [[ObservedEvent]], areWhole: [Bool], _ format: StreamFormat) {
    let shared = streams.map { $0.filter { $0.event.name == "message" && !$0.event.isBinary } }
    // Of text lines all are of one kind.
    guard format != .text else { return }
    readTexts(shared)
    let values = shared.map { $0.filter { $0.json?.kind == .object } }
    guard values.joined().count >= 2, !readMember(values) else { return }
    readEnd(zip(values, areWhole).filter { $0.1 && $0.0.count >= 2 }.map(\.0), among: values)
  }

  /// Returns the kind of an event, if it has one.
  func kind(of event: ObservedEvent) -> String? {
    guard event.event.name == "message" else { return nil }
    return marks.first { $0.mark.fits(event) }?.name
  }

  func mark(of kind: String) -> Mark? { marks.first { $0.name == kind }?.mark }

  private mutating func add(_ mark: Mark, named name: String) {
    var name = name
    while name == "message" || marks.contains(where: { $0.name == name }) { name += "-event" }
    marks.append((name, mark))
  }

  /// Adds a kind for each event text that is not JSON, such as `[DONE]`, if there are only a few.
  private mutating func readTexts(_ streams: [[ObservedEvent]]) {
    var texts: [String] = []
    for event in streams.joined() where event.json == nil {
      texts.add(event.event.data)
      if texts.count > 3 { return }
    }
    for text in texts where !text.isEmpty && text.utf8.count <= 60 && !text.contains(where: \.isNewline) {
      add(.text(text), named: text.slug.first?.isLetter == true ? text.slug : "text")
    }
  }

  /// Reads a member that gives the type of an event, if all events have it.
  private mutating func readMember(_ streams: [[ObservedEvent]]) -> Bool {
    let name = Discriminator.names.first { name in
      streams.joined().allSatisfy {
        $0.json?[name]?.string.map { $0.isFieldName && RecordedStream.isName($0) } ?? false
      }
    }
    guard let name else { return false }
    let values = streams.joined().compactMap { $0.json?[name]?.string }.unique
    guard values.count >= 2, values.count <= 30 else { return false }
    for value in values { add(.member(name, says: value), named: value) }
    return true
  }

  /// Finds a member that only the last events of complete streams have, or that is `true` only there.
  private mutating func readEnd(_ whole: [[ObservedEvent]], among streams: [[ObservedEvent]]) {
    let lasts = whole.compactMap { $0.last?.json }
    guard let last = lasts.first else { return }
    let others = streams.flatMap { $0.dropLast() }.compactMap(\.json)
    let names = last.members.map(\.key).filter { $0.isFieldName && !$0.contains(".") && RecordedStream.isName($0) }
    let isTrue = names.first { name in
      lasts.allSatisfy { $0[name]?.kind == .true } && !others.contains { $0[name]?.kind == .true }
    }
    let isNew = names.first { name in
      lasts.allSatisfy { $0[name] != nil } && !others.contains { $0[name] != nil }
    }
    if let isTrue { add(.isTrue(isTrue), named: isTrue) } else if let isNew { add(.has(isNew), named: isNew) }
  }
}
