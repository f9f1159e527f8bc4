import AssayJSON

extension Contract {
  /// The files it names, each once: parts of forms (`file`), and answers of the mock (`$file`). Those of `data:` URLs are none.
  package var fileNames: [String] {
    var names: [String] = []
    func add(_ name: String?) {
      if let name, !name.hasPrefix("data:"), !names.contains(name) { names.append(name) }
    }
    for operation in operations {
      guard case .multipart(let fields) = operation.request.content else { continue }
      for field in fields {
        if case .file(let path, _, _) = field.value { add(path) }
        for file in field.furtherFiles { add(file.path) }
      }
    }
    for scenario in scenarios {
      for steps in [scenario.before, scenario.steps, scenario.after] {
        for part in steps.lazy.flatMap(\.multipart) {
          add(part.template["file"]?.string)
          for path in part.template["file"].map({ Array($0.items) }) ?? [] { add(path.string) }
        }
      }
    }
    guard document.mayHold("$file") else { return names }
    var pending = [document.root]
    while let value = pending.popLast() {
      add(value["$file"]?.string)
      pending += value.kind == .object ? value.members.map(\.value).reversed() : value.items.reversed()
    }
    return names
  }
}
