import AssayContract
import AssayJSON

/// A resolver of the references in an expression: it returns the places in responses and events that they read.
struct PlaceReader {
  typealias Place = ReadPlaces.Place

  /// The places that later steps can read from a step of the scenario.
  struct Brought {
    var operation: String
    var bodies: [Place]
    var events: [Place]
    /// The places from which the step's outputs were captured, by output name.
    var outputs: [String: [Place]] = [:]
  }

  /// The name of the operation whose response is `$response`; `nil` outside of a call.
  var operation: String?
  /// The places that `$response.body` may refer to.
  var bodies: [Place] = []
  /// The places that `$event.data` may refer to.
  var events: [Place] = []
  var steps: [String: Brought] = [:]
  /// For each output name, the places from which steps so far capture it.
  var last: [String: [Place]] = [:]
  /// The places that `$item` may refer to.
  var items: [Place] = []
  var named: [String: [Place]] = [:]

  init() {}

  /// Makes the resolver for the rules of `operation`.
  init(of operation: Operation) {
    self.operation = operation.name
    bodies = [Place(operation.name, .success)]
    guard case .stream(let stream) = operation.interaction else { return }
    events = stream.events.map { Place(operation.name, .event($0.name)) }
  }

  /// Returns the resolver for expressions about the event `name`.
  func at(_ name: String) -> PlaceReader {
    var reader = self
    reader.events = events.filter { $0.source.part == .event(name) }
    return reader
  }

  /// The places that `reference` starts from; none where it reads no answer and no event.
  func start(of reference: Reference) -> [Place] {
    func all(_ places: [Place]?) -> [Place] {
      (places ?? []).map { Place($0.source, tokens: $0.tokens, isSpread: true) }
    }
    switch reference.subject {
    case .exchange(.responseBody): return bodies
    case .event(.data): return events
    case .previous: return events.isEmpty ? bodies : events
    case .events(let name): return all(at(name).events)
    case .lastOutput(let name): return last[name] ?? []
    case .step(let id, .output(let name)): return steps[id]?.outputs[name] ?? []
    case .step(let id, .exchange(.responseBody)): return steps[id]?.bodies ?? []
    case .step(let id, .all(.exchange(.responseBody))): return all(steps[id]?.bodies)
    case .step(let id, .all(.output(let name))): return all(steps[id]?.outputs[name])
    case .step(let id, .all(.event(.data))): return all(steps[id]?.events)
    default: return []
    }
  }

  /// Returns the name of the response header field that `reference` reads, and the operation of the response; `nil` if
  /// it reads none.
  func header(_ reference: Reference) -> (name: String, operation: String)? {
    switch reference.subject {
    case .exchange(.responseHeader(let name)): operation.map { (name, $0) }
    case .step(let id, .exchange(.responseHeader(let name))), .step(let id, .all(.exchange(.responseHeader(let name)))):
      steps[id].map { (name, $0.operation) }
    default: nil
    }
  }
}

extension ReadPlaces {
  /// Takes in what `expression` reads; returns the places its value comes from, if it is one that was received.
  @discardableResult mutating func read(_ expression: Expression, _ reader: PlaceReader) -> [Place] {
    for reference in expression.references {
      if let header = reader.header(reference) { add(header: header.name, of: header.operation) }
    }
    var origins = ValueOrigins(items: reader.items, named: reader.named, from: reader.start)
    let places = origins.places(of: expression.root)
    for place in origins.read { add(place) }
    return places
  }
}
