/// A rule of a contract (grammar in the DocC page), parsed.
package struct Expression: Sendable {
  package let text: String
}
