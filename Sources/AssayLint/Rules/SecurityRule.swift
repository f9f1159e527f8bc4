import AssayContract
import AssayJSON
import AssayText

/// The rule that the OAuth scopes that operations and steps need are declared by the security scheme that requests
/// them.
enum SecurityRule: LintRule {
  static func check(_ run: inout LintRun) {
    let schemes = run.root.table("securitySchemes")
    guard !schemes.isEmpty else { return }
    let steps = run.root.table("scenarios").flatMap { $0["steps"]?.items ?? [] }
    let needs = [run.root["security"]] + (run.root.table("operations") + steps).map { $0["security"] }
    for entry in needs.flatMap({ $0?.items ?? [] }).flatMap(\.entries) {
      guard let scheme = schemes.first(where: { $0.name == entry.name }), scheme.string("type") == "oauth2" else {
        continue
      }
      let known = scheme.value["flows"]?["clientCredentials"]?["scopes"]?.members.map(\.key) ?? []
      for scope in entry.value.items.compactMap(\.string) where !known.contains(scope) {
        run.log.add(
          .undeclaredScope,
          "the security scheme `\(entry.name)` does not declare the scope `\(scope)`",
          help: SpellingSuggestion.help(for: scope, among: known, noun: "the scopes there are"),
          range: entry.range,
          pointer: entry.pointer
        )
      }
    }
  }
}
