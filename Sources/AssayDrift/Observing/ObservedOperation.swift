package import AssayContract
import AssayJSON
import AssayHTTP

/// All that was seen of one operation.
package struct ObservedOperation: Sendable {
  /// How many answers came: one a call, one a poll, one a stream.
  package var answers = 0
  /// How often each status came.
  package var statuses: [Int: Int] = [:]
  /// What the bodies of answers were like, by the pattern of the response they belong to.
  package var bodies: [StatusPattern: ObservedShape] = [:]
  /// The media types of answers for which JSON alone is documented and no type is, by the pattern of the response.
  package var otherTypes: [StatusPattern: LeastTexts] = [:]
  /// How often each event came, by name.
  package var events: [String: Int] = [:]
  /// What the data of documented events was like.
  package var data: [String: ObservedShape] = [:]
  /// What came in events nobody documented, a little of each.
  package var unknownData: [String: LeastTexts] = [:]
  /// How often each state of a polled job came.
  package var states: [String: Int] = [:]
}
