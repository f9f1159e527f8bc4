import Testing

@testable import AssayTransport

/// The order in which a file of certificate authorities is looked for.
struct TrustedCertificatesTests {
  @Test func environmentIsFirst() {
    #expect(file(named: "/my/ca.pem", isBuiltIn: true, readable: TrustedCertificates.places) == "/my/ca.pem")
    #expect(file(named: "/my/ca.pem", isBuiltIn: false, readable: []) == "/my/ca.pem")
  }

  @Test func placeOfTheSystemsLibraryIsKept() {
    #expect(file(named: nil, isBuiltIn: true, readable: TrustedCertificates.places) == nil)
    #expect(file(named: "", isBuiltIn: true, readable: TrustedCertificates.places) == nil)
  }

  @Test(arguments: TrustedCertificates.places) func usualPlaceIsFound(place: String) {
    #expect(file(named: nil, isBuiltIn: false, readable: [place]) == place)
  }

  @Test func noPlaceIsReadable() {
    #expect(file(named: nil, isBuiltIn: false, readable: []) == nil)
  }

  private func file(named name: String?, isBuiltIn: Bool, readable: [String]) -> String? {
    TrustedCertificates.file(named: name, isBuiltIn: isBuiltIn, isReadable: readable.contains)
  }
}
