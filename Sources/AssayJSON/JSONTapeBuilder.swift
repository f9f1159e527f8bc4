/// A tape being written: memory that grows, and an entry at a time.
struct JSONTapeBuilder {
  private(set) var entries: UnsafeMutablePointer<JSONTapeEntry>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    entries = .allocate(capacity: capacity)
  }

  @inline(__always)
  mutating func append(_ word: UInt32, _ start: UInt32, _ end: UInt32, next: UInt32) {
    if count == capacity { grow() }
    (entries + count).initialize(to: JSONTapeEntry(word: word, start: start, end: end, next: next))
    count &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<JSONTapeEntry>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: entries, count: count)
    entries.deallocate()
    entries = larger
    capacity *= 2
  }
}
