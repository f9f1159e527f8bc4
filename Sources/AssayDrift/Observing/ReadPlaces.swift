import AssayContract
import AssayJSON
import AssaySchema

/// The places in answers and events that the rules, captures, conditions and pointers of a contract read.
struct ReadPlaces: Sendable {
  /// The part of an operation's response that contains a place.
  enum Part: Hashable, Sendable {
    /// The body of a successful response.
    case success
    case answer(StatusPattern)
    case event(String)
  }

  /// An answer or event of an operation.
  struct Holder: Hashable {
    var operation: String
    var part: Part
  }

  typealias Place = ValueOrigins<Holder>.Place

  private var places: [Holder: Set<[String]>] = [:]
  private var headers: [String: Set<String>] = [:]

  /// Collects the places that `contract` reads.
  init(of contract: Contract) {
    for operation in contract.operations { add(operation, of: contract) }
    for scenario in contract.scenarios { add(scenario, of: contract) }
  }

  /// Returns the paths of the values that are read in a part of the responses of `operation`.
  func names(_ part: Part, of operation: String) -> [ArraySlice<String>] {
    places[Holder(operation: operation, part: part)]?.map { $0[...] } ?? []
  }

  /// Returns true if expressions read the header field `name`, in lower case, in responses of `operation`.
  func readsHeader(_ name: String, of operation: String) -> Bool { headers[operation]?.contains(name) ?? false }

  // MARK: Taking in

  mutating func add(_ place: Place) {
    guard !place.tokens.isEmpty else { return }
    places[place.source, default: []].insert(place.tokens)
  }

  mutating func add(header name: String, of operation: String) {
    headers[operation, default: []].insert(name.lowercased())
  }

  mutating func add(_ expression: Expression?, _ reader: PlaceReader) {
    if let expression { read(expression, reader) }
  }

  mutating func add(_ rules: [Invariant], _ reader: PlaceReader) {
    for rule in rules { add(rule.expression, reader) }
  }

  mutating func add(template: JSONValue?, _ reader: PlaceReader) {
    guard let template else { return }
    for expression in Template.expressions(in: template, ParsedTemplates()) { add(expression, reader) }
  }

  private mutating func add(_ promises: [PointerPromise], in places: [Place], _ reader: PlaceReader) {
    for promise in promises {
      for place in places { add(place.appending(promise.pointer.tokens)) }
      add(promise.equals, reader)
    }
  }

  private mutating func add(_ operation: Operation, of contract: Contract) {
    let reader = PlaceReader(of: operation)
    add(operation.invariants, reader)
    add(operation.mock?.key, reader)
    switch operation.interaction {
    case .exchange: break
    case .poll(let poll):
      // The state is looked for in answers of any status.
      var any = reader
      any.bodies += operation.responses.map { Place(operation.name, .answer($0.status)) }
      switch poll.state {
      case .body(let pointer): for body in any.bodies { add(body.appending(pointer.tokens)) }
      case .head(let expression): add(expression, any)
      }
      add(poll.constant + poll.nondecreasing, in: reader.bodies, reader)
      add(poll.invariants + poll.states.flatMap(\.invariants), reader)
    case .stream(let stream):
      // A member that the schema of one event describes is documented in that event, and in no other one.
      let described = stream.events.compactMap { $0.data.flatMap { contract.schemas.view(at: $0.promise.pointer) } }
      for promise in stream.constant + stream.nondecreasing {
        let isDescribed = described.contains { ValueSchema([$0]).describes(promise.pointer) }
        add([promise], in: isDescribed ? [] : reader.events, reader)
      }
      add(stream.invariants, reader)
      add(stream.messages, reader)
      for event in stream.events {
        let own = reader.at(event.name)
        add(event.finalWhen, own)
        add(event.invariants, own)
        guard case .expression(let condition)? = event.condition else { continue }
        // It is asked of every event of the name.
        for other in stream.events where other.wireName.isExactly(event.wireName) {
          add(condition, reader.at(other.name))
        }
      }
    }
  }

  /// Adds the places that a client's messages read in the event that each follows, directly or after other messages.
  mutating func add(_ messages: [ClientMessage], _ reader: PlaceReader) {
    var reader = reader
    for message in messages {
      if let event = message.after { reader = reader.at(event) }
      add(template: message.data, reader)
    }
  }
}

extension ValueOrigins<ReadPlaces.Holder>.Place {
  /// The whole of a part of an operation's output.
  init(_ operation: String, _ part: ReadPlaces.Part) { self.init(ReadPlaces.Holder(operation: operation, part: part)) }
}
