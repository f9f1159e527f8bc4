import AssayJSON

extension JSONPath {
  /// A text that is equal for queries that differ only in how they are written: one form of brackets and quotes, no
  /// white space.
  var normalForm: String { query.normalForm }
}

extension JSONPath.Query {
  fileprivate var normalForm: String {
    (isRelative ? "@" : "$")
      + segments.map { segment in
        (segment.isDescendant ? ".." : "") + "[" + segment.selectors.map(\.normalForm).joined(separator: ",") + "]"
      }.joined()
  }
}

extension JSONPath.Selector {
  fileprivate var normalForm: String {
    switch self {
    case .name(let name): JSONEscapes.quote(name)
    case .wildcard: "*"
    case .index(let index): String(index)
    case .slice(let start, let end, let step):
      "\(start.map(String.init) ?? ""):\(end.map(String.init) ?? ""):\(step)"
    case .filter(let condition): "?" + condition.normalForm
    }
  }
}

extension JSONPath.Condition {
  fileprivate var normalForm: String {
    switch self {
    case .or(let conditions): "(" + conditions.map(\.normalForm).joined(separator: "||") + ")"
    case .and(let conditions): "(" + conditions.map(\.normalForm).joined(separator: "&&") + ")"
    case .not(let condition): "!(\(condition.normalForm))"
    case .exists(let query): query.normalForm
    case .compare(let sign, let left, let right): left.normalForm + sign.rawValue + right.normalForm
    case .call(let function, let arguments): function.normalForm(of: arguments)
    }
  }
}

extension JSONPath.Comparable {
  fileprivate var normalForm: String {
    switch self {
    case .literal(let value): value.normalText
    case .query(let query): query.normalForm
    case .call(let function, let arguments): function.normalForm(of: arguments)
    }
  }
}

extension JSONPath.Function {
  fileprivate func normalForm(of arguments: [JSONPath.Argument]) -> String {
    let texts = arguments.map { argument in
      switch argument {
      case .value(let value): value.normalForm
      case .nodes(let query): query.normalForm
      }
    }
    return "\(rawValue)(\(texts.joined(separator: ",")))"
  }
}
