import AssayJSON
import AssaySchema
import Testing

@Suite("The official JSON Schema suite", .enabled(if: OfficialSuite.folder != nil, "shared/suites is not there"))
struct ConformanceTests {
  @Test(arguments: OfficialSuite.files("draft2020-12"))
  func draft2020_12(file: String) throws {
    try run("draft2020-12", file, dialect: .draft2020_12, assertsFormat: false)
  }

  @Test(arguments: OfficialSuite.files("draft2019-09"))
  func draft2019_09(file: String) throws {
    try run("draft2019-09", file, dialect: .draft2019_09, assertsFormat: false)
  }

  @Test(arguments: OfficialSuite.files("draft7"))
  func draft7(file: String) throws { try run("draft7", file, dialect: .draft7, assertsFormat: false) }

  @Test(arguments: OfficialSuite.files("draft2020-12", in: "optional"))
  func optional(file: String) throws { try runOptional("draft2020-12", file, dialect: .draft2020_12) }

  @Test(arguments: OfficialSuite.files("draft2019-09", in: "optional"))
  func optional2019_09(file: String) throws { try runOptional("draft2019-09", file, dialect: .draft2019_09) }

  @Test(arguments: OfficialSuite.files("draft7", in: "optional"))
  func optional7(file: String) throws { try runOptional("draft7", file, dialect: .draft7) }

  @Test(arguments: OfficialSuite.files("draft2020-12", in: "optional/format"))
  func format(file: String) throws { try run("draft2020-12", file, dialect: .draft2020_12, assertsFormat: true) }

  @Test(arguments: OfficialSuite.files("draft2019-09", in: "optional/format"))
  func format2019_09(file: String) throws { try run("draft2019-09", file, dialect: .draft2019_09, assertsFormat: true) }

  @Test(arguments: OfficialSuite.files("draft7", in: "optional/format"))
  func format7(file: String) throws { try run("draft7", file, dialect: .draft7, assertsFormat: true) }

  /// A failure that is no case any more hides nothing, but looks as if it did.
  @Test(arguments: KnownFailures.table.keys.sorted())
  func knownFailureIsACase(name: String) throws {
    let draft = String(name.prefix { $0 != "/" })
    let path = String(name.dropFirst(draft.count + 1).prefix { $0 != ":" })
    #expect(try OfficialSuite.cases(draft, path).contains { "\(draft)/\($0.name)" == name })
  }

  private func runOptional(_ draft: String, _ file: String, dialect: SchemaDialect) throws {
    try run(draft, file, dialect: dialect, assertsFormat: file == "optional/ecmascript-regex")
  }

  private func run(_ draft: String, _ file: String, dialect: SchemaDialect, assertsFormat: Bool) throws {
    var tally = Tally(name: "\(draft)/\(file)", known: KnownFailures.table)
    for one in try OfficialSuite.cases(draft, file) {
      let set = SchemaSet(
        document: one.schema,
        dialect: dialect,
        resolver: OfficialSuite.Remotes(),
        options: SchemaOptions(assertsFormat: assertsFormat, knowsAssayVocabulary: false)
      )
      do {
        let schema = try set.schema(at: JSONPointer())
        // The program, the walk that keeps everything, and what explains a failure have to agree.
        let walk = try JSONDocument(parsing: schema.output(for: one.value, as: .basic)).root["valid"]?.bool == true
        let verdicts = [schema.isValid(one.value), walk, schema.violations(of: one.value).isEmpty]
        tally.count(verdicts == Array(repeating: one.isValid, count: 3), "\(draft)/\(one.name)")
      } catch {
        tally.count(false, "\(draft)/\(one.name): \(error)")
      }
    }
    tally.report()
  }
}
