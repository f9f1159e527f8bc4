import AssayReport
import Testing

@Suite struct MarkdownEscapeTests {
  @Test(arguments: [
    ("see http://evil.example now", "see `http://evil.example` now"),
    ("HTTPS://evil.example", "`HTTPS://evil.example`"),
    ("(www.evil.example)", "`(www.evil.example)`"),
    ("from a.b@evil.example.", "from `a.b@evil.example.`"),
    ("mailto:x", "`mailto:x`"),
    ("@someone did", "`@someone` did"),
    ("group/project#1 and !2", "`group/project#1` and `!2`"),
    ("~bug %next $3 &4 ^5 *iteration:x [snippet:6]", "`~bug` `%next` `$3` `&4` `^5` `*iteration:x` `[snippet:6]`"),
    ("GH-1 KEY-12", "`GH-1` `KEY-12`"),
    ("at 3b84ec53", "at `3b84ec53`"),
    ("http://a|http://b", "`http://a`\\|`http://b`"),
    ("http://a`b", "``http://a`b``"),
  ])
  func livesNowhere(text: String, expected: String) {
    #expect(MarkdownEscape.plain(text) == expected)
  }

  @Test(arguments: [
    ("progress is 101, and has to be at most 100", "progress is 101, and has to be at most 100"),
    ("10-30 seconds: a * b, 50 % # 1", "10-30 seconds: a \\* b, 50 % \\# 1"),
    ("a_b <i> | c & \\", "a\\_b &lt;i&gt; \\| c &amp; \\\\"),
    ("  two  spaces ", "  two  spaces "),
    ("", ""),
  ])
  func readsAsProse(text: String, expected: String) {
    #expect(MarkdownEscape.plain(text) == expected)
  }
}
