/// A place where client code decodes a model from the response.
struct DecodingCall {
  var model: String
  var isList: Bool
  /// True if data that does not match is dropped without notice.
  var isQuiet = false
  /// The index of the first token of the decoding expression.
  var start: Int
  /// The index of the bracket that closes the decoding call.
  var end: Int
}

extension DecodingCall {
  /// Parses the call at `index`; `nil` without one. `tokens` has no comments.
  init?(at index: Int, in tokens: [CodeToken]) {
    guard tokens[index].kind == .word, let call = Self.swift(index, tokens) ?? Self.kotlin(index, tokens) else {
      return nil
    }
    self = call
  }

  /// Parses `try decode(Model.self …)`; with `try?` it is quiet.
  private static func swift(_ index: Int, _ tokens: [CodeToken]) -> DecodingCall? {
    guard tokens[index].isWord("decode"), tokens.at(index + 1).isMark("("),
      let attempt = (max(0, index - 8)..<index).last(where: { tokens[$0].isWord("try") })
    else { return nil }
    let isList = tokens.at(index + 2).isMark("[")
    guard let model = tokens[safe: index + (isList ? 3 : 2)], model.kind == .word,
      tokens.at(index + (isList ? 5 : 3)).isMark("."),
      let end = CodeBrackets.end(of: index + 1, in: tokens, within: 60),
      !tokens[index..<end].contains(where: { $0.isWord("forKey") })
    else { return nil }
    let isQuiet = tokens[attempt + 1].isMark("?")
    return DecodingCall(model: model.text, isList: isList, isQuiet: isQuiet, start: attempt, end: end)
  }

  /// Parses `decodeFromString<Model>(…)` of kotlinx, `body<Model>()` of Ktor, `fromJson(…, Model::class.java)` of Gson,
  /// and `adapter(Model::class.java).fromJson(…)` of Moshi; inside `runCatching { … }.getOrNull()` it is quiet.
  private static func kotlin(_ index: Int, _ tokens: [CodeToken]) -> DecodingCall? {
    guard let (model, isList, end) = generic(index, tokens) ?? byClass(index, tokens) else { return nil }
    let attempt = (max(0, index - 8)..<index).last { tokens[$0].isWord("runCatching") }
    guard let attempt, let close = CodeBrackets.end(of: attempt + 1, in: tokens), close > end else {
      return DecodingCall(model: model, isList: isList, start: beginning(of: index, tokens), end: end)
    }
    let isQuiet = tokens.at(close + 1).isMark(".") && tokens.at(close + 2).isWord("getOrNull")
    let last = isQuiet ? CodeBrackets.end(of: close + 3, in: tokens) ?? close : close
    return DecodingCall(model: model, isList: isList, isQuiet: isQuiet, start: attempt, end: last)
  }

  private static func generic(_ index: Int, _ tokens: [CodeToken]) -> (model: String, isList: Bool, end: Int)? {
    guard ["decodeFromString", "decodeFromStream", "body"].contains(tokens[index].text),
      tokens.at(index + 1).isMark("<")
    else { return nil }
    let isList =
      tokens.at(index + 2).isWord("List", "Array", "Set") && tokens.at(index + 3).isMark("<")
    guard let model = tokens[safe: index + (isList ? 4 : 2)], model.kind == .word,
      let open = (index + 3..<min(tokens.count, index + 9)).first(where: { tokens[$0].isMark("(") }),
      let end = CodeBrackets.end(of: open, in: tokens, within: 60)
    else { return nil }
    return (model.text, isList, end)
  }

  private static func byClass(_ index: Int, _ tokens: [CodeToken]) -> (model: String, isList: Bool, end: Int)? {
    guard tokens[index].isWord("fromJson"), tokens.at(index + 1).isMark("("),
      let end = CodeBrackets.end(of: index + 1, in: tokens, within: 60)
    else { return nil }
    // What names the class stands in the call's own brackets, or in those of the adapter in front of it.
    let near = max(0, index - 12)
    let first = (near..<index).last { tokens[$0].isWord("adapter") } ?? index
    guard let word = (first..<end).first(where: { tokens[$0].isWord("class") }), tokens.at(word - 1).isMark(":"),
      let model = tokens[..<word].last(where: { $0.kind == .word })
    else { return nil }
    return (model.text, false, end)
  }

  /// Returns the index at which the expression around `index` begins: after the `=` before it, if one is near.
  private static func beginning(of index: Int, _ tokens: [CodeToken]) -> Int {
    let near = max(0, index - 12)..<index
    guard let sign = near.last(where: { tokens[$0].isMark("=") }),
      !tokens[sign..<index].contains(where: { $0.isMark("{", "}", ";") })
    else { return index }
    return sign + 1
  }
}
