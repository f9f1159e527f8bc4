import AssayJSON

extension ProgramRunner {
  @inline(never)
  func isUnique(_ array: TapePlace, _ path: Int, orElse keyword: UInt64, _ depth: Int) -> Bool {
    isUnique(array, path) ?? judge(array, keyword: keyword, depth)
  }

  /// Whether the values a path leads to from an array's items all differ; `nil` where some are no plain scalars.
  ///
  /// Compares each value with those its hash leads to, in a table that is on the stack where it is small. The hash is
  /// seeded, so that no document can be made to have them all collide.
  private func isUnique(_ array: TapePlace, _ path: Int) -> Bool? {
    let path = tables.paths[path]
    let count = Int(count(array))
    if count < 2 { return true }
    var size = 4
    while size < count &* 2 { size &*= 2 }
    return withUnsafeTemporaryAllocation(of: TapePlace?.self, capacity: size) { table -> Bool? in
      table.initialize(repeating: nil)
      let end = tape + Int(array.pointee.next)
      var item = array + 1
      while item < end {
        if let place = value(of: item, at: path) {
          guard let scalar = PlainScalar(place, in: self) else { return nil }
          var bucket = scalar.hash & (size &- 1)
          while let other = table[bucket] {
            if PlainScalar(other, in: self) == scalar { return false }
            bucket = (bucket &+ 1) & (size &- 1)
          }
          table[bucket] = place
        }
        item = tape + Int(item.pointee.next)
      }
      return true
    }
  }
}

/// A value whose equality can be told from its bytes or from a small number.
private struct PlainScalar: Equatable {
  private let kind: JSONKind
  private var number = SmallDecimal(mantissa: 0, scale: 0)
  private var characters = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  /// `nil` for arrays, objects, strings with escapes and numbers that are not small.
  init?(_ place: TapePlace, in runner: ProgramRunner) {
    kind = place.pointee.kind
    switch kind {
    case .null, .true, .false: break
    case .number:
      guard let decimal = SmallDecimal(runner.digits(place)) else { return nil }
      number = decimal.reduced
    case .string:
      if place.pointee.isEscaped { return nil }
      characters = runner.characters(place)
    case .array, .object: return nil
    }
  }

  static func == (left: PlainScalar, right: PlainScalar) -> Bool {
    left.kind == right.kind && left.number == right.number && left.characters.elementsEqual(right.characters)
  }

  var hash: Int {
    var hasher = Hasher()
    hasher.combine(kind)
    hasher.combine(number.mantissa)
    hasher.combine(number.scale)
    hasher.combine(bytes: UnsafeRawBufferPointer(characters))
    return hasher.finalize()
  }
}
