/// The order events may come in, compiled to an automaton.
package struct EventOrder: Sendable {
  package let text: String
}
