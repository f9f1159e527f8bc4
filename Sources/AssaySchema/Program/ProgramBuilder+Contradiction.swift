extension ProgramBuilder {
  /// Whether steps that all have to pass cannot: a lower bound above an upper one.
  func contradict(_ instructions: [Instruction]) -> Bool {
    var length: (UInt64, UInt64) = (0, .max)
    var count: (UInt64, UInt64) = (0, .max)
    var lower: [BoundKeyword] = []
    var upper: [BoundKeyword] = []
    for instruction in instructions {
      switch instruction.operation {
      case .minimumLength: length.0 = max(length.0, instruction.b)
      case .maximumLength: length.1 = min(length.1, instruction.b)
      case .minimumCount: count.0 = max(count.0, instruction.b)
      case .maximumCount: count.1 = min(count.1, instruction.b)
      case .bound:
        let bound = exactBounds[bounds[Int(instruction.a)].exact]
        if bound.isUpper { upper.append(bound) } else { lower.append(bound) }
      default: break
      }
    }
    if length.0 > length.1 || count.0 > count.1 { return true }
    return lower.contains { low in
      upper.contains { high in
        high.bound < low.bound || (!(low.bound < high.bound) && (low.isExclusive || high.isExclusive))
      }
    }
  }
}
