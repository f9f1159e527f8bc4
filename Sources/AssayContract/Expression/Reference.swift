package import AssayJSON

/// A runtime expression (OpenAPI 3.1 section 4.8.20.4, Arazzo 1.0 section 4.7), read: whose value, and where inside it.
package struct Reference: Hashable, Sendable {
  package var subject: Subject
  /// The place inside the subject's value; the whole of it where empty.
  package var pointer: JSONPointer
  /// The reference as it is written.
  package var text: String
  /// Where it stands in the expression, from 1.
  package var column: Int

  /// What a reference reads from.
  package enum Subject: Hashable, Sendable {
    case exchange(ExchangePart)
    /// A part of what a step brought, by the step's id.
    case step(String, StepPart)
    /// The most recently captured output of this name.
    case lastOutput(String)
    case event(EventPart)
    /// The data of all events of this name.
    case events(String)
    /// The item a quantifier is at.
    case item
    /// Its position, from 0.
    case index
    /// A variable of the mock, with the member names behind it.
    case variable([String])
  }

  /// The parts of an exchange.
  package enum ExchangePart: Hashable, Sendable {
    case statusCode, method, url
    case path(String)
    case query(String)
    case requestHeader(String)
    case multipart(String)
    case requestBody
    case responseHeader(String)
    case responseBody
    /// The time to the complete answer, in milliseconds.
    case responseTime
  }

  /// The parts of a step.
  package enum StepPart: Hashable, Sendable {
    case output(String)
    /// The step's last exchange.
    case exchange(ExchangePart)
    /// An array over all the step's answers or events.
    case all(AllPart)
  }

  /// What is taken from each answer or event of a step.
  package enum AllPart: Hashable, Sendable {
    case whole
    case exchange(ExchangePart)
    case output(String)
    case event(EventPart)
  }

  /// The parts of an event.
  package enum EventPart: String, Hashable, Sendable, CaseIterable {
    case name, id, index, data
  }
}
