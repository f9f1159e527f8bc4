@testable import AssayReport
import AssayFindings
import Testing

@Suite struct WalkLayoutTests {
  @Test func drawsAllowedWalkedAndForbiddenSteps() {
    let layout = WalkLayout(SampleRuns.walk)
    #expect(layout.nodes.map(\.state) == ["pending", "processing", "completed", "failed"])
    #expect(layout.arrows.count == 6)
    #expect(layout.arrows.filter(\.isBad).map(\.steps) == [[2]])
    #expect(
      layout.arrows.filter { !$0.steps.isEmpty && !$0.isBad }.map(\.steps).sorted { $0[0] < $1[0] } == [[1], [3]]
    )
    #expect(layout.nodes.allSatisfy { $0.x > 0 && $0.x + $0.width < layout.width })
  }

  @Test func addsStatesTheContractDoesNotKnow() {
    var walk = SampleRuns.walk
    walk.visits[1].state = "queued"
    let layout = WalkLayout(walk)
    #expect(layout.nodes.last?.state == "queued")
    #expect(layout.nodes.last?.isKnown == false)
    #expect(layout.arrows.count { $0.isBad } == 2)
  }

  @Test func staysSmallWhateverTheServerSays() {
    let visits = (1...5000).map { Illustration.Walk.Visit(poll: $0, state: "state \($0)", time: .zero) }
    let layout = WalkLayout(Illustration.Walk(states: ["a", "a"], edges: [], visits: visits))
    #expect(layout.nodes.count <= 16)
    #expect(WalkLayout(Illustration.Walk(states: [], edges: [], visits: [])).nodes.isEmpty)
  }
}
