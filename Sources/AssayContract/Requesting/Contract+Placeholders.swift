package import AssayHTTP
import AssayJSON

/// The statuses that are acceptable for a call with a made-up value, since the backend may not know the value.
private let refusalsOfUnknown: Set<Int> = [401, 403, 404, 409, 410, 422]

extension Contract {
  /// Returns the reason why `status`, received for a call of `step`, cannot be judged: the call sent made-up values, or
  /// was sent without credentials because none are known.
  ///
  /// Returns `nil` for any other status, and if all values that the call needs are known.
  package func refusalOfPlaceholder(_ status: Int?, to step: Step, sent fields: [HTTPHeader]) -> String? {
    guard let status, status == 400 || refusalsOfUnknown.contains(status), variables.contains(where: \.isMadeUp) else {
      return nil
    }
    if [401, 403].contains(status), case let missing = unknownCredentials(of: step, besides: fields), !missing.isEmpty {
      return "needs credentials: without any it was answered \(status); give them with \(Self.ways(to: missing))"
    }
    let sent = sent(by: step)
    var unknown = variables.filter { $0.isMadeUp && sent.contains($0.name) }
    // 401 is about credentials (RFC 9110 section 15.5.2), whatever else is unknown.
    if status == 401, unknown.contains(where: \.isSecret) { unknown.removeAll { !$0.isSecret } }
    // Wrong credentials may be answered 400 (RFC 6749 section 5.2). Without a body, only an unknown value can be the
    // reason; with one, the body may be.
    let isBodiless = operation(named: step.operation)?.request.content == nil && step.call.rawBody == nil
    guard status == 400 && !isBodiless ? unknown.contains(where: \.isSecret) : !unknown.isEmpty else { return nil }
    let names = unknown.map(\.name).joined(separator: ", ")
    return "no known \(names): its placeholder was answered \(status); give one with \(Self.ways(to: unknown))"
  }

  /// Returns the ways to give values to `variables`, for messages.
  private static func ways(to variables: [Variable]) -> String {
    let ways = variables.map { variable in
      variable.usual?.string.map { "\($0.dropFirst(2).dropLast()) in the environment" }
        ?? "--set \(variable.name)=VALUE"
    }
    return ways.joined(separator: ", ")
  }

  /// Returns the names of the variables whose values a call of `step` sends, except those of credentials.
  private func sent(by step: Step) -> Set<String> {
    guard let request = operation(named: step.operation)?.request else { return [] }
    let call = step.call
    let own = call.parameters + call.query + call.headers + call.multipart
    let named = Set(own.map(\.name))
    var templates = own.map(\.template) + [call.body, call.url].compactMap(\.self)
    if call.url == nil {
      templates += (request.parameters + request.query + request.headers).filter { !named.contains($0.name) }
        .compactMap(\.example)
    }
    switch request.content {
    case .body(let body)?:
      let replaced = Set(call.body?.members.map(\.key) ?? [])
      if let example = body.example, call.rawBody == nil {
        templates +=
          example.kind == .object
          ? example.members.filter { !replaced.contains($0.key) }.map(\.value) : [example]
      }
    case .multipart(let fields)?:
      for field in fields where !named.contains(field.name) {
        if case .text(let example?, _) = field.value { templates.append(example) }
      }
    case nil: break
    }
    return names(ofVariablesIn: templates)
  }

  /// Returns the names of the variables that `templates` read.
  func names(ofVariablesIn templates: [JSONValue]) -> Set<String> {
    let references = templates.flatMap { Template.expressions(in: $0, self.templates) }.flatMap(\.references)
    return Set(
      references.compactMap { reference in
        guard case .variable(let names) = reference.subject, names.first == "variables", names.count > 1 else {
          return nil
        }
        return names[1]
      }
    )
  }
}
