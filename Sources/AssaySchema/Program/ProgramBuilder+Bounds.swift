import AssayJSON

extension ProgramBuilder {
  /// Returns true if no value can pass all of these instructions, because a lower bound is above an upper one.
  func contradict(_ instructions: [Instruction]) -> Bool {
    var length: (UInt64, UInt64) = (0, .max)
    var count: (UInt64, UInt64) = (0, .max)
    var lower: [(number: JSONNumber, isExclusive: Bool)] = []
    var upper: [(number: JSONNumber, isExclusive: Bool)] = []
    for instruction in instructions {
      switch instruction.operation {
      case .minimumLength: length.0 = max(length.0, instruction.b)
      case .maximumLength: length.1 = min(length.1, instruction.b)
      case .minimumCount: count.0 = max(count.0, instruction.b)
      case .maximumCount: count.1 = min(count.1, instruction.b)
      case .bound:
        let (bound, number) = (numbers.bounds[Int(instruction.a)], numbers.exact[Int(instruction.a)])
        if bound.isUpper {
          upper.append((number, bound.isExclusive))
        } else {
          lower.append((number, bound.isExclusive))
        }
      default: break
      }
    }
    if length.0 > length.1 || count.0 > count.1 { return true }
    return lower.contains { low in
      upper.contains { high in
        high.number < low.number || (!(low.number < high.number) && (low.isExclusive || high.isExclusive))
      }
    }
  }

  /// Returns the instructions with all bounds on integers combined into one range, at the position of the first.
  mutating func fusingBounds(_ instructions: [Instruction]) -> [Instruction] {
    var range = IntegerRange()
    var place: Int?
    var fused: [Instruction] = []
    for instruction in instructions {
      if instruction.operation == .bound, range.narrow(to: numbers.bounds[Int(instruction.a)]) {
        place = place ?? fused.count
      } else {
        fused.append(instruction)
      }
    }
    if let place { fused.insert(Instruction(operation: .integerRange, a: UInt32(add(range))), at: place) }
    return fused
  }
}
