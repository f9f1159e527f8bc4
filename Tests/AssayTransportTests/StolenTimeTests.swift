import AssayTransport
import Testing

/// What a host took from a virtual machine, as Linux tells it.
@Test func readsTheStealOfEachProcessor() {
  let text = """
    cpu  9660390 154165 591578 1477701 13845 0 13953 445234 7 0
    cpu0 4830195 77082 295789 738850 6922 0 6976 222617 7 0
    cpu1 4830195 77083 295789 738851 6923 0 6977 222618 0 0
    cpu2 1 2 3
    intr 12345 6 7 8 9 10 11 12 13
    """
  #expect(StolenTime.ticks(in: Array(text.utf8)) == [222_617, 222_618, 0])
  #expect(StolenTime.ticks(in: []) == [])
}
