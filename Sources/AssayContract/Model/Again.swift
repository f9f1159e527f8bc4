package import AssayJSON

/// The promise that a call made a second time, byte for byte, is answered as the first was. The call is idempotent (RFC
/// 9110 section 9.2.2), or identified by an `Idempotency-Key`.
package struct Again: Sendable {
  /// The places of the body that may differ; `*` stands for every item of an array.
  package var except: [JSONPointer]
  package var promise: Promise

  /// The promise as the contract writes it.
  package var text: String {
    except.isEmpty ? "same" : "same, except \(except.map(\.description).joined(separator: ", "))"
  }
}
