import AssayContract
import AssayFindings
import AssayJSON
import AssayJudging
import AssayMock
import AssayText

extension FaultDerivation {
  /// Derives faults of the order of a stream's events: missing, misplaced, unnamed and repeated events, and events
  /// after the end.
  mutating func deriveOrder(_ promise: StreamPromise, _ events: [PlayedEvent]) {
    guard let order = promise.order else { return }
    let names = events.map { $0.name ?? "" }
    let finals = Set(promise.events.filter(\.isFinal).map(\.name))
    guard accepts(order, names), let last = names.indices.last, finals.contains(names[last]) else { return }
    for (index, name) in names.enumerated() where names.firstIndex(of: name) == index && index != last {
      let without = names.indices.filter { names[$0] == name }
      // What the order can do without is not missed.
      guard !accepts(order, names.filter { $0 != name }) else { continue }
      add(
        "order.\(name)-missing",
        "Leaves out \(name).",
        rule: .streamMissing,
        breaks: order.promise,
        .events(without.map { .remove($0) })
      )
      if index + 1 < last {
        add(
          "order.\(names[index + 1])-before-\(name)",
          "Sends \(names[index + 1]) before \(name).",
          rule: .streamOrder,
          breaks: order.promise,
          .events([.move(index, before: index + 2)])
        )
      }
    }
    deriveMisplaced(order, names)
    deriveAfterFinal(order, names)
    if let index = names.indices.first(where: { accepts(order, names.removing($0)) && $0 != last }) {
      add(
        "order.unnamed",
        "Sends \(names[index]) without its name.",
        rule: .streamUnnamed,
        breaks: promise.promise,
        .events([.change(index, .unname)])
      )
    }
    if names.count > 2, order.order.next(order.order.start, names[0]).flatMap({ order.order.next($0, names[0]) }) == nil
    {
      add(
        "order.\(names[0])-repeated",
        "Sends \(names[0]) twice.",
        rule: .streamRepeated,
        breaks: order.promise,
        .events([.repeat(0, before: 2)])
      )
    }
  }

  /// Derives the fault that an optional event is sent too early, if the order allows it nowhere else.
  private mutating func deriveMisplaced(_ order: OrderPromise, _ names: [String]) {
    for index in names.indices.dropFirst().dropLast() where names.filter({ $0 == names[index] }).count == 1 {
      guard accepts(order, names.removing(index)), index > 2 else { continue }
      var moved = names.removing(index)
      moved.insert(names[index], at: index - 1)
      guard !accepts(order, moved) else { continue }
      add(
        "order.\(names[index])-early",
        "Sends \(names[index]) before the last \(names[index - 1]).",
        rule: .streamOrder,
        breaks: order.promise,
        .events([.move(index, before: index - 1)])
      )
    }
  }

  private mutating func deriveAfterFinal(_ order: OrderPromise, _ names: [String]) {
    let last = names.count - 1
    for index in names.indices.dropLast() where names.lastIndex(of: names[index]) == index {
      let isOnly = names.filter { $0 == names[index] }.count == 1
      // An event that had not come before the final one is lost to a client that closes there.
      if isOnly, accepts(order, names.removing(index)) {
        add(
          "order.\(names[last])-before-\(names[index])",
          "Sends \(names[index]) only after \(names[last]).",
          rule: .streamAfterFinal,
          breaks: order.promise,
          .events([.move(index, before: last + 1)])
        )
      } else if !isOnly {
        add(
          "order.\(names[index])-after-end",
          "Sends \(names[index]) once more after \(names[last]).",
          rule: .streamAfterFinal,
          breaks: order.promise,
          .events([.repeat(index, before: last + 1)])
        )
      }
    }
  }

  private func accepts(_ promise: OrderPromise, _ names: [String]) -> Bool {
    var state = promise.order.start
    for name in names {
      guard let next = promise.order.next(state, name) else { return false }
      state = next
    }
    return promise.order.isAccepting(state)
  }
}

extension [String] {
  /// Returns the names without the one at `index`.
  fileprivate func removing(_ index: Int) -> [String] {
    var names = self
    names.remove(at: index)
    return names
  }
}
