package import AssayJSON

/// The detail and shape of a validation's output (2020-12 section 12.4).
package enum OutputFormat: String, CaseIterable, Sendable {
  case flag, basic, detailed, verbose
}

extension CompiledSchema {
  /// The standard output for `value`, as JSON text (2020-12 section 12).
  ///
  /// For values nested very deep, or judged by very many schemas, the output has only the verdict, without details.
  package func output(for value: JSONValue, as format: OutputFormat) -> String {
    if format == .flag { return "{\"valid\":\(isValid(value))}" }
    var text = ""
    judge(value) { runner in
      var run = SchemaRun(runner: runner, detail: .everything)
      text = OutputBuilder(graph: graph).text(run.evaluate(value), as: format)
    }
    return text
  }
}

/// The builder of standard output from the records of an evaluation.
struct OutputBuilder {
  let graph: SchemaGraph

  func text(_ record: EvaluationRecord, as format: OutputFormat) -> String {
    var writer = JSONWriter()
    switch format {
    case .flag, .basic: basic(record).write(to: &writer)
    case .detailed: detailed(record).write(to: &writer)
    case .verbose: verbose(record).write(to: &writer)
    }
    return writer.text
  }

  /// Returns a flat list of errors or, for a valid value, of annotations (section 12.4.2).
  private func basic(_ record: EvaluationRecord) -> OutputUnit {
    var root = unit(record)
    flatten(record, isValid: record.isValid, into: &root.nested)
    root.error = root.error ?? (record.isValid ? nil : "the value does not keep the schema")
    return root
  }

  private func flatten(_ record: EvaluationRecord, isValid: Bool, into list: inout [OutputUnit]) {
    for child in record.children where child.isValid == isValid {
      if isValid ? child.annotation != nil : !child.failures.isEmpty { list += units(child) }
      flatten(child, isValid: isValid, into: &list)
    }
  }

  /// Returns a tree of the results that have an error or annotation; an only child replaces its parent (section
  /// 12.4.3).
  private func detailed(_ record: EvaluationRecord) -> OutputUnit {
    var unit = unit(record)
    unit.nested = record.children.filter { $0.isValid == record.isValid }.compactMap(condensed)
    if !unit.isValid, unit.nested.isEmpty, unit.error == nil { unit.error = "the value does not keep the schema" }
    return unit
  }

  private func condensed(_ record: EvaluationRecord) -> OutputUnit? {
    let unit = detailed(record)
    guard unit.annotation == nil, record.failures.isEmpty else { return unit }
    return unit.nested.count == 1 ? unit.nested[0] : unit.nested.isEmpty && unit.isValid ? nil : unit
  }

  /// Returns a tree of the results of all schemas and keywords (section 12.4.4).
  private func verbose(_ record: EvaluationRecord) -> OutputUnit {
    var unit = unit(record)
    unit.nested = record.children.map(verbose)
    if !unit.isValid, unit.nested.isEmpty, unit.error == nil { unit.error = "the value does not keep the schema" }
    return unit
  }

  /// Returns an output unit for each fault of a keyword, or for its annotation.
  private func units(_ record: EvaluationRecord) -> [OutputUnit] {
    guard record.failures.count > 1 else { return [unit(record)] }
    return record.failures.map { failure in
      var unit = unit(record)
      unit.error = failure.message
      return unit
    }
  }

  private func unit(_ record: EvaluationRecord) -> OutputUnit {
    OutputUnit(
      isValid: record.isValid,
      keywordLocation: JSONPointer(tokens: record.path).description,
      absoluteKeywordLocation: graph.absoluteLocation(of: record.index, in: record.node),
      instanceLocation: record.value.pointer.description,
      error: record.failures.isEmpty ? nil : record.failures.map(\.message).joined(separator: "; "),
      annotation: record.isValid ? record.annotation?.json : nil
    )
  }
}

extension SchemaAnnotation {
  /// The annotation as JSON text.
  fileprivate var json: String {
    switch self {
    case .value(let value): value.text
    case .names(let names): "[\(names.map(JSONEscapes.quote).joined(separator: ","))]"
    case .positions(let positions): "[\(positions.map(String.init).joined(separator: ","))]"
    case .upTo(let position): String(position)
    case .everything: "true"
    }
  }
}

/// One result of the standard output (2020-12 section 12.3).
struct OutputUnit {
  var isValid: Bool
  /// The path of keywords that the evaluation followed, including references (section 12.3.1).
  var keywordLocation: String
  /// The absolute URI of the keyword in its own document (section 12.3.2).
  var absoluteKeywordLocation: String
  var instanceLocation: String
  var error: String?
  /// The annotation, as JSON text.
  var annotation: String?
  /// The outputs of subschemas: only those of the same validity, except in `verbose`.
  var nested: [OutputUnit] = []

  func write(to writer: inout JSONWriter, isRoot: Bool = false) {
    writer.beginObject()
    writer.key("valid")
    writer.bool(isValid)
    writer.key("keywordLocation")
    writer.string(keywordLocation)
    writer.key("absoluteKeywordLocation")
    writer.string(absoluteKeywordLocation)
    writer.key("instanceLocation")
    writer.string(instanceLocation)
    if let error {
      writer.key("error")
      writer.string(error)
    }
    if let annotation {
      writer.key("annotation")
      writer.raw(annotation)
    }
    if !nested.isEmpty {
      writer.key(isValid ? "annotations" : "errors")
      writer.beginArray()
      for unit in nested { unit.write(to: &writer) }
      writer.endArray()
    }
    writer.endObject()
  }
}
