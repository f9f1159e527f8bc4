import AssayContract
import AssayJSON
import AssayText

extension Compared where Part == Step {
  /// The compared parts of a scenario's step. That a step is sent is promised to no one, but a change may give a run
  /// different results.
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
        let entries = templates(step).map { "\($0.name.debugDescription): \($0.template.normalText)" }.sorted()
        return entries.isEmpty ? nil : "{ \(entries.joined(separator: ", ")) }"
      }
    }
    return [
      tried("operation", \.operation), templates("parameters", \.call.parameters), templates("query", \.call.query),
      templates("headers", \.call.headers), templates("multipart", \.call.multipart),
      tried("body") { $0.call.body?.normalText },
      tried("rawBody", \.call.rawBody), tried("url") { $0.call.url?.text },
      tried("security") { step in
        step.call.security.map { $0.isEmpty ? "none" : $0.map(\.scheme).joined(separator: " with ") }
      },
      tried("forEach", { $0.loop.iteration?.items.text }, meaning: { $0.loop.iteration?.items.normalForm }),
      tried("as") { $0.loop.iteration?.name },
      tried("reconnectAfter") { $0.expects.reconnectAfter.map(String.init) },
      tried("send") { $0.call.messages?.written },
      tried("until") { $0.expects.until.isEmpty ? nil : $0.expects.until.joined(separator: ", ") },
      tried("poll") { $0.expects.polls ? nil : "false" },
      tried("omitOptional") { $0.call.omitsOptional ? "true" : nil },
      tried("outputs", { $0.outputs(\.text) }, meaning: { $0.outputs(\.normalForm) }),
      tried("repeat") { $0.loop.load.map { "\($0.times.counted("call")), \($0.width) at once" } },
    ]
  }
}

extension Step {
  /// Returns the outputs of the step by name, each expression in the form that `text` returns; `nil` if absent.
  fileprivate func outputs(_ text: (Expression) -> String) -> String? {
    let outputs = expects.outputs.map { "\($0.name): \(text($0.expression))\($0.isSecret ? " (secret)" : "")" }.sorted()
    return outputs.isEmpty ? nil : outputs.joined(separator: ", ")
  }
}
