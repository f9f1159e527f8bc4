import Foundation
import Testing

/// Text held against a file; written anew under `ASSAY_RECORD=1`, in a run that then fails.
enum Golden {
  static func expect(_ text: String, _ file: URL, sourceLocation: SourceLocation = #_sourceLocation) throws {
    if Repository.isRecording {
      try Data(text.utf8).write(to: file)
      Issue.record("\(file.lastPathComponent) was written anew; read it", sourceLocation: sourceLocation)
      return
    }
    let expected = String(decoding: try Repository.bytes(file), as: UTF8.self)
    #expect(text == expected, sourceLocation: sourceLocation)
  }
}
