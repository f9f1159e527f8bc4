package import AssayJSON

/// A value with its comments, for writing it in a different format.
package struct CommentedValue: Sendable {
  package enum Kind: Sendable {
    /// A value without members and items: a string, number, boolean or null, or an empty list or object.
    case scalar(JSONValue)
    case array([CommentedValue])
    case object([(key: String, value: CommentedValue)])
  }

  package var kind: Kind
  /// The comment lines before the value or its key, without marks.
  package var before: [String] = []
  /// The comment after the value on the same line; `nil` if absent.
  package var behind: String?
  /// The comments inside the value, after its last item or member.
  package var end: [String] = []
  /// The comments after the root value of a text; empty for other values.
  package var after: [String] = []
  /// True if there is an empty line before the value.
  package var isApart = false

  /// True if the value has items or members.
  var isFilled: Bool {
    switch kind {
    case .scalar: false
    case .array(let items): !items.isEmpty
    case .object(let members): !members.isEmpty
    }
  }

  /// True if the value has no items, no members and no comment.
  var isBareScalar: Bool {
    if case .scalar = kind { before.isEmpty && behind == nil } else { false }
  }
}

extension CommentedValue {
  /// Makes the value of `document` with its comments: those of the JSON text, or of the YAML it was made from.
  package init(_ document: JSONDocument, isYAML: Bool) {
    let bytes = document.origin?.bytes ?? document.bytes
    var reader = CommentReader(document, bytes, isYAML: isYAML)
    self = reader.root()
  }
}

extension CommentedValue {
  /// Returns the value with some strings replaced by `texts`, whose keys are the strings' indices in the document.
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
  /// Makes a value without comments.
  private init(plain value: JSONValue) {
    switch value.kind {
    case .array: kind = .array(value.items.map { CommentedValue(plain: $0) })
    case .object: kind = .object(value.members.map { ($0.key, CommentedValue(plain: $0.value)) })
    default: kind = .scalar(value)
    }
  }

  /// Returns `value` with the comments of this value attached to the same members, and to the items of lists with the
  /// same number of items.
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
