import AssayJSON
import AssayRegex
import AssayText

/// The parser of rules: it turns tokens into a tree, by recursive descent over the grammar of the DocC page.
struct ExpressionParser {
  /// The maximum nesting depth of brackets and prefix operators.
  static let depthLimit = 50
  /// The maximum number of tokens in a rule. It bounds the height of the tree, since each operator adds at most one
  /// level.
  static let tokenLimit = 500

  let bytes: [UInt8]
  let tokens: [ExpressionToken]
  let variables: Set<String>?
  var position = 0
  private var depth = 0
  /// The names that the enclosing quantifiers give their items.
  private var items: [String] = []

  static func parse(_ text: String, variables: Set<String>?) throws(ExpressionError) -> ExpressionNode {
    let bytes = Array(text.utf8)
    let tokens = try ExpressionLexer.tokens(of: bytes, variables: variables)
    guard tokens.count <= tokenLimit else {
      throw ExpressionError(
        message: "the expression has more than \(tokenLimit) words",
        column: 1,
        help: "split it into several rules"
      )
    }
    var parser = ExpressionParser(bytes: bytes, tokens: tokens, variables: variables)
    let node = try parser.or()
    try parser.expectEnd()
    return node
  }

  private init(bytes: [UInt8], tokens: [ExpressionToken], variables: Set<String>?) {
    self.variables = variables
    self.bytes = bytes
    self.tokens = tokens
  }

  // MARK: The grammar, loosest binding first

  private mutating func or() throws(ExpressionError) -> ExpressionNode {
    let start = position
    var operands = [try and()]
    while takeSymbol("||") { operands.append(try and()) }
    return operands.count == 1 ? operands[0] : node(.or(operands), from: start)
  }

  private mutating func and() throws(ExpressionError) -> ExpressionNode {
    let start = position
    var operands = [try not()]
    while takeSymbol("&&") { operands.append(try not()) }
    return operands.count == 1 ? operands[0] : node(.and(operands), from: start)
  }

  private mutating func not() throws(ExpressionError) -> ExpressionNode {
    let start = position
    guard takeSymbol("!") else { return try comparison() }
    try descend()
    defer { depth -= 1 }
    let operand = try not()
    return node(.not(operand), from: start)
  }

  private mutating func comparison() throws(ExpressionError) -> ExpressionNode {
    let start = position
    let left = try sum()
    guard let comparison = takeOperator(BinaryOperator.comparisons) else { return left }
    let patternToken = tokens[position]
    let right = try sum()
    if takeOperator(BinaryOperator.comparisons) != nil {
      position -= 1
      throw failure("a comparison cannot follow a comparison", "join two comparisons with &&")
    }
    if comparison == .matches, case .literal(.text(let pattern)) = right.kind {
      do throws(ECMARegexError) {
        return node(.matches(left, try ECMARegex(pattern)), from: start)
      } catch {
        throw ExpressionError(
          message: "the pattern \(right.text) cannot be read: \(error)",
          column: JSONLocation.column(ofByte: patternToken.range.lowerBound, in: bytes),
          help: "patterns are ECMA-262 regular expressions"
        )
      }
    }
    return node(.binary(comparison, left, right), from: start)
  }

  private mutating func sum() throws(ExpressionError) -> ExpressionNode {
    let start = position
    var left = try product()
    while let sign = takeOperator([.add, .subtract]) {
      let right = try product()
      left = node(.binary(sign, left, right), from: start)
    }
    return left
  }

  private mutating func product() throws(ExpressionError) -> ExpressionNode {
    let start = position
    var left = try unary()
    while let sign = takeOperator([.multiply, .divide]) {
      let right = try unary()
      left = node(.binary(sign, left, right), from: start)
    }
    return left
  }

  private mutating func unary() throws(ExpressionError) -> ExpressionNode {
    let start = position
    guard takeSymbol("-") else { return try place() }
    try descend()
    defer { depth -= 1 }
    let operand = try unary()
    return node(.negate(operand), from: start)
  }

  /// Parses a value, and the JSON Pointer after it, if any, which selects a place inside that value.
  private mutating func place() throws(ExpressionError) -> ExpressionNode {
    let start = position
    let value = try primary()
    guard case .pointer(let pointer) = tokens[position].kind else { return value }
    if case .groups(_, let pattern) = value.kind { try check(pointer, in: pattern) }
    position += 1
    return node(.place(value, pointer), from: start)
  }

  private mutating func primary() throws(ExpressionError) -> ExpressionNode {
    let start = position
    switch tokens[position].kind {
    case .number(let number):
      position += 1
      return node(.literal(.number(number)), from: start)
    case .string(let text):
      position += 1
      return node(.literal(.text(text)), from: start)
    case .reference(let reference):
      if case .named(let name) = reference.subject, !items.contains(name) {
        throw failure("$\(name) is an item outside of what is asked of it", "read it inside the brackets that name it")
      }
      position += 1
      return node(.read(reference), from: start)
    case .name(let name):
      return try named(name)
    case .symbol("("):
      position += 1
      try descend()
      defer { depth -= 1 }
      let inner = try or()
      try expect(")", toClose: start)
      return ExpressionNode(kind: inner.kind, text: text(from: start))
    case .symbol("["):
      position += 1
      let items = try list(closedBy: "]", openedAt: start)
      return node(.list(items), from: start)
    case .symbol, .pointer, .end:
      guard isAtEnd else { throw failure("a value is missing in front of \(text(ofToken: position))", "") }
      throw failure(tokens.count == 1 ? "the expression is empty" : "the expression ends too early", "")
    }
  }

  private mutating func named(_ name: String) throws(ExpressionError) -> ExpressionNode {
    let start = position
    switch name {
    case "true", "false":
      position += 1
      return node(.literal(.bool(name == "true")), from: start)
    case "null":
      position += 1
      return node(.literal(.json(.null)), from: start)
    default: break
    }
    let isCall = if case .symbol("(") = tokens[position + 1].kind { true } else { false }
    guard let function = ExpressionFunction(named: name) else { throw unknown(name, isCall: isCall) }
    guard isCall else { throw failure("\(name) is a function", "write \(function.rawValue)") }
    position += 2
    let arguments = try list(closedBy: ")", openedAt: start + 1, namesItems: function.quantifies)
    guard function.arity.contains(arguments.count) else {
      position = start
      throw failure("\(name) cannot take \(arguments.count.counted("argument"))", "write \(function.rawValue)")
    }
    switch function {
    case .jsonpath: return node(.query(arguments[0], try path(arguments[1], at: start)), from: start)
    case .groups: return node(.groups(arguments[0], try groups(arguments[1], at: start)), from: start)
    case .now: return node(.read(try arrival(from: start)), from: start)
    default: return node(.call(function, arguments), from: start)
    }
  }

  private mutating func list(
    closedBy bracket: String,
    openedAt start: Int,
    namesItems: Bool = false
  ) throws(ExpressionError) -> [ExpressionNode] {
    try descend()
    defer { depth -= 1 }
    var nodes: [ExpressionNode] = []
    if takeSymbol(bracket) { return nodes }
    repeat {
      let name = namesItems && nodes.count == 1 ? try takeItemName() : nil
      if let name { items.append(name) }
      let node = try or()
      nodes.append(name.map { ExpressionNode(kind: .naming($0, node), text: node.text) } ?? node)
      if name != nil { items.removeLast() }
    } while takeSymbol(",")
    try expect(bracket, toClose: start)
    return nodes
  }

  /// Takes the item name that a quantifier may have before its expression; `nil` if absent.
  private mutating func takeItemName() throws(ExpressionError) -> String? {
    guard case .name(let name) = tokens[position].kind, case .symbol(",") = tokens[position + 1].kind else {
      return nil
    }
    if Reference.taken.contains(name) {
      throw failure("an item cannot be called \(name), which has a meaning", "choose a different name")
    }
    if items.contains(name) { throw failure("an outer item is already called \(name)", "choose a different name") }
    position += 2
    return name
  }

  // MARK: Tokens

  private var isAtEnd: Bool { if case .end = tokens[position].kind { true } else { false } }

  private mutating func takeSymbol(_ symbol: String) -> Bool {
    guard case .symbol(symbol) = tokens[position].kind else { return false }
    position += 1
    return true
  }

  private mutating func takeOperator(_ wanted: [BinaryOperator]) -> BinaryOperator? {
    let spelling: String
    switch tokens[position].kind {
    case .symbol(let symbol): spelling = symbol
    case .name(let name): spelling = name
    default: return nil
    }
    guard let found = BinaryOperator(rawValue: spelling), wanted.contains(found) else { return nil }
    position += 1
    return found
  }

  private mutating func descend() throws(ExpressionError) {
    depth += 1
    if depth > Self.depthLimit {
      throw failure("nested deeper than \(Self.depthLimit) levels", "split it into several rules")
    }
  }

  private mutating func expect(_ bracket: String, toClose start: Int) throws(ExpressionError) {
    guard takeSymbol(bracket) else {
      let opened = text(ofToken: start)
      throw failure(
        isAtEnd
          ? "the expression ends before its \(opened) is closed" : "unexpected \(text(ofToken: position))",
        "close \(opened) with \(bracket), or put an operator in front"
      )
    }
  }

  private func expectEnd() throws(ExpressionError) {
    switch tokens[position].kind {
    case .end: return
    case .name(let name):
      let words = BinaryOperator.comparisons.map(\.rawValue).filter {
        $0.utf8.first.map(ExpressionLexer.isLetter) == true
      }
      let help =
        switch name.lowercased() {
        case "and": "use && for `and`"
        case "or": "use || for `or`"
        case "is", "equals", "eq": "use == to compare"
        default:
          SpellingSuggestion.nearest(to: name, among: words).map { "did you mean \($0)?" }
            ?? "an operator is missing in front"
        }
      throw failure("\(name) is not an operator", help)
    default:
      throw failure("unexpected \(text(ofToken: position))", "an operator is missing in front")
    }
  }

  private func unknown(_ name: String, isCall: Bool) -> ExpressionError {
    let functions = ExpressionFunction.allCases.map(\.name)
    if name.lowercased() == "not" { return failure("not is unknown", "use ! for `not`") }
    if let nearest = SpellingSuggestion.nearest(
      to: name,
      among: isCall ? functions : ["true", "false", "null"] + functions
    ) {
      return failure("\(name) is unknown", "did you mean \(nearest)?")
    }
    return isCall
      ? failure("the function \(name) is unknown", "use one of " + functions.joined(separator: ", "))
      : failure("\(name) is not a value", "put text in quotes, and a dollar sign in front of a reference")
  }

  // MARK: Text

  private func node(_ kind: ExpressionNode.Kind, from start: Int) -> ExpressionNode {
    ExpressionNode(kind: kind, text: text(from: start))
  }

  func text(from start: Int) -> String {
    String(decoding: bytes[tokens[start].range.lowerBound..<tokens[position - 1].range.upperBound], as: UTF8.self)
  }

  private func text(ofToken index: Int) -> String { String(decoding: bytes[tokens[index].range], as: UTF8.self) }

  func failure(_ message: String, _ help: String) -> ExpressionError {
    ExpressionError(
      message: message,
      column: JSONLocation.column(ofByte: tokens[position].range.lowerBound, in: bytes),
      help: help
    )
  }
}
