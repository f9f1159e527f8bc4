import AssayContract
import AssayJSON
import AssayText

extension Compared where Part == Step {
  /// What a scenario does: nobody is promised that this is sent, but what is found out may be another thing.
  static var step: [Compared] {
    func tried(
      _ key: String,
      _ text: @escaping @Sendable (Step) -> String?,
      meaning: (@Sendable (Step) -> String?)? = nil
    ) -> Compared {
      .init(key, text, meaning: meaning, changed: .init([]) { "`\(key)` is \($0) now, was \($1)" })
    }
    func templates(_ key: String, _ templates: @escaping @Sendable (Step) -> [NamedTemplate]) -> Compared {
      tried(key) { step in
        let entries = templates(step).map { "\($0.name.debugDescription): \($0.template.canonicalText)" }.sorted()
        return entries.isEmpty ? nil : "{ \(entries.joined(separator: ", ")) }"
      }
    }
    return [
      tried("operation", \.operation), templates("parameters", \.parameters), templates("query", \.query),
      templates("headers", \.headers), templates("multipart", \.multipart), tried("body") { $0.body?.canonicalText },
      tried("rawBody", \.rawBody), tried("url") { $0.url?.text },
      tried("security") { step in
        step.security.map { $0.isEmpty ? "none" : $0.map(\.scheme).joined(separator: " with ") }
      },
      tried("forEach", { $0.iteration?.items.text }, meaning: { $0.iteration?.items.normalForm }),
      tried("reconnectAfter") { $0.reconnectAfter.map(String.init) },
      tried("send") { $0.messages?.written },
      tried("until") { $0.until.isEmpty ? nil : $0.until.joined(separator: ", ") },
      tried("poll") { $0.polls ? nil : "false" }, tried("omitOptional") { $0.omitsOptional ? "true" : nil },
      tried("outputs", { $0.outputs(\.text) }, meaning: { $0.outputs(\.normalForm) }),
      tried("repeat") { $0.load.map { "\($0.times.counted("call")), \($0.width) at once" } },
    ]
  }
}

extension Step {
  /// What is kept of its answers, by name, each expression as `text` gives it; `nil` where nothing is.
  fileprivate func outputs(_ text: (Expression) -> String) -> String? {
    let outputs = outputs.map { "\($0.name): \(text($0.expression))\($0.isSecret ? " (secret)" : "")" }.sorted()
    return outputs.isEmpty ? nil : outputs.joined(separator: ", ")
  }
}
