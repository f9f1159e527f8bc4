package import AssayFindings
import AssayText

/// What `assay diff` says on standard output.
package enum DiffConsole {
  /// The lines, without line ends: the breaking changes first, each with its place in both files.
  package static func lines(_ changes: [ContractChange], colour: Bool) -> [String] {
    let style = ConsoleStyle(colour: colour)
    let breaking = changes.filter { !$0.breaks.isEmpty }
    let compatible = changes.filter(\.breaks.isEmpty)
    var lines = (breaking + compatible).flatMap { change in
      let what = VisibleText.line(change.place, limit: 300)
      return [
        style.paint(change.verdict, change.breaks.isEmpty ? .good : .bad) + "  \(what)",
        "  " + VisibleText.line(change.message, limit: 1000), style.paint("  old ", .frame) + change.old.position,
        style.paint("  new ", .frame) + change.new.position, "",
      ]
    }
    lines.append(summary(changes))
    return lines
  }

  private static func summary(_ changes: [ContractChange]) -> String {
    guard !changes.isEmpty else { return "no change in what is promised" }
    let clients = changes.count { $0.breaks.contains(.clients) }
    let backend = changes.count { $0.breaks.contains(.backend) }
    let compatible = changes.count(where: \.breaks.isEmpty)
    return "\(changes.count.counted("change")): \(clients) breaking for clients, "
      + "\(backend) breaking for the backend, \(compatible) compatible"
  }
}
