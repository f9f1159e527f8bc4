import AssayDocuments
import AssayText

/// The calls that a sequence diagram in Mermaid or PlantUML shows as messages: `App->>API: POST /x`.
enum SequenceDiagram {
  static func calls(in code: CodeBlock, document: String) -> [CallSighting] {
    guard ["mermaid", "plantuml", "puml"].contains(code.language) else { return [] }
    return code.code.enumerated().flatMap { offset, line -> [CallSighting] in
      guard let colon = line.firstIndex(of: ":"), line[..<colon].contains(">") else { return [] }
      return TextCall.all(in: String(line[colon...].dropFirst())).map { call in
        let source = Source(document, code.firstLine + offset)
        return CallSighting(kind: .named, method: call.method, target: call.target, source: source)
      }
    }
  }
}
