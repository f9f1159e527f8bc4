import AssayContract
import AssayJSON

/// The collection of the places that a scenario's steps read, in their own responses and in earlier ones.
extension ReadPlaces {
  mutating func add(_ scenario: Scenario, of contract: Contract) {
    // One reader for all steps, changed in place: what they bring is copied for none of them.
    var reader = PlaceReader()
    /// The previous response, from which a step may read its URL; steps that run in parallel have the same one.
    var before: Answer?
    var latest: (parallel: JSONPointer?, answer: Answer)?
    for step in scenario.before + scenario.steps + scenario.after {
      guard let operation = contract.operation(named: step.operation) else { continue }
      if let latest, latest.parallel == nil || latest.parallel != step.parallel { before = latest.answer }
      let own = PlaceReader(of: operation)
      let bodies =
        step.expects.responses?.map { Place(operation.name, .answer($0.status)) } ?? own.bodies
      (reader.operation, reader.bodies, reader.events) = (operation.name, bodies, own.events)
      // A step may read what it brought itself.
      reader.steps[step.id] = PlaceReader.Brought(operation: operation.name, bodies: bodies, events: own.events)
      add(step, reader, after: before)
      for output in step.expects.outputs {
        let places = read(output.expression, reader)
        reader.steps[step.id]?.outputs[output.name] = places
        let known = reader.last[output.name] ?? []
        reader.last[output.name] = known + places.filter { !known.contains($0) }
      }
      latest = (step.parallel, Answer(operation: operation.name, bodies: bodies))
    }
    (reader.operation, reader.bodies, reader.events) = (nil, [], [])
    add(scenario.invariants, reader)
  }

  /// The response that `$response` refers to.
  private struct Answer {
    var operation: String
    var bodies: [Place]
  }

  private mutating func add(_ step: Step, _ reader: PlaceReader, after before: Answer?) {
    var own = reader
    if let iteration = step.loop.iteration {
      own.items = read(iteration.items, own).flatMap(\.items)
      if let name = iteration.name { own.named[name] = own.items }
    }
    for part in step.call.parameters + step.call.query + step.call.headers + step.call.multipart {
      add(template: part.template, own)
    }
    add(template: step.call.body, own)
    add(template: step.call.url, own)
    if let before, step.call.readsAnswerBefore {
      var earlier = own
      (earlier.operation, earlier.bodies) = (before.operation, before.bodies)
      add(template: step.call.url, earlier)
    }
    add(step.call.messages ?? [], own)
    add(step.expects.invariants, own)
    add(step.loop.repetition?.until, own)
    if let pagination = step.loop.pagination { add(pagination, own) }
    for place in step.loop.again?.except ?? [] { for body in own.bodies { add(body.appending(place.tokens)) } }
  }

  private mutating func add(_ pagination: Pagination, _ own: PlaceReader) {
    add(pagination.until, own)
    switch pagination.next {
    case .url(let next), .value(let next, _): add(next, own)
    case .link: if let operation = own.operation { add(header: "Link", of: operation) }
    case .number: break
    }
  }
}
