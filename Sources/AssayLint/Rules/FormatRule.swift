import AssayContract
import AssayJSON
import AssaySchema
import AssayText

/// The rule that each `format` is a known one, or at least not a misspelling of one, since an unknown format accepts
/// every value (2020-12 section 7.2.3).
enum FormatRule: LintRule {
  static func check(_ run: inout LintRun) {
    for schema in run.sites.compactMap(\.schema) {
      guard let format = schema.keyword("format"), format.kind == nil, let name = format.value.string,
        let nearest = SpellingSuggestion.nearest(to: name, among: schema.dialect.formats)
      else { continue }
      run.log.add(
        .unknownFormat,
        "no value is held to the format `\(name)`: the draft of the schema does not know it",
        help: "did you mean `\(nearest)`?",
        range: format.value.byteRange,
        pointer: format.pointer
      )
    }
  }
}
