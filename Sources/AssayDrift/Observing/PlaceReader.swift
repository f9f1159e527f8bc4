import AssayContract
import AssayJSON

/// The targets of the references of an expression in its place.
struct PlaceReader {
  typealias Place = ReadPlaces.Place

  /// The values that a step of the scenario passes to those after it.
  struct Brought {
    var operation: String
    var bodies: [Place]
    var events: [Place]
    /// The places its outputs were captured from, by their names.
    var outputs: [String: [Place]] = [:]
  }

  /// `nil` where no call is at hand.
  var operation: String?
  /// The places that `$response.body` may refer to.
  var bodies: [Place] = []
  /// The places that `$event.data` may refer to.
  var events: [Place] = []
  var steps: [String: Brought] = [:]
  /// The places that the outputs captured under a name may be from.
  var last: [String: [Place]] = [:]
  /// The places that `$item` may refer to.
  var items: [Place] = []
  var named: [String: [Place]] = [:]

  init() {}

  /// Creates the reader for the rules of `operation`.
  init(of operation: Operation) {
    self.operation = operation.name
    bodies = [Place(operation: operation.name, part: .success)]
    guard case .stream(let stream) = operation.interaction else { return }
    events = stream.events.map { Place(operation: operation.name, part: .event($0.name)) }
  }

  /// The same at the event `name`.
  func at(_ name: String) -> PlaceReader {
    var reader = self
    reader.events = events.filter { $0.part == .event(name) }
    return reader
  }

  /// The same inside a quantifier over `items`, which evaluates `node` for each.
  func inside(_ items: [Place], of node: ExpressionNode) -> PlaceReader {
    var reader = self
    reader.items = items
    if case .naming(let name, _) = node.kind { reader.named[name] = items }
    return reader
  }

  /// The places `reference` leads to; none where it reads no answer and no event.
  func places(_ reference: Reference) -> [Place] {
    let tokens = reference.pointer.tokens
    func each(_ places: [Place], isSpread: Bool = false) -> [Place] {
      places.map { place in
        var place = place
        place.isSpread = place.isSpread || isSpread
        return place.appending(tokens)
      }
    }
    switch reference.subject {
    case .exchange(.responseBody): return each(bodies)
    case .event(.data): return each(events)
    case .previous: return each(events.isEmpty ? bodies : events)
    case .events(let name): return each(at(name).events, isSpread: true)
    case .item: return each(items)
    case .named(let name): return each(named[name] ?? [])
    case .variable(let names) where names.count == 1: return each(named[names[0]] ?? [])
    case .lastOutput(let name): return each(last[name] ?? [])
    case .step(let id, .output(let name)): return each(steps[id]?.outputs[name] ?? [])
    case .step(let id, .exchange(.responseBody)): return each(steps[id]?.bodies ?? [])
    case .step(let id, .all(.exchange(.responseBody))): return each(steps[id]?.bodies ?? [], isSpread: true)
    case .step(let id, .all(.output(let name))): return each(steps[id]?.outputs[name] ?? [], isSpread: true)
    case .step(let id, .all(.event(.data))): return each(steps[id]?.events ?? [], isSpread: true)
    default: return []
    }
  }

  /// The header field of an answer that `reference` reads, and whose answer that is.
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
  /// Takes in what `node` reads; the places its value comes from, where it is one that came.
  mutating func read(_ node: ExpressionNode, _ reader: PlaceReader) -> [Place] {
    switch node.kind {
    case .read(let reference):
      if let header = reader.header(reference) { add(header: header.name, of: header.operation) }
      return noted(reader.places(reference))
    case .place(let child, let pointer):
      return noted(read(child, reader).map { $0.appending(pointer.tokens) })
    case .query(let child, let path):
      let root = read(child, reader)
      return noted(
        path.places.flatMap { tokens in
          root.map { place in
            var place = place.appending(tokens)
            place.isSpread = true
            return place
          }
        }
      )
    case .naming(_, let child): return read(child, reader)
    case .call(let function, let arguments): return read(function, arguments, reader)
    default:
      for child in node.children { _ = read(child, reader) }
      return []
    }
  }

  private mutating func read(_ function: ExpressionFunction, _ arguments: [ExpressionNode], _ reader: PlaceReader)
    -> [Place]
  {
    if function.quantifies, arguments.count == 2 {
      let list = read(arguments[0], reader)
      let items = Self.distinct(list.flatMap(\.items))
      let values = read(arguments[1], reader.inside(items, of: arguments[1]))
      switch function {
      case .filter: return list
      case .find: return items
      case .map: return Self.spread(values)
      default: return []
      }
    }
    let values = arguments.map { read($0, reader) }
    switch function {
    case .take, .reversed: return values.first ?? []
    case .first, .last, .min, .max: return Self.distinct((values.first ?? []).flatMap(\.items))
    case .flatten: return Self.spread(Self.distinct((values.first ?? []).flatMap(\.items)))
    case .default: return Self.distinct(values.flatMap { $0 })
    case .if: return Self.distinct(values.dropFirst().flatMap { $0 })
    default: return []
    }
  }

  private mutating func noted(_ places: [Place]) -> [Place] {
    for place in places { add(place) }
    return places
  }

  private static func distinct(_ places: [Place]) -> [Place] {
    var seen: Set<Place> = []
    return places.filter { seen.insert($0).inserted }
  }

  private static func spread(_ places: [Place]) -> [Place] {
    distinct(
      places.map { place in
        var place = place
        place.isSpread = true
        return place
      }
    )
  }
}
