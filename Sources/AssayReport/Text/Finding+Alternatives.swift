import AssayFindings

extension Finding {
  /// What would have been right, unless the finding says it already.
  ///
  /// Where a member is missing, the alternatives are the names that came in its place; what came lists those.
  var alternativesWorthSaying: [String] {
    if rule == "schema.required" || rule == "schema.dependentRequired" { return [] }
    let words = Set(expected.split { !($0.isLetter || $0.isNumber || "_-.\"/".contains($0)) }.map { String($0) })
    return alternatives.allSatisfy { words.contains($0) || words.contains("\"\($0)\"") || $0 == expected }
      ? [] : alternatives
  }
}
