package import AssayFindings
package import AssayHTTP
import AssayJSON

/// The selection of the operation that a request calls, if several have its method and path.
///
/// JSON-RPC, GraphQL and many AWS services have all operations at one path. A header field, a query parameter or a
/// member of the body selects the operation: `X-Amz-Target`, `?format=csv`, `"method": "tools/list"`. Values that a
/// contract lists (a constant, `const` or `enum`) decide first: those of header fields, then of query parameters, then
/// of the body. After those, required parts decide.
package struct OperationSelector: Sendable {
  /// The operation that a request selects, or the reason why it selects none.
  package enum Selection<Candidate> {
    case operation(Candidate)
    /// No operation: each candidate lists values for this part of the request, and none lists the received value.
    case unlisted(Place.Part, received: String, listed: [String])
    /// No operation, because there were no candidates.
    case none
  }

  /// The required or listed parts of the requests of each operation that shares method and path with others, by the
  /// operation's name.
  private var marks: [String: [RequestMark]] = [:]
  /// The names of the operations that share server, method and path, in the contract's order; each group has at least
  /// two.
  private var groups: [[String]] = []

  package init(_ contract: Contract) {
    let shapes = Dictionary(grouping: contract.operations.indices) { index in
      let request = contract.operations[index].request
      return "\(request.method.uppercased()) \(request.path.shape)"
    }
    for places in shapes.values where places.count > 1 {
      for place in places {
        let operation = contract.operations[place]
        marks[operation.name] = RequestMark.all(of: operation, in: contract)
      }
      let byServer = Dictionary(grouping: places) { contract.operations[$0].server }.values.filter { $0.count > 1 }
      groups += byServer.map { $0.map { contract.operations[$0].name } }
    }
  }

  /// Selects the candidate that `request` calls. `candidates` have its method and match its path, the preferred first.
  /// Those whose paths rank equal to the first are compared.
  package func select<Candidate>(
    for request: () -> MarkedRequest,
    among candidates: [Candidate],
    _ route: (Candidate) -> (path: PathIndex.Match, operation: String)
  ) -> Selection<Candidate> {
    guard let first = candidates.first else { return .none }
    let rank = route(first).path.rank
    let alike = candidates.prefix { route($0).path.rank == rank }
    guard alike.count > 1 else { return .operation(first) }
    let request = request()
    let compared = alike.map { candidate in
      (candidate, fit: RequestFit(request, marks[route(candidate).operation] ?? []))
    }
    guard let best = compared.min(by: { $0.fit.score.lexicographicallyPrecedes($1.fit.score) }) else { return .none }
    for (part, received) in best.fit.unlisted {
      let lists = compared.compactMap { $0.fit.unlisted.contains { $0.part == part } ? $0.fit.listed(at: part) : nil }
      if lists.count == compared.count, Set(lists).count > 1 {
        return .unlisted(part, received: received, listed: lists.joined().distinct)
      }
    }
    return .operation(best.0)
  }

  /// The operations that no request can distinguish from an earlier one of the same server, each with the first such
  /// operation.
  package var indistinguishable: [(operation: String, first: String)] {
    var pairs: [(operation: String, first: String)] = []
    for group in groups {
      var known: [Set<RequestMark>: String] = [:]
      for name in group {
        let own = Set(marks[name] ?? [])
        if let first = known[own] { pairs.append((name, first)) } else { known[own] = name }
      }
    }
    return pairs
  }
}

/// The parts of a request that may say which operation it calls.
package struct MarkedRequest: Sendable {
  fileprivate let headers: [HTTPHeader]
  private let query: [(name: String, value: String)]
  private let body: JSONValue?

  /// - Parameter query: The query without its question mark.
  package init(query: String, headers: [HTTPHeader], body: [UInt8]) {
    self.query = FormPairs.read(query)
    self.headers = headers
    let type = headers["Content-Type"].flatMap { MediaType($0) }
    if body.isEmpty {
      self.body = nil
    } else if type?.essence == "application/x-www-form-urlencoded" {
      let pairs = FormPairs.read(String(decoding: body, as: UTF8.self))
      self.body = .object(pairs.textsByName.map { ($0.key, .string($0.value)) })
    } else if let form = MultipartForm(body, contentType: headers["Content-Type"]) {
      self.body = .object(form.parts.map { ($0.name, .string($0.text)) })
    } else {
      self.body = (try? JSONDocument(parsing: body, limits: .answer))?.root
    }
  }

  /// Returns the text that the request has at `part`; `nil` if it is missing.
  fileprivate func text(at part: Place.Part) -> String? {
    switch part {
    case .header(let name): headers[name]
    case .query(let name): query.first { $0.name.isExactly(name) }?.value
    case .value(let path): body?[path.pointer].map { value in value.string ?? value.text }
    case .formPart(let name): body?[JSONPointer(tokens: [name])]?.string
    default: nil
    }
  }
}

/// The comparison of a request with the marks of an operation: the parts that the operation requires, or whose values
/// it lists. Counts those that the request matches and those it does not.
private struct RequestFit {
  private let marks: [RequestMark]
  /// The parts of the request whose values are not among those that the operation lists, with the received values.
  private(set) var unlisted: [(part: Place.Part, received: String)] = []
  private var broken = Counts()
  private var kept = Counts()

  /// The number of an operation's marks of each kind that the request matches, or does not match.
  private struct Counts {
    /// The number of marks that list values: of header fields, of query parameters, of the body.
    var listed = [0, 0, 0]
    var others = 0

    mutating func add(_ mark: RequestMark) {
      guard !mark.listed.isEmpty else {
        others += 1
        return
      }
      switch mark.part {
      case .header: listed[0] += 1
      case .query: listed[1] += 1
      default: listed[2] += 1
      }
    }
  }

  init(_ request: MarkedRequest, _ marks: [RequestMark]) {
    self.marks = marks
    for mark in marks {
      guard let text = request.text(at: mark.part) else {
        if mark.isRequired { broken.others += 1 }
        continue
      }
      let isKept = mark.isKept(by: text)
      if isKept { kept.add(mark) } else { broken.add(mark) }
      if !isKept, !mark.listed.isEmpty { unlisted.append((mark.part, text)) }
    }
  }

  /// The rank of the operation, compared number by number; lower is better.
  var score: [Int] { broken.listed + [broken.others] + kept.listed.map { -$0 } + [-kept.others] }

  func listed(at part: Place.Part) -> [String] { marks.first { $0.part == part }?.listed ?? [] }
}
