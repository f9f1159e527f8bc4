import AssayKit
import AssayText

/// The words of a command line, separated into operands and flags.
struct ParsedArguments {
  var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// A mistake in the command line, with a message that says how to fix it.
  struct Mistake: Error, Equatable {
    var message: String
    /// The exit status for the mistake.
    var status = ExitStatus.usage
  }

  /// Parses `words` by `syntax`. `--flag value` and `--flag=value` are equivalent; `--` ends the flags; `-` is an
  /// operand.
  init(_ words: [String], for syntax: CommandSyntax) throws(Mistake) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[0] == Flag.shortHelp ? Flag.help.name : parts[0]
      guard let flag = (syntax.flags + [.help]).first(where: { $0.name == name }) else {
        throw Self.unknown(name, syntax)
      }
      try take(flag, attached: parts.count == 2 ? parts[1] : nil, from: &rest)
    }
    guard !has(Flag.help.name) else { return }
    for flag in syntax.flags where values[flag.name] == nil { try takeFromEnvironment(flag) }
    if operands.count < syntax.operandCount.lowerBound {
      throw Mistake(message: "assay \(syntax.name) needs \(syntax.operands)")
    }
    if operands.count > syntax.operandCount.upperBound {
      let taken = syntax.operands.isEmpty ? "no operand" : syntax.operands
      throw Mistake(message: "assay \(syntax.name) takes \(taken), and \(operands.count) were given")
    }
  }

  private mutating func take(_ flag: Flag, attached: String?, from rest: inout ArraySlice<String>) throws(Mistake) {
    guard flag.value != nil else {
      if attached != nil { throw Mistake(message: "\(flag.name) takes no value") }
      values[flag.name] = []
      return
    }
    guard let given = attached ?? (flag.isValueOptional ? "" : rest.popFirst()) else {
      throw Mistake(message: "\(flag.name) needs \(flag.valuePhrase)")
    }
    if !flag.repeats, values[flag.name] != nil { throw Mistake(message: "\(flag.name) was given twice") }
    values[flag.name, default: []].append(given)
  }

  /// Sets a flag from its environment variable: several values are on separate lines, and an empty variable is ignored.
  private mutating func takeFromEnvironment(_ flag: Flag) throws(Mistake) {
    guard let text = flag.variable.flatMap(SystemClock.environment), !text.isEmpty else { return }
    guard flag.value != nil else {
      switch text.lowercased() {
      case "1", "true", "yes", "on": values[flag.name] = []
      case "0", "false", "no", "off": break
      default: throw Mistake(message: "\(flag.variable ?? flag.name) is \"\(text)\"; write 1 or 0")
      }
      return
    }
    values[flag.name] = flag.repeats ? text.split(separator: "\n").map(String.init) : [text]
  }

  private static func unknown(_ name: String, _ syntax: CommandSyntax) -> Mistake {
    let names = (syntax.flags + [.help]).map(\.name)
    let nearest = SpellingSuggestion.didYouMean(name, among: names)
    return Mistake(message: "assay \(syntax.name) has no flag \(name)\(nearest)")
  }

  /// Sets the values of a flag.
  mutating func set(_ flag: String, _ given: [String]) { values[flag] = given }

  /// Returns true if the flag was given.
  func has(_ flag: String) -> Bool { values[flag] != nil }
  /// Returns the values of a flag, in order; empty if it is not given.
  func all(_ flag: String) -> [String] { values[flag] ?? [] }
  /// The files named on the command line to be read.
  var filesRead: [String] { operands + Flag.ofReadFiles.flatMap(all) }
  /// Returns the value of a flag, the last one if it is given several times; `nil` if it is not given.
  func one(_ flag: String) -> String? { values[flag]?.last }

  /// Returns the value of a flag as a duration: `250ms`, `3s`, `5m`; `nil` if the flag is not given.
  func duration(_ flag: String) throws(Mistake) -> Duration? {
    guard let text = one(flag) else { return nil }
    guard let duration = Duration(written: text), duration > .zero else {
      throw Mistake(message: "\(flag): invalid duration \(text); write 250ms, 3s or 5m")
    }
    return duration
  }

  /// Returns the value of a flag as a number of bytes, at most `most`; K, M and G stand for 1,024, its square and its
  /// cube. `nil` if the flag is not given.
  func size(_ flag: String, to most: Int) throws(Mistake) -> Int? {
    guard let text = one(flag) else { return nil }
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = text.last.flatMap { units[$0] }
    guard let number = Int(unit == nil ? text : String(text.dropLast())), number > 0, number <= most / (unit ?? 1)
    else {
      throw Mistake(message: "\(flag): invalid size \(text); write 500K, 64M or 1G, which is the most")
    }
    return number * (unit ?? 1)
  }

  /// Returns the value of a flag that is one of a fixed set of words; `nil` if the flag is not given.
  func choice<Choice: RawRepresentable & CaseIterable>(_ flag: String, _ type: Choice.Type) throws(Mistake) -> Choice?
  where Choice.RawValue == String {
    guard let text = one(flag) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map(\.rawValue)
      let nearest = SpellingSuggestion.didYouMean(text, among: names)
      throw Mistake(message: "\(flag) takes \(names.either), not \(text)\(nearest)")
    }
    return choice
  }

  /// Returns true if standard output should be coloured.
  func colour() throws(Mistake) -> Bool {
    switch try choice("--color", Colour.self) ?? .auto {
    case .auto: Terminal.hasColour
    case .always: true
    case .never: false
    }
  }

  /// The values of `--color`.
  private enum Colour: String, CaseIterable { case auto, always, never }

  /// Returns the value of a flag as an integer in `range`; `nil` if the flag is not given.
  func integer(_ flag: String, in range: ClosedRange<Int>) throws(Mistake) -> Int? {
    guard let text = one(flag) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Mistake(
        message: "\(flag) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \(text)"
      )
    }
    return number
  }
}

extension ParsedArguments {
  /// The contracts among the operands, each file once, so that `contracts/*.json contracts/a.json` does not make a
  /// second run. JSON Schemas and project files among several operands are skipped, with a note for each.
  var contracts: [String] {
    var taken: Set<String> = []
    return operands.filter { path in
      if operands.count > 1, let kind = FileSchema.kind(ofFile: path) {
        Terminal.complain("note: \(path) is \(kind), not a contract; skipped")
        return false
      }
      guard let identity = FileAccess.identity(of: path), !taken.insert(identity).inserted else { return true }
      Terminal.complain("note: \(path) was given twice; it is used once")
      return false
    }
  }

  /// Returns the folder of `--documents`, with the documents that contracts cite; `nil` if the flag is not given.
  func documents() throws(Mistake) -> DocumentFolder? {
    guard let path = one("--documents") else { return nil }
    guard FileAccess.isFolder(path) else { throw Mistake(message: "--documents \(path): there is no such folder") }
    return DocumentFolder(path: path)
  }
}

/// The folder that `--documents` names.
struct DocumentFolder {
  var path: String

  /// Returns the paths of the documents of `suite` in their repository, by file.
  func files(of suite: ConformanceSuite) -> [String: String] {
    let names = suite.documents(in: path).keys
    return Dictionary(names.compactMap { name in RepositoryPath.of("\(path)/\(name)").map { (name, $0) } }) { $1 }
  }

  /// Returns the lines of the documents of `suite`, by file; prints a message if none of them exists.
  func lines(of suite: ConformanceSuite) -> [String: [String]] {
    let lines = suite.documents(in: path)
    if lines.isEmpty, suite.hasDocuments {
      Terminal.complain("warning: --documents \(path) has none of the documents of \(suite.service)")
    }
    return lines
  }
}
