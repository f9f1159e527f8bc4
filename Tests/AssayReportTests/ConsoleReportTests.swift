import AssayFindings
import AssayReport
import Testing

@Suite struct ConsoleReportTests {
  @Test func saysNothingATerminalWouldObey() {
    let text = ReportFixtures.console([SampleRuns.hostile], options: ReportOptions())
    #expect(!text.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value)) })
    #expect(!text.unicodeScalars.contains("\u{202E}"))
  }

  @Test func usesColourOnlyWhenAsked() {
    #expect(!ReportFixtures.console([SampleRuns.mondrian], options: ReportOptions()).contains("\u{1B}"))
    #expect(
      ReportFixtures.console([SampleRuns.mondrian], options: ReportOptions(colour: true)).contains("\u{1B}[1;31m")
    )
  }

  @Test func marksTheBrokenPlace() {
    let finding = Finding(
      level: .must,
      rule: "schema.type",
      place: .body("/a~1b/count"),
      message: "count is no integer",
      actual: "\"12\"",
      excerpt: "{\"other\": \"12\",\n \"count\": \"12\"}"
    )
    let text = ReportFixtures.console(
      [RunResult(assay: "", contract: "c", outcome: .failed, findings: [finding])],
      options: ReportOptions()
    )
    #expect(text.contains("   |  \"count\": \"12\"}\n   |           ^^^^\n"))
  }

  @Test func marksAPlaceOnce() {
    let finding = Finding(
      level: .must,
      rule: "schema.type",
      place: .body("/n"),
      message: "n is a number, not an integer",
      actual: "1.5 (number)",
      excerpt: "{\n  \"n\": 1.5\n       ^^^\n}"
    )
    let text = ReportFixtures.console([run([finding])], options: ReportOptions())
    #expect(text.contains("   |   \"n\": 1.5\n   |        ^^^\n   | }\n"))
    #expect(text.split(separator: "\n").count { $0.contains("^") } == 1)
  }

  @Test func marksNothingElseWhereAHostileKeyPushesThePlaceAway() {
    let key = String(repeating: "\u{6771}", count: 70)
    let finding = Finding(
      level: .must,
      rule: "schema.type",
      place: .body([.member(key)]),
      message: "wrong",
      actual: "1.5 (number)",
      excerpt: "{\n  \"\(key)\": 1.5\n\(String(repeating: " ", count: 76))^^^\n}"
    )
    let narrow = ReportFixtures.console([run([finding])], options: ReportOptions(width: 60))
    #expect(!narrow.contains("^"))
    let wide = ReportFixtures.console([run([finding])], options: ReportOptions(width: 200))
    // The key's characters take two columns each.
    #expect(wide.contains("   | " + String(repeating: " ", count: 146) + "^^^\n"))
  }

  @Test func saysTheWeightiestFirst() throws {
    let findings = [Level.may, .should, .must, .should].enumerated().map { number, level in
      Finding(level: level, rule: "r\(number)", message: "m")
    }
    let text = ReportFixtures.console([run(findings)], options: ReportOptions())
    let headlines = text.split(separator: "\n").map { String($0) }.filter { $0.hasSuffix("]: m") }
    #expect(headlines == ["must[r2]: m", "should[r1]: m", "should[r3]: m", "may[r0]: m"])
    let markdown = MarkdownReport().render([run(findings)], options: ReportOptions())
    let levels = markdown.split(separator: "\n").filter { $0.hasPrefix("#### ") }.map {
      String($0.dropFirst(5).prefix(3))
    }
    #expect(levels == ["mus", "sho", "sho", "may"])
  }

  @Test func tellsThoseOfOneOperationTogether() throws {
    let findings = [(Level.may, "a"), (.should, "b"), (.must, "a"), (.must, "")].map { level, operation in
      Finding(level: level, operation: operation, rule: "r", message: "m")
    }
    let text = ReportFixtures.console([run(findings)], options: ReportOptions())
    let lines = text.split(separator: "\n").map { String($0) }.filter { $0.hasSuffix("]: m") || $0.hasPrefix("──") }
    #expect(
      lines == [
        "── a: 2 findings (1 must, 1 may)", "must[r]: m", "may[r]: m", "── the run as a whole: 1 finding (1 must)",
        "must[r]: m", "── b: 1 finding (1 should)", "should[r]: m",
      ]
    )
  }

  @Test func quotesFewLinesOnATerminalAndAllInAFile() {
    let finding = Finding(
      level: .must,
      check: "s/a",
      rule: "invariant",
      message: "m",
      sources: [Citation(document: "guide", lines: 1...39)]
    )
    let checks = [CheckResult(id: "s/a", scenario: "s", status: .failed)]
    let results = [run([finding], checks: checks)]
    let options = ReportOptions(documents: ["guide": (1...39).map { "cited \($0)." }])
    let console = ReportFixtures.console(results, options: options)
    #expect(console.contains("cited 12.") && !console.contains("cited 13."))
    #expect(console.contains("… 27 more lines"))
    for format in [ReportFormat.markdown, .junit, .junitRich, .ctrf, .tap] {
      let text = format.reporter.render(results, options: options)
      #expect(text.contains("cited 39.") && !text.contains("more line"), "\(format)")
    }
  }

  /// The beginning of a line that holds a whole document says nothing of the cited value.
  @Test func namesThePlaceInALongLineAndDoesNotQuoteIt() {
    func finding(_ pointer: String?) -> Finding {
      let source = Citation(document: "guide", lines: 1...1, pointer: pointer)
      return Finding(level: .must, check: "s/a", rule: "invariant", message: "m", sources: [source])
    }
    let checks = [CheckResult(id: "s/a", scenario: "s", status: .failed)]
    let options = ReportOptions(documents: ["guide": ["one line of all"]])
    let pointed = ReportFixtures.console([run([finding("/paths/~1a")], checks: checks)], options: options)
    #expect(pointed.contains("guide:1 #/paths/~1a") && !pointed.contains("one line of all"))
    #expect(ReportFixtures.console([run([finding(nil)], checks: checks)], options: options).contains("one line of all"))
  }

  @Test func saysHowManyLinesPastTheMostAreLeftOut() {
    let finding = Finding(
      level: .must,
      rule: "invariant",
      message: "m",
      sources: [Citation(document: "guide", lines: 1...41)]
    )
    let options = ReportOptions(documents: ["guide": (1...60).map { "cited \($0)." }])
    let text = MarkdownReport().render([run([finding])], options: options)
    #expect(text.contains("cited 40.") && text.contains("… 1 more line\n"))
  }

  private func run(_ findings: [Finding], checks: [CheckResult] = []) -> RunResult {
    RunResult(assay: "", contract: "c", outcome: .failed, checks: checks, findings: findings)
  }

  @Test func countsOccurrencesAndOtherChecks() {
    let finding = Finding(
      level: .should,
      alsoIn: (1...7).map { "s/step\($0)" },
      rule: "schema.minimum",
      message: "too small",
      occurrences: 12
    )
    let text = ReportFixtures.console(
      [RunResult(assay: "", contract: "c", outcome: .passed, findings: [finding])],
      options: ReportOptions()
    )
    #expect(text.contains("= seen: 12 times"))
    #expect(text.contains("= also in: 7 other checks (s/step1, s/step2, s/step3, s/step4, s/step5, …)"))
  }
}
