import AssayDocuments
import AssayText

/// Finding of calls whose URLs examples of answers hold, and of the ids in examples.
extension SightingReader {
  /// Reads URLs in example responses: `"status_url": "http://…/status/abc123"`. Those that a request holds are others'.
  mutating func readLinks() {
    let root = root
    for (outline, guide) in outlines.enumerated() {
      for (index, passage) in guide.passages.enumerated() {
        guard case .code(let code) = passage.kind else { continue }
        let isValue: Bool
        switch fences[outline][index] {
        case .values: isValue = true
        case .wire: isValue = false
        default: continue
        }
        for sample in SampleReader.samples(in: code.code, firstLine: code.firstLine) {
          var known: [String: String] = [:]
          collect(sample, &known)
          for (text, name) in known where name.nameWords.last == "id" { ids[text] = min(ids[text] ?? name, name) }
          if isValue, !isOfRequest(guide, before: index) {
            link(sample, known, guide.name, (outline, index), below: root)
          }
        }
      }
    }
  }

  /// Returns true if the label before a passage says that it is sent, or sent by a webhook.
  private func isOfRequest(_ guide: Outline, before index: Int) -> Bool {
    guard let label = guide.passages[safe: index - 1]?.text.plain.lowercased(), label.utf8.count < 120 else {
      return false
    }
    return label.has(.webhooks) || label.has(.request) && !label.has(.response)
  }

  /// The segment with which the paths of all calls begin, `api`, if there is one: other paths are those of pages.
  private var root: String? {
    let calls = sightings.filter { $0.kind == .announced && ($0.target.base.isEmpty || $0.target.isAbsolute) }
    guard let first = calls.first?.target.segments.first, Self.isBaseSegment(first),
      calls.allSatisfy({ $0.target.segments.first == first })
    else { return nil }
    return first
  }

  func collect(_ sample: Sample, _ known: inout [String: String]) {
    for member in sample.members {
      if let text = member.value.string, text.utf8.count >= 3, !text.contains("/") {
        known[text] = known[text] ?? member.name
      }
      collect(member.value, &known)
    }
    for item in sample.items { collect(item, &known) }
  }

  mutating func link(
    _ sample: Sample,
    _ known: [String: String],
    _ document: String,
    _ place: (Int, Int),
    below root: String?
  ) {
    for member in sample.members where !member.name.nameWords.contains(where: { $0.has(.webhooks) }) {
      if let text = member.value.string, text.contains("://"), var target = CallTarget(text), target.isAbsolute,
        bases.contains(where: { $0.origin == target.base }), target.segments.count >= 2,
        root == nil || target.segments.first == root
      {
        // A segment that is a value of the same answer is a parameter, and so is a file's name.
        let segments = target.segments.enumerated().map { position, segment in
          if position > 0, let name = known[segment] { return "{\(name)}" }
          if position > 0, let dot = segment.lastIndex(of: "."), segment.distance(from: dot, to: segment.endIndex) <= 5,
            dot > segment.startIndex
          {
            return "{file}"
          }
          return segment
        }
        target.path = "/" + segments.joined(separator: "/")
        insert(CallSighting(kind: .linked, method: "GET", target: target, source: Source(document, member.line)), place)
      }
      link(member.value, known, document, place, below: root)
    }
    for item in sample.items { link(item, known, document, place, below: root) }
  }
}
