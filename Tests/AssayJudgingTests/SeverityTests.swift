import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import Testing

@testable import AssayJudging

/// What is milder hides nothing that weighs more.
struct SeverityTests {
  @Test(arguments: [(Level.may, 1), (.should, 1), (.must, 0)])
  func aRuleIsHiddenOnlyByWhatWeighsAsMuch(_ level: Level, _ count: Int) throws {
    var scope = Scope()
    scope.exchange = Self.exchange(#"{ "total": 3 }"#)
    let rule = Invariant(expression: try Expression(parsing: "$response.body#/total == 4"), promise: Promise())
    let covering = Finding(level: level, rule: "schema.enum", place: .body("/total"), message: "")
    let contract = Contract(file: "c.json", document: try JSONDocument(parsing: "{}"), service: "s")
    var ledger = CheckLedger()
    ledger.write(BrokenFate(covering, breaking: [PromiseSite]()))
    judgeInvariants([rule], in: scope, contract: contract, writing: &ledger)
    #expect(ledger.atHand.count == 1 + count)
  }

  @Test func aValueThatHadToStayIsHiddenOnlyByWhatWeighsAsMuch() throws {
    let promise = PointerPromise(pointer: try #require(JSONPointer("/id")), promise: Promise())
    var values = ValuePromises(constant: [promise], nondecreasing: [])
    let contract = Contract(file: "c.json", document: try JSONDocument(parsing: "{}"), service: "s")
    func step(_ body: String, _ poll: Int, under level: Level) throws -> Int {
      let covering = Finding(
        level: level,
        rule: "schema.pattern",
        place: Place(.poll(poll), .value("/id")),
        message: ""
      )
      let json = try JSONDocument(parsing: body).root
      var ledger = CheckLedger()
      ledger.write(BrokenFate(covering, breaking: [PromiseSite]()))
      values.step(json, at: .poll(poll), in: Scope(), contract: contract, writing: &ledger)
      return ledger.atHand.count - 1
    }
    #expect(try step(#"{ "id": "a" }"#, 1, under: .should) == 0)
    #expect(try step(#"{ "id": "b" }"#, 2, under: .should) == 1)
    #expect(try step(#"{ "id": "b" }"#, 3, under: .must) == 0)
  }

  /// Event 1 says nothing of event 12.
  @Test func aPlaceIsNoBeginningOfAnother() {
    let finding = Finding(level: .must, rule: "stream.json", place: Place(.event(12)), message: "")
    func covers(_ event: Int) -> Bool {
      FaultCoverage(of: [finding], at: .event(event)).finding(at: JSONPointer(), isShallow: true, isHere: true) != nil
    }
    #expect(!covers(1))
    #expect(covers(12))
  }

  private static func exchange(_ body: String) -> Exchange {
    Exchange(
      request: HTTPRequest(method: "GET", url: "http://127.0.0.1/"),
      response: HTTPResponse(head: HTTPResponseHead(status: 200), body: Array(body.utf8)),
      end: TransferEnd(.complete)
    )
  }
}
