import Testing

@testable import SignInTestBed

@Suite struct PresentedTextsTests {
  @Test func `what is kept is found by its whole text, and gone when it is removed`() {
    var texts = PresentedTexts<Int>()
    texts["a-session-string-of-some-length"] = 1
    texts["another"] = 2
    #expect(texts["a-session-string-of-some-length"] == 1)
    #expect(texts["a-session-string-of-some-lengti"] == nil)
    #expect(texts[""] == nil)
    #expect(texts.all.sorted() == [1, 2])
    texts["another"] = nil
    #expect(texts.all == [1])
  }

  @Test func `no text can be read out of it`() {
    var texts = PresentedTexts<Int>()
    texts["a-session-string"] = 1
    var shown = "\(texts) \(String(reflecting: texts))"
    dump(texts, to: &shown)
    #expect(!shown.contains("a-session-string"))
  }

  @Test func `what holds strings of the wire shows none of them`() {
    var shown = ""
    dump(PoolHalf.Session(text: "a-session-string", expires: 1), to: &shown)
    dump(SignUpSessionRecord(text: "a-session-string"), to: &shown)
    dump(LateRequest(session: "a-session-string"), to: &shown)
    dump(AppInstance(session: "a-session-string"), to: &shown)
    #expect(!shown.contains("a-session-string"))
  }
}
