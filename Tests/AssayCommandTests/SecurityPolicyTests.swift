import Foundation
import TestKit
import Testing

/// Each promise of SECURITY.md names the tests that hold it, by the name of their suite or of a function in it.
struct SecurityPolicyTests {
  private static let promises: [[String]] = {
    let text = (try? String(contentsOfFile: Repository.path("SECURITY.md"), encoding: .utf8)) ?? ""
    let table = text.split(separator: "\n").drop { !$0.hasPrefix("| against") }.prefix { $0.hasPrefix("|") }
    return table.dropFirst(2).map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }()

  /// The sources of the tests by the names of their files, which are those of their suites.
  private static let suites: [String: String] = {
    let files = FileManager.default.enumerator(atPath: Repository.path("Tests"))
    var suites: [String: String] = [:]
    for case let file as String in files ?? .init() where file.hasSuffix("Tests.swift") {
      let name = URL(filePath: file).deletingPathExtension().lastPathComponent
      suites[name] = try? String(contentsOfFile: Repository.path("Tests/\(file)"), encoding: .utf8)
    }
    return suites
  }()

  @Test func thereArePromises() { #expect(Self.promises.count >= 10) }

  @Test(arguments: promises) func aPromiseNamesItsTests(_ row: [String]) throws {
    try #require(row.count == 3, "\(row.first ?? "") has no tests")
    let names = row[2].split(separator: "`").filter { $0.contains("Tests") }
    #expect(!names.isEmpty)
    for name in names {
      let parts = name.split(separator: "/").map(String.init)
      let source = try #require(Self.suites[parts[0]], "there is no suite \(parts[0])")
      #expect(source.contains("@Test"))
      if parts.count > 1 { #expect(source.contains("func \(parts[1])("), "there is no test \(name)") }
    }
  }
}
