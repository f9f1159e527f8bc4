import AssayJSON
import AssayRegex

extension Expression {
  /// A text that is equal for rules that have the same meaning and differ only in how they are written. Redundant
  /// parentheses, white space and the kind of quotes are ignored; numbers are written by value, items of quantifiers by
  /// nesting depth.
  ///
  /// `a > b` is written as `b < a`, and the sides of `==` and `!=` are interchangeable. The text is for comparing, not
  /// for reading.
  package var normalForm: String { root.normalForm(items: []) }
}

extension ExpressionNode {
  /// Returns true if both have the same meaning, that is, the same normal form.
  func isSame(as other: ExpressionNode) -> Bool { normalForm(items: []) == other.normalForm(items: []) }

  /// Returns the node's part of the normal form. `items` are the names that the enclosing quantifiers give their items,
  /// outermost first.
  fileprivate func normalForm(items: [String]) -> String {
    func form(_ node: ExpressionNode) -> String { node.normalForm(items: items) }
    func call(_ name: String, _ parts: [String]) -> String { "\(name)(\(parts.joined(separator: ",")))" }
    func quoted(_ text: String) -> String { JSONEscapes.quote(text) }
    switch kind {
    case .literal(let value): return value.json.normalText
    case .list(let nodes): return call("list", nodes.map(form))
    case .read(let reference): return reference.normalForm(items: items)
    case .not(let node): return call("!", [form(node)])
    case .negate(let node): return call("-", [form(node)])
    case .and: return call("&&", conjuncts.map(form))
    case .or: return call("||", disjuncts.map(form))
    case .binary(let sign, let left, let right): return sign.normalForm(form(left), form(right))
    case .matches(let node, let pattern): return call("matches", [form(node), quoted(pattern.pattern)])
    case .call(let function, let nodes): return call(function.name, nodes.map(form))
    case .query(let node, let path): return call("jsonpath", [form(node), path.normalForm])
    case .groups(let node, let pattern): return call("groups", [form(node), quoted(pattern.pattern)])
    case .place(let node, let pointer): return call("#", [form(node), quoted(pointer.description)])
    case .naming(let name, let node): return call("naming", [node.normalForm(items: items + [name])])
    }
  }

  /// The conditions that must all hold, with inner brackets removed.
  private var conjuncts: [ExpressionNode] {
    if case .and(let nodes) = kind { nodes.flatMap(\.conjuncts) } else { [self] }
  }

  /// The conditions of which at least one must hold, with inner brackets removed.
  private var disjuncts: [ExpressionNode] {
    if case .or(let nodes) = kind { nodes.flatMap(\.disjuncts) } else { [self] }
  }
}

extension BinaryOperator {
  fileprivate func normalForm(_ left: String, _ right: String) -> String {
    switch self {
    case .equal, .notEqual: "\(rawValue)(\(min(left, right)),\(max(left, right)))"
    case .greater: "<(\(right),\(left))"
    case .greaterOrEqual: "<=(\(right),\(left))"
    default: "\(rawValue)(\(left),\(right))"
    }
  }
}

extension Reference {
  fileprivate func normalForm(items: [String]) -> String {
    let words: [String] =
      switch subject {
      case .exchange(let part): part.words
      case .step(let id, .output(let name)): ["steps", id, "outputs", name]
      case .step(let id, .exchange(let part)): ["steps", id] + part.words
      case .step(let id, .all(let part)): ["steps", id, "all"] + part.words
      case .lastOutput(let name): ["last", "outputs", name]
      case .event(let part): ["event", part.rawValue]
      case .events(let name): ["events", name]
      case .item: ["item"]
      case .named(let name): ["named", items.lastIndex(of: name).map(String.init) ?? name]
      case .index: ["index"]
      case .previous: ["previous"]
      case .arrival: ["now()"]
      case .variable(let names): ["variable"] + names
      }
    return "$(" + (words + [pointer.description]).map(JSONEscapes.quote).joined(separator: ",") + ")"
  }
}

extension Reference.ExchangePart {
  /// The text of the part in a reference; names of header fields are in lower case (RFC 9110 section 5.1).
  fileprivate var words: [String] {
    switch self {
    case .statusCode: ["statusCode"]
    case .method: ["method"]
    case .url: ["url"]
    case .path(let name): ["path", name]
    case .query(let name): ["query", name]
    case .requestHeader(let name): ["request.header", name.lowercased()]
    case .multipart(let name): ["multipart", name]
    case .requestBody: ["request.body"]
    case .responseHeader(let name): ["response.header", name.lowercased()]
    case .responseBody: ["response.body"]
    case .responseTime: ["response.time"]
    }
  }
}

extension Reference.AllPart {
  fileprivate var words: [String] {
    switch self {
    case .whole: []
    case .exchange(let part): part.words
    case .output(let name): ["outputs", name]
    case .event(let part): ["event", part.rawValue]
    }
  }
}

extension EventCondition {
  /// A text that is equal for conditions that have the same meaning and differ only in how they are written.
  package var normalForm: String {
    switch self {
    case .expression(let expression): expression.normalForm
    case .schema(_, let text): (try? JSONDocument(parsing: text).root.normalText) ?? text
    }
  }
}

extension StatePlace {
  /// A text that is equal for different spellings of the same place.
  package var normalForm: String {
    switch self {
    case .body(let pointer): pointer.description
    case .head(let expression): expression.normalForm
    }
  }
}

extension Pagination {
  /// A text that is equal for paginations that request their pages in the same way, regardless of how they are written.
  package var normalForm: String {
    func form(_ words: String..., by expression: Expression? = nil) -> String {
      (words.map(JSONEscapes.quote) + [expression?.normalForm ?? "", until?.normalForm ?? ""]).joined(separator: ",")
    }
    switch next {
    case .url(let expression): return form("url", by: expression)
    case .link(let relation): return form("link", relation)
    case .value(let expression, .query(let name)): return form("query", name, by: expression)
    case .value(let expression, .body(let place)): return form("body", place.description, by: expression)
    case .number(let first, .query(let name)): return form("number", name, String(first))
    case .number(let first, .body(let place)): return form("number", "body", place.description, String(first))
    }
  }
}
