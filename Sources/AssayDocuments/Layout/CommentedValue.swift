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
  /// The comment behind it on its line.
  package var behind: String?
  /// The comments in it, behind its last item or member.
  package var end: [String] = []
  /// The comments behind all of it; of a whole text alone.
  package var after: [String] = []
  /// Whether an empty line stands before it.
  package var isApart = false

  /// Whether it has items or members.
  var isFilled: Bool {
    switch kind {
    case .scalar: false
    case .array(let items): !items.isEmpty
    case .object(let members): !members.isEmpty
    }
  }

  /// Whether it is a value without items and members, at which no comment stands.
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
