extension ProgramBuilder {
  /// The steps for integers with their bounds, as far as these are integers, in one step at the place of the first.
  mutating func fusingBounds(_ instructions: [Instruction]) -> [Instruction] {
    var range = IntegerRange()
    var place: Int?
    var fused: [Instruction] = []
    for instruction in instructions {
      if instruction.operation == .bound, range.narrow(to: bounds[Int(instruction.a)]) {
        place = place ?? fused.count
      } else {
        fused.append(instruction)
      }
    }
    if let place { fused.insert(Instruction(operation: .integerRange, a: UInt32(add(range))), at: place) }
    return fused
  }
}
