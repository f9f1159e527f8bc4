import AssayText

/// The search for the member of an example that identifies which event it shows, such as `type`.
enum Discriminator {
  static let names = CommaSeparated.list("type, event, event_type, eventType, kind")

  /// - Parameter expected: The event a label named.
  static func name(of sample: Sample, expected: String? = nil, isEvent: Bool = false) -> String? {
    let member = names.lazy.compactMap { text(of: $0, in: sample) }.first {
      expected == nil || expected == $0 || isEvent
    }
    return member ?? expected
  }

  /// Returns the member that identifies the event, and its value.
  static func member(of sample: Sample) -> (name: String, text: String)? {
    names.lazy.compactMap { name in text(of: name, in: sample).map { (name, $0) } }.first
  }

  /// Returns true if an example shows what all events have: `"type": "<kind>"`.
  static func isEnvelope(_ sample: Sample) -> Bool {
    names.contains { sample[$0]?.string.map(Placeholder.isBracketed) == true }
  }

  /// Returns the member by which a line says that it is the last: `"done": true`.
  static func flag(of sample: Sample) -> String? {
    // Of a thing with more members, `completed` says what it is.
    let names = sample.members.count > 2 ? flags : flags.union(["finished", "isfinished", "completed"])
    return sample.members.first { member in
      if case .bool(true) = member.value.kind { names.contains(member.name.folded) } else { false }
    }?.name
  }

  private static let flags = CommaSeparated.set("done, end, eof, final, isfinal, islast")

  private static func text(of name: String, in sample: Sample) -> String? {
    guard let text = sample.members.first(where: { $0.name == name && !$0.isMarkedOptional })?.value.string,
      text.isFieldName, !text.contains(".") || text.count < 40
    else { return nil }
    return text
  }
}
