package import AssayJSON

/// A value with the comments that stand at it, to be written anew.
package struct CommentedValue: Sendable {
  package enum Kind: Sendable {
    /// A value without members and items.
    case scalar(JSONValue)
    case array([CommentedValue])
    case object([(key: String, value: CommentedValue)])
  }

  package var kind: Kind
  /// The comments before it or its key, a line each; their text alone.
  package var before: [String] = []
  /// The comment after it on its line.
  package var behind: String?
  /// The comments in it, after its last item or member.
  package var end: [String] = []
  /// The comments after all of it; of a whole text alone.
  package var after: [String] = []
  /// True if there is an empty line before it.
  package var isApart = false

  /// True if it has items or members.
  var isFilled: Bool {
    switch kind {
    case .scalar: false
    case .array(let items): !items.isEmpty
    case .object(let members): !members.isEmpty
    }
  }

  /// True if it is a value without items and members that has no comment.
  var isBareScalar: Bool {
    if case .scalar = kind { before.isEmpty && behind == nil } else { false }
  }
}

extension CommentedValue {
  /// The value of `document`, with its comments: those of JSON, or of the YAML it was made from.
  package init(_ document: JSONDocument, isYAML: Bool) {
    let bytes = document.origin?.bytes ?? document.bytes
    var reader = CommentReader(document, bytes, isYAML: isYAML)
    self = reader.root()
  }
}

extension CommentedValue {
  /// The same with other texts instead of some strings, by the index each has in its document.
  package func replacing(_ texts: [Int: String]) -> CommentedValue {
    var copy = self
    switch kind {
    case .scalar(let value): if let text = texts[value.index] { copy.kind = .scalar(.string(text)) }
    case .array(let items): copy.kind = .array(items.map { $0.replacing(texts) })
    case .object(let members): copy.kind = .object(members.map { ($0.key, $0.value.replacing(texts)) })
    }
    return copy
  }
}

extension CommentedValue {
  /// `value`, at which no comment stands.
  private init(plain value: JSONValue) {
    switch value.kind {
    case .array: kind = .array(value.items.map { CommentedValue(plain: $0) })
    case .object: kind = .object(value.members.map { ($0.key, CommentedValue(plain: $0.value)) })
    default: kind = .scalar(value)
    }
  }

  /// `value` with the comments of this one, as far as it has the same members and as many items.
  package func saying(_ value: JSONValue) -> CommentedValue {
    var copy = self
    switch kind {
    case .array(let items) where value.kind == .array && value.count == items.count:
      copy.kind = .array(zip(items, value.items).map { $0.saying($1) })
    case .object(let members) where value.kind == .object:
      let known = Dictionary(members.map { (ExactText($0.key), $0.value) }) { $1 }
      copy.kind = .object(
        value.members.map { ($0.key, known[ExactText($0.key)]?.saying($0.value) ?? CommentedValue(plain: $0.value)) }
      )
    default: copy.kind = CommentedValue(plain: value).kind
    }
    return copy
  }
}
