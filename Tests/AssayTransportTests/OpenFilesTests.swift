import Testing

@testable import AssayTransport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite("Open files") struct OpenFilesTests {
  @Test func fewConnectionsAreAlwaysThere() { #expect(OpenFiles.connections(upTo: 64) == 64) }

  /// What a system starts a process with is too little for some, and what it lets it have for others.
  @Test(arguments: [300, 1_000, 4_096, 10_000_000])
  func connectionsAreAsManyAsFit(wanted: Int) {
    let connections = OpenFiles.connections(upTo: wanted)
    #expect((1...wanted).contains(connections))
    #expect(connections < Int(sysconf(Int32(_SC_OPEN_MAX))))
  }
}
