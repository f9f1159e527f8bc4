import AssayJSON
import AssayObservation

/// A call of a made-up recording, as a browser writes it.
struct MadeCall: Sendable {
  var method = "GET"
  var url: String
  var sends: String?
  var status = 200
  var answer = ""
  var type = "application/json"

  init(
    _ call: String,
    _ answer: String = "",
    status: Int = 200,
    sends: String? = nil,
    type: String = "application/json"
  ) {
    let parts = call.split(separator: " ", maxSplits: 1).map { String($0) }
    (method, url) = (parts[0], "https://shop.example" + parts[1])
    (self.answer, self.status, self.sends, self.type) = (answer, status, sends, type)
  }

  /// The recording of `calls`, a second apart.
  static func log(_ calls: [MadeCall]) throws -> HARLog {
    func quoted(_ text: String) -> String { JSONValue.string(text).canonicalText }
    let entries = calls.enumerated().map { number, call in
      let body = call.sends.map { #", "postData": { "mimeType": "application/json", "text": \#(quoted($0)) }"# } ?? ""
      let fields = call.sends == nil ? "" : #"{ "name": "Content-Type", "value": "application/json" }"#
      let second = number < 10 ? "0\(number)" : "\(number)"
      return """
        { "startedDateTime": "2026-01-01T10:00:\(second).000Z", "time": 5,
          "request": { "method": "\(call.method)", "url": \(quoted(call.url)), "httpVersion": "h2", "headers": [\(fields)],
                       "queryString": [], "cookies": [], "headersSize": -1, "bodySize": -1\(body) },
          "response": { "status": \(call.status), "statusText": "", "httpVersion": "h2", "cookies": [], "redirectURL": "",
                        "headers": [{ "name": "Content-Type", "value": "\(call.type)" }], "headersSize": -1, "bodySize": -1,
                        "content": { "size": \(call.answer.utf8.count), "mimeType": "\(call.type)", "text": \(quoted(call.answer)) } },
          "cache": {}, "timings": { "send": 0, "wait": 5, "receive": 0 } }
        """
    }
    let text = """
      { "log": { "version": "1.2", "creator": { "name": "WebInspector", "version": "537" }, "pages": [],
                 "entries": [\(entries.joined(separator: ","))] } }
      """
    return try HARReader.read(Array(text.utf8))
  }
}
