import AssayFindings
import AssayJSON
import AssaySchema
import AssayText

// What comes from outside the contract: variables, environments, rows.

extension ContractReader {
  mutating func variable(_ node: ContractNode) -> Variable {
    var variable = Variable(
      name: node.name,
      schema: schema(node["schema"]),
      usual: node.value["default"],
      example: node.value["example"],
      isSecret: node.bool("secret") ?? false,
      promise: node.promise
    )
    variable.placeholder = node.value["placeholder"]
    for value in [node["default"], node["example"], node["placeholder"]].compactMap(\.self) {
      check(value, of: variable)
    }
    return variable
  }

  mutating func environment(_ node: ContractNode, _ variables: [Variable]) -> Environment {
    var environment = Environment(name: node.name, servers: [:], variables: [:])
    for server in node.table("servers") {
      guard defined.servers.containsExactly(server.name) else {
        noteUnknownKey("server", plural: "servers", .unknownServer, server, known: defined.servers)
        continue
      }
      environment.servers[server.name] = server.value.string
    }
    for value in node.table("variables") {
      guard let variable = variables.first(where: { $0.name == value.name }) else {
        noteUnknownKey("variable", plural: "variables", .unknownVariable, value, known: variables.map(\.name))
        continue
      }
      check(value, of: variable)
      environment.variables[variable.name] = value.value
    }
    return environment
  }

  /// Checks a value that the contract gives a variable against the variable's schema; values from the environment are
  /// not known here.
  private mutating func check(_ node: ContractNode, of variable: Variable) {
    let (name, schema, isSecret) = (variable.name, variable.schema, variable.isSecret)
    let isTaken = node.value.string?.contains("${") ?? false
    var message: String?
    var help = ""
    if isTaken, !isSecret {
      message = "the variable `\(name)` is read from the environment but is not secret, so reports would show it"
      help = "add `\"secret\": true` to the variable, or give the value with --set \(name)=VALUE"
    } else if isSecret, node.value.kind != .string {
      message = "the secret `\(name)` is not a string: it is \(node.value.described)"
      help = "write it as a string; only strings can be hidden"
    } else if !isTaken, let document = try? JSONDocument(parsing: node.value.text),
      let violation = schema?.schema.violations(of: document.root).first
    {
      message = "the variable `\(name)` cannot have this value: \(violation.message)"
      help = "its `schema` asks for \(violation.expected)"
    } else if !isTaken, let mistake = variable.typeMistake(of: node.value) {
      message = "the variable `\(name)` cannot have this value: \(mistake.reason)"
      help = "add a `schema` to the variable, where it may be either"
    }
    guard let message else { return }
    log.add(.badVariable, message, help: help, range: node.value.byteRange, pointer: node.pointer)
  }

  private mutating func noteUnknownKey(
    _ noun: String,
    plural: String,
    _ kind: DiagnosticKind,
    _ node: ContractNode,
    known: [String]
  ) {
    let help =
      known.isEmpty
      ? "the contract has no \(plural)"
      : SpellingSuggestion.help(for: node.name, among: known, noun: "the \(plural) there are")
    log.add(kind, "\(noun) `\(node.name)` is not defined", help: help, range: node.range, pointer: node.pointer)
  }

  /// Returns the rows of a scenario: those written in it, or those of the file it names.
  mutating func rows(_ node: ContractNode?) -> [ExampleRow] {
    guard let node else { return [] }
    let values: [(value: JSONValue, range: Range<Int>)]
    if node.value.kind == .array {
      values = node.value.items.filter { $0.kind == .object }.map { ($0, $0["name"]?.byteRange ?? $0.byteRange) }
    } else {
      guard let file = node.value["file"], let name = file.string else { return [] }
      values = table(name, node).map { ($0, file.byteRange) }
    }
    var names: Set<String> = []
    return values.enumerated().map { index, row in
      let own = row.value["name"].flatMap { $0.string ?? ($0.kind == .number ? $0.text : nil) } ?? ""
      let name = own.isEmpty ? String(index + 1) : Self.label(own)
      if !names.insert(name).inserted {
        log.add(
          .duplicateRow,
          "a different row is already called `\(name)`",
          help: "a row's `name` names its checks; give each its own, or none",
          range: row.range,
          pointer: node.pointer
        )
      }
      return ExampleRow(name: name, value: row.value)
    }
  }

  /// Returns the name of a row as part of a check's id: no `/`, no bracket, no control character, 80 characters at
  /// most.
  private static func label(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.prefix(80).map { $0.value < 0x20 || "/[]\u{7F}".unicodeScalars.contains($0) ? "_" : $0 }
      )
    )
  }

  private mutating func table(_ name: String, _ node: ContractNode) -> [JSONValue] {
    guard let files else { return [] }
    let place = node.value["file"]?.byteRange ?? node.range
    guard let bytes = files(name) else {
      log.add(
        .unreadableFile,
        "the file `\(name)` cannot be read",
        help: FileReference.help,
        range: place,
        pointer: node.pointer.appending("file")
      )
      return []
    }
    do throws(ExampleTable.Mistake) {
      return try ExampleTable(bytes, file: name).rows
    } catch {
      log.add(
        .badRows,
        "\(name):\(error.line):\(error.column): \(error.reason)",
        help: "the file is CSV whose first line names the columns, or JSON: an array of objects",
        range: place,
        pointer: node.pointer.appending("file")
      )
      return []
    }
  }

  /// Returns the names that `$row.NAME` can read in a scenario with `rows`, each once.
  static func columns(of rows: [ExampleRow]) -> Set<String> {
    Set(rows.flatMap { $0.value.members.map(\.key) })
  }

  /// Reports every secret that a rule reads: recordings do not contain secrets, and could not be judged.
  mutating func checkSecrets(_ expression: Expression, _ node: ContractNode) {
    for reference in expression.references {
      guard case .variable(let names) = reference.subject, names.first == "variables", names.count > 1,
        defined.secrets.contains(names[1])
      else { continue }
      log.add(
        .secretInRule,
        "\(reference.text) is secret, and a rule that read it could not be judged again from a recording",
        help: "read what was sent: `$request.header.NAME`, `$request.body#/…`",
        range: node.value.byteRange(ofWord: reference.text),
        pointer: node.pointer
      )
    }
  }
}
