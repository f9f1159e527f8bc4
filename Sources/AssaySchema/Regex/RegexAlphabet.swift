/// The scalars a program tells apart: those no set of it separates are one class.
struct RegexAlphabet: Sendable {
  /// The class of each ASCII character.
  private(set) var ascii: [UInt16] = []
  /// Where classes begin beyond; ordered.
  private var starts: [UInt32] = []
  private var classes: [UInt16] = []
  /// For each class, the sets it belongs to.
  private(set) var memberships: [[Bool]] = []
  /// For each class, whether its scalars are of a word.
  private(set) var isWord: [Bool] = []

  var count: Int { memberships.count }

  /// How many answers to whether a class is in a set are kept.
  private static let membershipLimit = 1 << 22

  init(_ program: RegexProgram) throws(ECMARegexError) {
    let sets = program.sets + (program.asksForWords ? [ScalarSet.word] : [])
    var bounds: Set<UInt32> = [0]
    for set in sets {
      for range in set.ranges {
        bounds.insert(range.lowerBound)
        bounds.insert(range.upperBound + 1)
      }
    }
    var known: [[Bool]: UInt16] = [:]
    for bound in bounds.sorted() where bound <= 0x10FFFF {
      let membership = sets.map { $0.contains(bound) }
      let id = known[membership] ?? UInt16(memberships.count)
      if known.updateValue(id, forKey: membership) == nil {
        guard (memberships.count + 1) * sets.count <= Self.membershipLimit, memberships.count < UInt16.max else {
          throw ECMARegexError(reason: .tooLarge, position: 0)
        }
        memberships.append(membership)
        isWord.append(program.asksForWords && membership[membership.count - 1])
      }
      starts.append(bound)
      classes.append(id)
    }
    ascii = (0..<128).map { Self.find($0, starts, classes) }
  }

  func classOf(_ scalar: UInt32) -> Int {
    Int(scalar < 128 ? ascii[Int(scalar)] : Self.find(scalar, starts, classes))
  }

  private static func find(_ scalar: UInt32, _ starts: [UInt32], _ classes: [UInt16]) -> UInt16 {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle + 1 } else { high = middle }
    }
    return classes[low - 1]
  }
}
