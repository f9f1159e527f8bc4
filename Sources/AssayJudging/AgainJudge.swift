package import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayObservation
import AssayText

/// The judge of a repeated call: it compares the second answer with the first.
package struct AgainJudge {
  /// The maximum number of differences reported.
  private static let factLimit = 5

  private let except: [JSONPointer]
  private var facts: [String] = []

  /// Compares the responses of a call that was sent twice. Returns the finding and the promise it breaks if they
  /// differ; `nil` if status, media type and body are equal.
  package static func fate(
    _ again: Again,
    first: Exchange,
    second: Exchange,
    of contract: Contract
  ) -> BrokenFate? {
    var judge = AgainJudge(except: again.except)
    judge.compare(first, second)
    guard !judge.facts.isEmpty else { return nil }
    return BrokenFate(
      again.promise,
      of: contract,
      rule: .invariant,
      place: Place(.answer(2)),
      reason: .rule(
        RuleReason(
          expression: "again: \(again.text)",
          meaning: "the same call returns the same response",
          facts: judge.facts
        )
      )
    )
  }

  private init(except: [JSONPointer]) { self.except = except }

  private mutating func compare(_ first: Exchange, _ second: Exchange) {
    guard let before = first.response, let now = second.response, second.end.reason == .complete else {
      facts.append("the second response is incomplete: \(second.end.reason.spoken)")
      return
    }
    guard before.head.status == now.head.status else {
      facts.append("the first was answered \(before.head.status), the second \(now.head.status)")
      return
    }
    let types = [before, now].map { $0.head.mediaType?.essence ?? "no type" }
    if types[0] != types[1] { facts.append("the first was \(types[0]), the second \(types[1])") }
    if let one = first.json, let other = second.json {
      compare(one, other, at: JSONPointer())
    } else if before.body != now.body {
      facts.append("the bodies differ, of \(before.body.count.counted("byte")) and \(now.body.count.counted("byte"))")
    }
  }

  private mutating func compare(_ one: JSONValue, _ other: JSONValue, at place: JSONPointer) {
    guard facts.count < Self.factLimit, !isExcepted(place), one != other else { return }
    switch (one.kind, other.kind) {
    case (.object, .object):
      for member in one.members {
        let place = place.appending(member.key)
        if let now = other[member.key] {
          compare(member.value, now, at: place)
        } else {
          note(place, "was \(member.value.brief), and is missing the second time")
        }
      }
      for member in other.members where one[member.key] == nil {
        note(place.appending(member.key), "was missing, and is \(member.value.brief) the second time")
      }
    case (.array, .array) where one.count == other.count:
      for (index, (one, other)) in zip(one.items, other.items).enumerated() {
        compare(one, other, at: place.appending(index))
      }
    case (.array, .array): note(place, "had \(one.count.counted("item")), and has \(other.count) the second time")
    default: note(place, "was \(one.brief), and is \(other.brief) the second time")
    }
  }

  private mutating func note(_ place: JSONPointer, _ difference: String) {
    guard facts.count < Self.factLimit, !isExcepted(place) else { return }
    facts.append("\(place.tokens.isEmpty ? "the body" : place.description) \(difference)")
  }

  private func isExcepted(_ place: JSONPointer) -> Bool {
    except.contains { pointer in
      pointer.tokens.count == place.tokens.count
        && zip(pointer.tokens, place.tokens).allSatisfy { $0 == $1 || ($0 == "*" && Int($1) != nil) }
    }
  }
}
