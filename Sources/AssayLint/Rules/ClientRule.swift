import AssayContract
import AssayJSON
import AssaySchema
import AssayText

/// The rule that the keyword `client`, which lists the members a client uses, names only members that the schema has.
enum ClientRule: LintRule {
  static func check(_ run: inout LintRun) {
    for site in run.sites {
      guard let schema = site.schema, let client = site.node["client"] else { continue }
      let known = ValueSchema(schema).members.map(\.name)
      guard !known.isEmpty else {
        run.log.add(
          .undocumentedField,
          "`client` describes the members of a model, and this schema names none",
          help: "put it next to the `properties`",
          range: client.range,
          pointer: client.pointer
        )
        continue
      }
      for key in ["decodes", "reads", "follows"] {
        for name in client.list(key) {
          guard let text = name.value.string, !known.contains(where: text.isExactly) else { continue }
          run.log.add(
            .undocumentedField,
            "the client \(key) `\(text)`, which the model does not have",
            help: SpellingSuggestion.help(for: text, among: known, noun: "described are"),
            range: name.range,
            pointer: name.pointer
          )
        }
      }
    }
  }
}
