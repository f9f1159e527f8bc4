package import AssayJSON

/// A call that is made a second time, byte for byte, and answered as the first was: it is idempotent (RFC 9110 section 9.2.2),
/// or says by an `Idempotency-Key` which call it is.
package struct Again: Sendable {
  /// The places of the body that may differ; `*` stands for every item of an array.
  package var except: [JSONPointer]
  package var promise: Promise

  /// As the contract writes it.
  package var text: String {
    except.isEmpty ? "same" : "same, except \(except.map(\.description).joined(separator: ", "))"
  }
}
