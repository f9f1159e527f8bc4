import AssayContract
import AssayJSON

extension EventPromise {
  /// The promise that an event breaks if its data is wrong as a whole: not the promised text, or not JSON.
  var dataSite: PromiseSite { text.map { PromiseSite($0.promise) } ?? PromiseSite(promise, .json) }

  /// True if one of the event's promises can only be tested if the data is JSON; if not, any text is accepted.
  var readsJSON: Bool {
    data != nil
      || (invariants.map(\.expression) + [finalWhen].compactMap(\.self)).lazy.flatMap(\.references).contains {
        $0.subject == .event(.data) && !$0.pointer.tokens.isEmpty
      }
  }
}

extension String {
  /// Returns true if both names differ only in case and word separators: `statusUpdate`, `status-update`.
  func isSpelling(of other: String) -> Bool {
    let letters = { (name: String) in
      name.lowercased().unicodeScalars.filter { !["_", "-", ".", " ", ":", "/"].contains($0) }
    }
    let own = letters(self)
    return !own.isEmpty && own.elementsEqual(letters(other))
  }
}
