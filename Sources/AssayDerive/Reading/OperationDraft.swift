import AssayHTTP
import AssayJSON

/// An operation while it is being combined from all places that describe it.
struct OperationDraft: Sendable {
  struct Answer: Sendable {
    /// The status: `200`, `2XX`, `404`, `4XX`.
    var status: String
    var shape: Shape
    var contentType: String?
    var sources: [Source]

    var isSuccess: Bool { status.hasPrefix("2") }
    var isFailure: Bool { status.begins("4", "5") }
  }

  /// The facts about a parameter, a header field or a part of a form, or those that a row states about any field.
  struct Field: Sendable {
    var name: String
    var shape: Shape
    var isRequired: Bool?
    var isFile = false
    var example: String?
    var sources: [Source]
    /// The place of the field, if a row states it: `path`, `query`, `header`, `body`.
    var location = ""
  }

  struct Event: Sendable {
    var name: String
    var shape: Shape
    var sources: [Source]
    var isFinal = false
    /// True if no line of the guide names the event: it is sent without a name, which makes it a `message` (WHATWG HTML
    /// section 9.2.6).
    var isUnnamed = false
    /// True if an `event:` line names it.
    var isNamed = false
    /// The member of the data that distinguishes the event from other events without a name.
    var discriminator: String?
    /// True if the member is `true` in this event and in no other: `{ "done": true }`.
    var isFlag = false
    /// The data of the event, if it is not JSON.
    var mark: MarkText?
    /// True if a table, a list, a label or client code names the event; false if only an example does.
    var isListed = false
    /// True if the guide states that the stream ends with the event.
    var isEndStated = false
    /// True if a member of the data tells the event's kind: it is neither a flag nor a mark.
    var isOfKind: Bool { !isFlag && mark == nil }
    /// True if the name says that something failed.
    var isFailure: Bool { name.nameWords.contains { $0.begins("err", "fail", "cancel", "abort") } }
    /// True for an event that only keeps the connection open.
    var isHeartbeat: Bool { ["ping", "heartbeat", "keepalive"].contains(name.folded) }
    /// True if the guide states the event's role, and not only an example shows it: that it occurs or, for a final
    /// event, that it ends the stream.
    var isStated: Bool { isFinal ? isEndStated : isListed }
  }

  struct State: Sendable {
    var name: String
    var sources: [Source]
    var isFinal = false
    /// True if arrows, a table or code that stops there show that the state is final; otherwise its name suggests it.
    var isEndStated = false
    /// The states that arrows lead to from this one; empty if nothing is stated.
    var next: [String] = []
    /// The word for a state that is a number; empty for others.
    var meaning = ""
    /// The word that says what the state is, in lower case.
    var word: String { (meaning.isEmpty ? name : meaning).lowercased() }
    /// The state as JSON text.
    var json: String { meaning.isEmpty ? JSONEscapes.quote(name) : name }
  }

  struct Reference: Sendable {
    /// The section's title in the form of a link anchor.
    var anchor: String
    var isRequest: Bool
    /// True if the text speaks of a list of such: "an array of `Work`".
    var isList = false
    var source: Source
  }

  struct Request: Sendable {
    var path: [Field] = []
    var query: [Field] = []
    var headers: [Field] = []
    var form: [Field] = []
    var isFormEncoded = false
    var body: Shape?

    /// Returns true if it has a header field with a name, which is in lower case.
    func hasHeader(_ name: String) -> Bool { headers.contains { $0.name.lowercased() == name } }
  }

  /// Unlabelled examples, whose role is decided by everything else that is stated.
  struct Unlabelled: Sendable {
    typealias Example = (shape: Shape, status: Int?, source: Source)

    /// The place of the first unlabelled example that was treated as a request or a response.
    var first: Source?
    /// The examples of bodies that are sent or received.
    var bodies: [Example] = []
    /// The examples of events, of an operation not known to be a stream at that point.
    var events: [Example] = []
  }

  struct Stream: Sendable {
    /// True if the guide states that the call returns a stream.
    var isStated = false
    var events: [Event] = []
    /// True if the guide speaks of lines `data:`, and of lines that name the event, `event: x`.
    var (hasData, hasNames) = (false, false)
    /// True if the same call answers with JSON where nothing asks for the stream.
    var isChosen = false
    /// True if each event is a line of JSON text, without a name.
    var isLines = false
    var mediaType: String { isLines ? "application/x-ndjson" : "text/event-stream" }
    /// The places where text says that the response is a stream.
    var sources: [Source] = []
    /// The place that gives the media type of a stream as that of the answer.
    var typeSource: Source?
    /// The data of every event, which an example shows with a placeholder for the event's name.
    var envelope: Shape?
    /// The part of a request that asks for the stream, if it is sent only on request.
    var asker: StreamSwitch?
    /// The names of the events that end the stream according to the guide.
    var lastEvents: Set<String> = []
    /// The names of the events after which the stream continues according to the guide.
    var otherEvents: Set<String> = []
  }

  struct Poll: Sendable {
    var states: [State] = []
    /// The path of the response member that contains the job's state.
    var member: [String] = []
    /// True if no answer shows the member.
    var isMemberGuessed = false
    /// True if the status of the answer is the state: 202 until 200.
    var isOfStatus = false
    var interval: (text: String, source: Source)?
    /// The place of the state in the body, that of the first item in a list.
    var place: String { member.map { $0 == "*" ? "0" : $0 }.joined(separator: "/") }
    var isKnown: Bool { !member.isEmpty || isOfStatus }
  }

  /// The statements of sentences about the answer.
  struct Statements: Sendable {
    /// Statements such as "Same response as …" and "`best` is a Work".
    var likenesses: [Likeness] = []
    /// The linked sections that describe what is returned or sent.
    var references: [Reference] = []
    /// The values that sentences list for a member: "The `state` is one of `open` or `closed`."
    var lists: [(member: String, values: [String], source: Source)] = []
    /// "Sorted by …".
    var orders: [Order] = []
    /// The number of examples of an answer that have no member in common with those before, by its status.
    var unlike: [String: Int] = [:]
    /// The members that sentences say are maps.
    var maps: Set<String> = []
    /// The successes that are said to come while what is asked for is not ready.
    var waiting: Set<String> = []
    /// The status of a valid call, as a sentence has it.
    var status: (code: Int, source: Source)?
  }

  /// A statement that something is the same as in another call, or is of a named type.
  struct Likeness: Sendable {
    /// The text after the statement, in lower case.
    var text: String
    var isRequest: Bool
    /// The member of the answer that it is about; `nil` if it is about all of it.
    var member: String?
    var source: Source
  }

  struct Order: Sendable {
    /// The sentence, in lower case.
    var text: String
    /// True if the greatest comes first.
    var isDescending: Bool
    var source: Source
  }

  var kind: CallSighting.Kind
  var method: String
  var target: CallTarget
  var sources: [Source] = []
  var summary = ""
  var server = ""
  /// True if a full URL shows that the path is not below the base URL's.
  var isAtRoot = false
  var origins: [String] = []
  var request = Request()
  var answers: [Answer] = []
  var unlabelled = Unlabelled()
  var said = Statements()
  var client = CallSighting.Client()
  var stream = Stream()
  var poll = Poll()

  var sendsBody: Bool { ["POST", "PUT", "PATCH"].contains(method) }

  var parameters: [String] {
    PathTemplate(target.path).parameters
  }

  mutating func add(_ field: Field, to table: WritableKeyPath<OperationDraft, [Field]>) {
    guard let index = self[keyPath: table].firstIndex(where: { $0.name == field.name }) else {
      if self[keyPath: table].count < Shape.most { self[keyPath: table].append(field) }
      return
    }
    var known = self[keyPath: table][index]
    known.shape.merge(field.shape)
    known.isRequired = known.isRequired ?? field.isRequired
    known.isFile = known.isFile || field.isFile
    known.example = known.example ?? field.example
    for source in field.sources { known.sources.add(source) }
    self[keyPath: table][index] = known
  }

  /// Adds the facts that an example or a table shows about a response. A success without a status is added to the
  /// existing success.
  mutating func addAnswer(
    _ status: Int?,
    _ shape: Shape,
    contentType: String? = nil,
    source: Source,
    isFailure: Bool = false
  ) {
    var name = status.map { String($0) } ?? (isFailure ? "4XX" : "2XX")
    if name == "2XX", let known = answers.first(where: \.isSuccess) { name = known.status }
    if name.hasPrefix("2"), let index = answers.firstIndex(where: { $0.status == "2XX" }) {
      answers[index].status = name
    }
    if let index = answers.firstIndex(where: { $0.status == name }) {
      let known = answers[index].shape
      if known.examples > 0, shape.examples > 0, !known.members.isEmpty, known.overlap(with: shape) == 0 {
        said.unlike[name, default: 1] += 1
      }
      answers[index].shape.merge(shape)
      answers[index].contentType = answers[index].contentType ?? contentType
      if answers[index].sources.count < Shape.most { answers[index].sources.add(source) }
    } else {
      answers.append(Answer(status: name, shape: shape, contentType: contentType, sources: [source]))
    }
  }

  /// True if client code calls the operation, as far as guides show.
  var isInClientCode: Bool {
    !client.answerModels.isEmpty || !client.listeners.isEmpty || !client.comparedStates.isEmpty
  }

  /// The answer to a valid call.
  var success: Answer? { answers.first(where: \.isSuccess) }
  /// True if something is known of the body of the answer to a valid call.
  var hasAnswer: Bool { success?.shape.isEmpty == false }
  /// The file whose name the path ends with.
  var file: String? { target.segments.last.flatMap { $0.contains(".") && !$0.contains("{") ? $0 : nil } }
  /// The call in the words of notes.
  var call: String { "\(method) \(target.path)" }

  /// True if the examples of the answer have no member in common with another object.
  private func isUnlike(_ shape: Shape) -> Bool {
    guard let own = success?.shape, own.examples > 0, !own.members.isEmpty, !shape.members.isEmpty else { return false }
    return own.overlap(with: shape) == 0
  }

  mutating func changeSuccess(_ change: (inout Shape) -> Void) {
    guard let index = answers.firstIndex(where: \.isSuccess) else { return }
    change(&answers[index].shape)
  }

  mutating func addEvent(
    _ name: String,
    _ shape: Shape?,
    _ source: Source,
    isUnnamed: Bool = false,
    discriminator: String? = nil,
    isListed: Bool = false
  ) {
    guard !name.isEmpty else { return }
    if isUnnamed, let flag = shape?.sample.flatMap({ Discriminator.flag(of: $0) }), flag != name {
      addEvent(flag, shape, source, discriminator: flag, isListed: isListed)
      return changeEvent(flag) { ($0.isFlag, $0.isFinal, $0.isEndStated) = (true, true, true) }
    }
    if stream.events.contains(where: { $0.name == name }) {
      changeEvent(name) { if let shape { $0.shape.merge(shape) } }
    } else {
      stream.events.append(Event(name: name, shape: shape ?? Shape(), sources: [], isUnnamed: isUnnamed))
    }
    changeEvent(name) { event in
      event.discriminator = event.discriminator ?? discriminator
      event.isListed = event.isListed || isListed
      event.sources.removeAll { source.contains($0) }
      if event.sources.count < Shape.most { event.sources.add(source) }
    }
  }

  private mutating func changeEvent(_ name: String, _ change: (inout Event) -> Void) {
    guard let index = stream.events.firstIndex(where: { $0.name == name }) else { return }
    change(&stream.events[index])
  }

  /// Changes the shapes of the request's body, the answers and the events.
  mutating func changeShapes(_ change: (inout Shape) -> Void) {
    if var body = request.body {
      change(&body)
      request.body = body
    }
    answers.change { change(&$0.shape) }
    stream.events.change { change(&$0.shape) }
  }

  /// Records that an event is sent under its own name, as a line says.
  mutating func nameEvent(_ name: String) {
    changeEvent(name) { ($0.discriminator, $0.isUnnamed, $0.isNamed) = (nil, false, true) }
  }

  /// Marks an event as one that ends the stream, as stated.
  mutating func endEvent(_ name: String, isFinal: Bool) {
    changeEvent(name) { ($0.isEndStated, $0.isFinal) = (true, $0.isFinal || isFinal) }
  }

  /// Adds an event whose data is text: to the event of that name, or else as an event without a name.
  mutating func addMark(_ mark: MarkText, named name: String? = nil, _ source: Source, isEndStated: Bool = false) {
    let known = stream.events.firstIndex { $0.mark == mark && (name == nil || $0.name == name) }
    let isTaken = name == nil && known == nil && stream.events.contains { $0.name == mark.name }
    let key = name ?? known.map { stream.events[$0].name } ?? (isTaken ? mark.name + "-text" : mark.name)
    addEvent(key, nil, source, isUnnamed: name == nil)
    changeEvent(key) { event in
      event.mark = mark
      event.isFinal = event.isFinal || mark.isEnd || isEndStated
      event.isEndStated = event.isEndStated || isEndStated
    }
  }

  /// Decides the role of unlabelled examples. The first body is the request if there is also a response, a stream, or a
  /// response without a body; all others are responses.
  mutating func decide() {
    for example in unlabelled.events {
      let name = example.shape.sample.flatMap { Discriminator.name(of: $0, isEvent: true) }
      if stream.isStated {
        addEvent(name ?? "message", example.shape, example.source, isUnnamed: name == nil)
      } else {
        addAnswer(example.status, example.shape, source: example.source)
      }
    }
    if let told = said.status, success == nil || success?.status == "2XX" {
      addAnswer(told.code, Shape(), source: told.source)
    }
    let isStreamed = stream.isStated && !stream.events.isEmpty
    let isSent =
      hasAnswer || isStreamed || unlabelled.bodies.count > 1 || success?.status == "204"
      || unlabelled.bodies.first.map { !$0.shape.isMadeByServers } == true
    let isShown = hasAnswer
    for (position, example) in unlabelled.bodies.enumerated() {
      if position == 0, isSent, request.body?.examples ?? 0 == 0, request.form.isEmpty {
        addBody(example.shape)
      } else if !isShown || !isUnlike(example.shape) {
        addAnswer(example.status, example.shape, source: example.source)
      }
    }
  }
}
