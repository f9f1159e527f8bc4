import AssayJSON

extension SchemaRun {
  /// What the keywords beside an `unevaluated…` of the schema that is judged now look at in a value.
  ///
  /// Collected only when one asks, from the schemas that hold; each is asked once, however many references lead to it.
  func evaluatedLocations(in value: JSONValue) -> EvaluatedLocations {
    var locations = EvaluatedLocations()
    guard let asking = node else { return locations }
    var seen: Set = [asking]
    var pending = [asking]
    while let id = pending.popLast(), !locations.all {
      for keyword in graph.nodes[id].keywords where id != asking || !(keyword is any UnevaluatedKeyword) {
        keyword.lookAt(value, &locations, self)
      }
      for inner in locations.inPlace where seen.insert(inner).inserted && accepts(value, by: inner) {
        pending.append(inner)
      }
      locations.inPlace = []
    }
    return locations
  }
}
