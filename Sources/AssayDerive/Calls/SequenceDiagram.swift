import AssayDocuments
import AssayText

/// The calls that a sequence diagram in Mermaid or PlantUML shows as messages to the API: `App->>API: POST /x`.
enum SequenceDiagram {
  static func calls(in code: CodeBlock, document: String) -> [CallSighting] {
    guard code.code.contains(where: { ["sequenceDiagram", "@startuml"].contains($0.trimmed) }) else { return [] }
    // The API is what the first request goes to; it may call others in turn.
    var api: String?
    return code.code.enumerated().compactMap { offset, line in
      let parts = line.halves(":")
      guard parts.count == 2, !parts[0].contains("--"), let arrow = parts[0].lastIndex(of: ">"),
        let call = TextCall(requestLine: parts[1].trimmed)
      else { return nil }
      let receiver = parts[0][parts[0].index(after: arrow)...].trimming("+-) ")
      api = api ?? receiver
      guard receiver == api else { return nil }
      let source = Source(document, code.firstLine + offset)
      return CallSighting(kind: .named, method: call.method, target: call.target, source: source)
    }
  }
}
