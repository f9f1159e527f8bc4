import AssayContract
import AssayHTTP
import AssayJSON
import AssayText

/// A rendered example: JSON, XML, text or a file's bytes, with its media type.
struct AnswerContent: Sendable {
  /// The body as JSON, of XML the value it is made from; `nil` if it is text or a file.
  var json: JSONValue?
  var bytes: [UInt8]
  var contentType: String

  /// Renders `example` as the body of a response. A `$file` becomes its bytes, a string becomes text unless `promise`
  /// requires JSON, and anything else becomes JSON. The body has the promised media type.
  static func render(_ example: JSONValue, _ promise: ResponsePromise?, in scope: Scope, files: (String) -> [UInt8]?)
    -> Result<AnswerContent, MissingInput>
  {
    let range = promise?.content?.mediaRange
    let named = range.flatMap { $0.contains("*") ? nil : $0 }
    if let path = example["$file"]?.string {
      guard let bytes = files(path) else {
        return .failure(MissingInput(expression: path, reason: "it cannot be read"))
      }
      let contentType = named ?? type(FileType.contentType(ofFile: path), in: range)
      return .success(AnswerContent(bytes: bytes, contentType: contentType))
    }
    return Template.renderAnswer(example, in: scope).map { value in
      if let lines = lines(of: value, promise) ?? xml(of: value, promise) { return lines }
      if let text = value.string, promise?.bodyForm != .json {
        let type = range.map(PlainSample.mediaType) ?? "text/plain"
        return AnswerContent(
          bytes: Array(text.utf8),
          contentType: type.contains("charset") ? type : type + "; charset=utf-8"
        )
      }
      return AnswerContent(
        json: value,
        bytes: Array(value.document.bytes[value.byteRange]),
        contentType: named ?? type("application/json", in: range)
      )
    }
  }

  /// Returns the `usual` media type if `range` allows it, otherwise one that `range` allows.
  private static func type(_ usual: String, in range: String?) -> String {
    guard let range, MediaType(usual)?.matches(range) == false else { return usual }
    return PlainSample.mediaType(in: range)
  }

  /// Returns the simplest body that matches the schema of `promise`; `nil` without a schema, or if no such body could
  /// be made.
  static func sample(of promise: ResponsePromise, in contract: Contract) -> AnswerContent? {
    guard let form = promise.bodyForm, let value = promise.body.flatMap({ contract.sample(of: $0) }) else { return nil }
    let named = promise.content.flatMap { $0.mediaRange.contains("*") ? nil : $0.mediaRange }
    switch form {
    case .json:
      let bytes = Array(value.document.bytes[value.byteRange])
      return AnswerContent(json: value, bytes: bytes, contentType: named ?? "application/json")
    case .lines: return lines(of: value, promise)
    case .xml: return xml(of: value, promise)
    case .text:
      return value.string.map {
        AnswerContent(bytes: Array($0.utf8), contentType: named ?? "text/plain; charset=utf-8")
      }
    }
  }

  /// An array as JSON texts one after the other, where `promise` is about such; `nil` for any other value.
  private static func lines(of value: JSONValue, _ promise: ResponsePromise?) -> AnswerContent? {
    guard promise?.bodyForm == .lines, value.kind == .array, let content = promise?.content else { return nil }
    let text = JSONLines.text(of: value, isSequence: MediaType(content.mediaRange)?.isJSONSequence ?? false)
    return AnswerContent(bytes: Array(text.utf8), contentType: content.mediaRange)
  }

  /// An object with one member as an XML document, where `promise` is about one; `nil` for any other value.
  private static func xml(of value: JSONValue, _ promise: ResponsePromise?) -> AnswerContent? {
    guard let content = promise?.content, MediaType(content.mediaRange)?.isXML == true,
      let text = XMLValueWriter.text(of: value)
    else { return nil }
    return AnswerContent(json: value, bytes: Array(text.utf8), contentType: content.mediaRange)
  }

  /// Returns a minimal body without a schema, with the promised media type, if any.
  static func least(of promise: ResponsePromise?) -> AnswerContent {
    let sample = promise?.plainSample ?? .empty
    let isJSON = MediaType(sample.contentType)?.isJSON ?? false
    let json = isJSON ? (try? JSONDocument(parsing: Array(sample.text.utf8)))?.root : nil
    return AnswerContent(json: json, bytes: Array(sample.text.utf8), contentType: sample.contentType)
  }

  init(json: JSONValue? = nil, bytes: [UInt8], contentType: String) {
    self.json = json
    self.bytes = bytes
    self.contentType = contentType
  }

  /// Replaces the body by `value`, which a fault has edited.
  mutating func replace(json value: JSONValue) {
    json = value
    let xml = MediaType(contentType)?.isXML == true ? XMLValueWriter.text(of: value) : nil
    bytes = xml.map { Array($0.utf8) } ?? Array(value.document.bytes[value.byteRange])
  }

  func reply(status: Int) -> Reply {
    Reply(status: status, headers: [HTTPHeader("Content-Type", contentType)], content: .bytes(bytes))
  }
}
