/// How much a validation's output says, and in which shape (2020-12 section 12.4).
package enum OutputFormat: String, CaseIterable, Sendable {
  case flag, basic, detailed, verbose
}
