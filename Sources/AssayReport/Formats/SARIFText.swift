/// Text as a SARIF plain text message that shows it as it is (SARIF 2.1.0 section 3.11).
enum SARIFText {
  /// Braces doubled, so that none makes a placeholder; brackets escaped where they could make an embedded link.
  ///
  /// Section 3.11.6 lets brackets stand as they are anywhere else, and readers that know no escapes show them so.
  static func plain(_ text: String) -> String {
    let mayLink = text.contains("](")
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "{", "}": result.unicodeScalars.append(scalar)
      case "[" where mayLink, "]" where mayLink, "\\" where mayLink: result += "\\"
      default: break
      }
      result.unicodeScalars.append(scalar)
    }
  }
}
