import AssayFindings
import Testing

/// The identity of a fault comes from facts, never from its wording or the received value.
struct FingerprintTests {
  private func undocumented(_ name: String, value: String) -> Finding {
    Finding(
      level: .should,
      operation: "thing",
      rule: "schema.additionalProperties",
      place: .body(ValuePath([.member(name)])),
      reason: .schema(SchemaReason(.other, Words("\(name) is not allowed", expected: "nothing", actual: value)))
    )
  }

  @Test func twoUndocumentedMembersOfOneValueAreTwoFaults() {
    #expect(Fingerprint(undocumented("debug", value: "1")) != Fingerprint(undocumented("trace", value: "1")))
  }

  @Test func oneUndocumentedMemberWithTwoValuesIsOneFault() {
    #expect(Fingerprint(undocumented("debug", value: "1")) == Fingerprint(undocumented("debug", value: "2")))
  }

  @Test func aRepeatedKeyIsKnownByItsName() {
    func repeated(_ key: String, line: Int) -> Fingerprint {
      Fingerprint(
        Finding(level: .should, rule: .duplicateKey, reason: .answer(.duplicateKey(key, line: line, others: 0)))
      )
    }
    #expect(repeated("id", line: 1) == repeated("id", line: 9))
    #expect(repeated("id", line: 1) != repeated("name", line: 1))
  }
}
