import AssayText

/// The reason why a promise could not be judged, and the fate that this follows from.
package struct BlockReason: Sendable, Hashable {
  /// A sentence without a full stop.
  package var text: String
  /// At most one: in an array, because step records are copied often.
  private var causes: [UnjudgedPromise.Cause]

  /// The fate it follows from; `nil` where nothing else is wrong.
  package var cause: UnjudgedPromise.Cause? {
    get { causes.first }
    set { causes = newValue.map { [$0] } ?? [] }
  }

  package init(_ text: String, because cause: UnjudgedPromise.Cause? = nil) {
    self.text = text
    causes = cause.map { [$0] } ?? []
  }

  /// Makes the reason of what follows from a finding.
  package init(_ finding: Finding) { self.init(finding.message, because: UnjudgedPromise.Cause(finding)) }

  /// The reason as other checks read it: what it follows from is of `check`, where no other one is named.
  package func of(_ check: String) -> BlockReason {
    var reason = self
    if reason.cause?.check.isEmpty ?? false { reason.cause?.check = check }
    return reason
  }

  /// Makes the reason of what follows from another one, in its own words.
  package init(_ text: String, like reason: BlockReason) {
    self.text = text
    causes = reason.causes
  }
}

extension BlockReason: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { self.init(text) }
}

extension UnjudgedPromise {
  /// The reason with the place of its cause: `GET /runs returned 500, expected 200 (all/runs, status)`.
  package var explanation: String {
    let place = cause?.words(for: check, besides: reason) ?? ""
    return place.isEmpty ? reason : "\(reason) (\(place))"
  }

  /// The fate that another one follows from: a broken promise, or a check that was not made to its end.
  public struct Cause: Sendable, Hashable, Codable {
    /// The check whose response broke a promise, or that was not made to its end.
    public var check: String
    /// The rule of the finding; `nil` without one.
    public var rule: Rule?
    /// The place of the finding in the received data; the whole response without one.
    public var place: Place
    /// The broken promise in the contract.
    public var promise: ContractPlace?

    /// Makes a check that was not made to its end the cause.
    public init(check: String) {
      self.check = check
      place = .answer
    }

    /// Makes a finding the cause; before its check is known, it is of the check at hand.
    package init(_ finding: Finding) {
      check = finding.check
      rule = finding.rule
      place = finding.place
      promise = finding.promise
    }

    /// The place of the cause as a promise of `check` names it: `orders/create, status`; empty for that check as a whole.
    fileprivate func words(for check: String, besides reason: String) -> String {
      // The reason names the server.
      if case .server = place.part { return "" }
      let isNamed = self.check == check || reason.contains(self.check)
      return [isNamed ? "" : self.check, place.description].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The cause with `change` applied to every text from outside.
    package func mapTexts(_ change: (String) -> String) -> Cause {
      var cause = self
      cause.place = place.mapTexts(change)
      return cause
    }
  }
}
