import AssayHTTP
import Testing

/// `Link` header fields (RFC 8288).
struct LinkFieldTests {
  @Test(arguments: [
    (#"</items?page=2>; rel="next""#, "/items?page=2"), ("</a>; rel=next", "/a"), (#"</a>; REL="NEXT""#, "/a"),
    (#"</first>; rel="first", </second>; rel="prev next""#, "/second"),
    (#"</a,b;c>; title="x, <y>; rel=next"; rel="next""#, "/a,b;c"), (#"</a>; rel="next"; anchor="""#, "/a"),
    // Links of another resource are no pages of this one.
    (#"</other>; rel="next"; anchor="/elsewhere", </own>; rel="next""#, "/own"),
  ])
  func target(value: String, target: String) {
    #expect(LinkField.target(of: "next", in: value) == target)
  }

  @Test(arguments: ["", "</a>", #"</a>; rel="nextpage""#, ##"</a>; rel="next"; anchor="#part""##, "</a; rel=next"])
  func none(value: String) {
    #expect(LinkField.target(of: "next", in: value) == nil)
  }
}
