import AssayContract
import AssayFindings
import AssayJSON
import AssayText

/// Gathers the promises of one operation or step, the same one of several events or states as one.
struct PromiseList {
  let schemas: ContractSchemas
  /// How many events or states there are, for what is promised of all of them.
  var placeCount = 0
  private var entries: [Entry] = []
  private var places: [Key: Int] = [:]

  private struct Key: Hashable {
    var sentence: String
    var level: Level
    /// What the places it holds in have in common: `in`, `while the job is`; empty for the whole answer.
    var relation: String
  }

  private struct Entry {
    var promise: CataloguedPromise
    var relation: String
    /// The events or states it is promised of.
    var places: [String]
  }

  init(schemas: ContractSchemas) { self.schemas = schemas }

  /// Adds a promise; `relation` and `place` say where it holds: `while the job is` and `pending`.
  mutating func add(_ promise: CataloguedPromise, _ relation: String = "", _ place: String? = nil) {
    let key = Key(sentence: promise.sentence, level: promise.level, relation: relation)
    let names = place.map { [$0] } ?? []
    guard let index = places[key] else {
      places[key] = entries.count
      entries.append(Entry(promise: promise, relation: relation, places: names))
      return
    }
    for name in names where !entries[index].places.contains(name) { entries[index].places.append(name) }
    for source in promise.sources where !entries[index].promise.sources.contains(source) {
      entries[index].promise.sources.append(source)
    }
    for pointer in promise.pointers where !entries[index].promise.pointers.contains(pointer) {
      entries[index].promise.pointers.append(pointer)
    }
  }

  mutating func add(_ sentence: String, _ promise: Promise, level: Level? = nil) {
    add(CataloguedPromise(sentence, promise, level: level))
  }

  /// Adds what a schema promises of a value called `subject`.
  mutating func add(
    schema node: ContractNode?,
    _ promise: Promise?,
    subject: String,
    _ relation: String = "",
    _ place: String? = nil
  ) {
    guard let node, let promise else { return }
    var fields = FieldPromises(schemas: schemas)
    fields.read(node, level: promise.level, sources: promise.sources)
    for field in fields.promises(subject: subject) { add(field, relation, place) }
  }

  mutating func add(_ invariants: [Invariant], _ relation: String = "", _ place: String? = nil) {
    for invariant in invariants {
      let sentence = invariant.message.isEmpty ? "`\(invariant.expression.text)`" : invariant.message
      add(CataloguedPromise(sentence, invariant.promise), relation, place)
    }
  }

  /// The promises, each with the checks given and the places it holds in.
  func promises(checkedIn checks: [String]) -> [CataloguedPromise] {
    entries.map { entry in
      var promise = entry.promise
      promise.checks = checks
      if !entry.relation.isEmpty {
        promise.sentence = "\(place(of: entry)): \(promise.sentence)"
      }
      return promise
    }
  }

  private func place(of entry: Entry) -> String {
    if entry.places.count > 1, entry.places.count == placeCount, entry.relation == "in" { return "in every event" }
    return "\(entry.relation) \(entry.places.quoted.either)"
  }
}
