package import AssayJSON

/// JSON Merge Patch (RFC 7396).
package enum MergePatch {
  /// Returns `target` with `patch` applied (section 2): members are merged, `null` removes a member, any other value
  /// replaces.
  package static func apply(_ patch: JSONValue, to target: JSONValue?) -> JSONValue {
    guard patch.kind == .object else { return patch }
    return JSONValue.building { write(patch, over: target, to: &$0) }
  }

  private static func write(_ patch: JSONValue, over target: JSONValue?, to writer: inout JSONWriter) {
    guard patch.kind == .object else { return writer.value(patch) }
    let base = target?.kind == .object ? target : nil
    writer.beginObject()
    var kept: Set<String> = []
    for member in base?.members.map({ ($0.key, $0.value) }) ?? [] {
      kept.insert(member.0)
      let change = patch[member.0]
      if change?.isNull == true { continue }
      writer.key(member.0)
      if let change { write(change, over: member.1, to: &writer) } else { writer.value(member.1) }
    }
    for member in patch.members where !member.value.isNull && !kept.contains(member.key) {
      writer.key(member.key)
      write(member.value, over: nil, to: &writer)
    }
    writer.endObject()
  }
}

extension Step.Call {
  /// Returns the body that the step sends: the example of `template` with the step's changes; `nil` for no body.
  func body(of template: BodyTemplate) -> JSONValue? {
    let example = template.isRequired || !omitsOptional || body != nil ? template.example : nil
    return body.map { MergePatch.apply($0, to: example) } ?? example
  }
}
