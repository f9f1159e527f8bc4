import Testing

@testable import AssayDerive

/// Values in examples that are nearly JSON.
struct SampleReaderTests {
  @Test(arguments: [
    ("{\"a\": 1, // one\n \"b\": [1, 2,],\n}", #"{"a":1,"b":[1,2]}"#), ("{ a: 'x', ... }", #"{"a":"x"}"#),
    ("{\"a\": \"x\" \"b\": null}", #"{"a":"x","b":null}"#), ("{\"state\": \"on|off\"}", #"{"state":"on"}"#),
    ("[\"a\": 1, \"b\": true]", #"{"a":1,"b":true}"#),
    ("{\"file\": <binary data>, \"n\": 2}", #"{"file":"< binary data >","n":2}"#),
    ("{\"a\": {\"b\": ", #"{"a":{}}"#), ("{\"a\": string\n []\n}", #"{"a":"string"}"#),
    ("{name, email}", #"{"name":"name","email":"email"}"#),
  ])
  func valuesThatAreNearlyJSON(_ text: String, _ json: String) {
    let lines = text.split(separator: "\n").map { String($0) }
    #expect(SampleReader.samples(in: lines, firstLine: 1).first?.json == json)
  }
}
