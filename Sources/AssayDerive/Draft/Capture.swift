/// A value of one operation's answer that another's request takes.
struct Capture: Sendable {
  enum Place: Sendable { case path, body, header }

  /// The operation that answers it, and where.
  var producer: Int
  var pointer: [String]
  /// What it is called in the taker's request.
  var name: String
  var place: Place
}

/// Which operations need what of which others.
struct CaptureFinder {
  let operations: [OperationDraft]

  /// What each operation takes, by its place.
  func captures() -> [[Capture]] {
    var result: [[Capture]] = operations.map { _ in [] }
    for index in operations.indices {
      for name in operations[index].parameters {
        if let found = producer(of: name, for: index, place: .path) { result[index].append(found) }
      }
      for member in operations[index].body?.members ?? []
      where member.name.nameWords.last == "id" && member.name.nameWords.count > 1
        && member.shape.types.contains("string")
      {
        if let found = producer(of: member.name, for: index, place: .body) { result[index].append(found) }
      }
      if operations[index].headers.contains(where: { $0.name.lowercased() == "authorization" }),
        let found = token(for: index)
      {
        result[index].append(found)
      }
    }
    // Without circles: who produces does not wait for who takes.
    for index in operations.indices {
      let all = result
      result[index].removeAll { needs($0.producer, index, all) }
    }
    return result
  }

  private func needs(_ operation: Int, _ other: Int, _ captures: [[Capture]]) -> Bool {
    var seen: Set<Int> = []
    var pending = [operation]
    while let next = pending.popLast() {
      if next == other { return true }
      guard seen.insert(next).inserted else { continue }
      pending += captures[next].map(\.producer)
    }
    return false
  }

  private func producer(of name: String, for index: Int, place: Capture.Place) -> Capture? {
    let taker = operations[index]
    var best: (capture: Capture, score: Int)?
    for (other, operation) in operations.enumerated()
    where other != index && operation.method != "DELETE" && !operation.isStream {
      guard let shape = operation.success?.shape,
        operation.parameters.count < max(taker.parameters.count, place == .body ? 99 : 0)
          || operation.method == "POST" && operation.parameters.count <= taker.parameters.count
      else { continue }
      if place == .body, operation.body?[name] != nil || operation.parameters.contains(name) { continue }
      for (pointer, place_) in Self.places(shape) {
        guard let last = pointer.last, place_.types.isEmpty || place_.types.isSubset(of: ["string", "integer"]),
          !place_.isNullable
        else { continue }
        let resource =
          operation.target.segments.last { !CallTarget.isParameter($0) }.map { OperationTable.singular($0).folded }
          ?? ""
        let around =
          pointer.count > 1
          ? OperationTable.singular(
            pointer[pointer.count - 2] == "0" ? pointer.dropLast(2).last ?? "" : pointer[pointer.count - 2]
          ).folded : resource
        let wanted = name.folded
        let isSame = last.folded == wanted
        let isID =
          last == "id"
          && (wanted == "id" && sharesPath(operation, taker) || wanted == around + "id" || wanted == resource + "id"
            || wanted == around || wanted == resource)
        guard isSame || isID else { continue }
        let score =
          (isSame ? 4 : 2) + (operation.method == "POST" ? 3 : 0) + (pointer.contains("0") ? 0 : 2)
          - operation.parameters.count - (pointer.count > 2 ? 1 : 0)
        if score > best?.score ?? 0 {
          best = (Capture(producer: other, pointer: pointer, name: name, place: place), score)
        }
      }
    }
    return best?.capture
  }

  /// `/lots` and `/lots/{id}`.
  private func sharesPath(_ producer: OperationDraft, _ taker: OperationDraft) -> Bool {
    let path = producer.target.segments
    return taker.target.segments.starts(with: path) || path.last.map { taker.target.segments.contains($0) } == true
  }

  private func token(for index: Int) -> Capture? {
    for (other, operation) in operations.enumerated()
    where other != index && operation.method == "POST"
      && !operation.headers.contains(where: { $0.name.lowercased() == "authorization" })
    {
      for (pointer, shape) in Self.places(operation.success?.shape ?? Shape()) where shape.types == ["string"] {
        if let last = pointer.last?.folded, ["accesstoken", "token", "jwt", "authtoken", "idtoken"].contains(last) {
          return Capture(producer: other, pointer: pointer, name: "Authorization", place: .header)
        }
      }
    }
    return nil
  }

  /// Places an expression can point at: members, and those of the first item of a list that is shown with one.
  private static func places(_ shape: Shape) -> [([String], Shape)] {
    var found: [([String], Shape)] = []
    func walk(_ shape: Shape, _ path: [String]) {
      guard path.count < 5 else { return }
      if shape.members.isEmpty, shape.items.isEmpty, !path.isEmpty { found.append((path, shape)) }
      for member in shape.members where member.isRequired != false { walk(member.shape, path + [member.name]) }
      if let item = shape.items.first, shape.sample?.items.isEmpty == false { walk(item, path + ["0"]) }
    }
    walk(shape, [])
    return found
  }
}
