import SignIn
import SignInCryptography
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

  @Test func `what is kept is found by a secret as by its text`() {
    var texts = PresentedTexts<Int>()
    texts[Secret("a-session-string")] = 1
    #expect(texts["a-session-string"] == 1)
    texts["a-session-string"] = 2
    #expect(texts[Secret("a-session-string")] == 2)
    #expect(texts[Secret("another")] == nil)
  }

  /// Sessions of both halves are secrets, whose bytes are overwritten with their last copy.
  @Test func `a session that was answered is held as a secret by pool and user alike`() throws {
    var world = try World(
      try TestBedBinding(try BundledTable.signIn()),
      random: SeededRandomBytes(seed: 1, purpose: "sessions"), conventions: .cognito)
    try world.issueSession()
    let issued: Secret = try #require(world.pool.session?.text)
    let underWay: Secret = try #require(world.sessionUnderWay)
    #expect(issued.matches(underWay))
    world.retireSession()
    let spent: [Secret] = world.pool.spentSessions + world.user.spentSessions
    #expect(spent.count == 2 && spent.allSatisfy { $0.matches(issued) })
    #expect(world.pool.judge(session: issued, at: world.now) == .refused("used"))
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
    let text = Secret("a-session-string")
    dump(PoolHalf.Session(text: text, expires: 1), to: &shown)
    dump(SignUpSessionRecord(text: text, expires: 1), to: &shown)
    dump(LateRequest(session: text), to: &shown)
    dump(AppInstance(session: text), to: &shown)
    #expect(!shown.contains("a-session-string"))
  }
}
