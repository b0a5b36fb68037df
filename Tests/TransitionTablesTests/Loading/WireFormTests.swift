import Testing

@testable import TransitionTables

/// What messages say of the wire, and what is wrong with that.
@Suite struct WireFormTests {
  private static let head = """
    enums:
      Challenge: { code: CODE, choice: CHOICE, never: ~ }
      Class: [right, wrong]
    evidence:
      sent: { class: [], depends: [], judge: code, purpose: post }
    components:
      pool: { locations: { values: [idle], initially: idle } }
      client: { locations: { values: [idle], initially: idle } }

    """

  private func load(_ messages: String) throws -> Model {
    try ModelLoader.load([
      LocatedDocument(parsing: Self.head + "messages:\n" + messages, file: "t.yaml")
    ])
  }

  private func complaint(_ messages: String) throws -> Diagnostic {
    do {
      _ = try load(messages)
    } catch let list as DiagnosticList {
      return try #require(list.diagnostics.first)
    }
    throw MissingComplaint()
  }

  private struct MissingComplaint: Error {}

  private static let reply = """
      Reply:
        to: pool
        kind: request
        fields: { challenge: { enum: Challenge }, given: { enum: Class, absent: wrong } }
        wire:
          Name: { field: challenge, required: "true" }
          Answers: { answers: challenge, members: { USER: typed } }

    """

  @Test func `a challenge says what answers it`() throws {
    let model = try load(
      Self.reply + """
          CODE:
            to: client
            kind: challenge
            text: Prove it.
            answer: { CODE_TEXT: { field: given, evidence: sent, secret: true, limit: 6 } }
        """)
    let reply = try #require(model.messages.first { $0.name == "Reply" })
    #expect(reply.wire.members.map { $0.path.joined(separator: ".") } == ["Name", "Answers.USER"])
    #expect(reply.wire.members.map(\.encoding) == [.word, .bytes])
    #expect(reply.wire.members[1].maker == "typed")
    #expect(reply.wire.absent.values.sorted() == [1])
    let answer = try #require(model.messages.first { $0.name == "CODE" }?.wire.answers.first)
    #expect(answer.path == ["Answers", "CODE_TEXT"])
    #expect((answer.evidence, answer.isSecret, answer.limit) == ("sent", true, 6))
    #expect(model.evidence["sent"]?.judge == "code")
    let id = try #require(model.types.named("Challenge"))
    #expect(model.types.enums[id].wireNames == ["CODE", "CHOICE", nil])
  }

  @Test func `an answer may not take the name of a member that is there with it`() throws {
    let found = try complaint(
      Self.reply + """
          CODE:
            to: client
            kind: challenge
            answer: { USER: { made: other } }
        """)
    #expect(found.code == "table.duplicate")
    #expect(found.location.description == "t.yaml:20:15")
    #expect(found.remedy.contains("t.yaml:16:49"))
  }

  @Test func `evidence without a redaction is refused`() throws {
    let found = try complaint(
      Self.reply + """
          CODE:
            to: client
            kind: challenge
            answer: { CODE_TEXT: { field: given, evidence: sent } }
        """)
    #expect(found.code == "table.unredacted-secret")
    #expect(found.message.contains("`CODE_TEXT` of `CODE` carries `sent`"))
  }

  @Test func `what is a secret elsewhere is one here`() throws {
    let messages = { (mark: String) in
      """
        Ask: { to: pool, kind: request, wire: { PIN: { made: pin, secret: true } } }
        AskAgain: { to: pool, kind: request, wire: { USER: typed, Again: { made: pin\(mark) } } }
      """
    }
    let found = try complaint(messages(""))
    #expect(found.code == "table.unredacted-secret")
    #expect(found.message == "`Again` of `AskAgain` carries `pin`, and logs would show it")
    #expect(found.location.description == "t.yaml:11:61")
    #expect(throws: Never.self) { try load(messages(", secret: true")) }
  }

  @Test(arguments: [
    ("Name: { field: chalenge }", "did you mean `challenge`?"),
    ("Name: { field: challenge, as: wrod }", "did you mean `word`?"),
    ("Name: { made: one, evidence: snet, secret: true }", "did you mean `sent`?"),
  ])
  func `a name on the wire that is none is refused with the nearest`(
    member: String, remedy: String
  ) throws {
    let found = try complaint(
      """
        Ask:
          to: pool
          kind: request
          fields: { challenge: { enum: Challenge } }
          wire: { \(member) }
      """)
    #expect(found.remedy == remedy)
    #expect(found.code == "table.unknown-name")
  }

  @Test(arguments: [("several", "among", "holds"), ("one", "holds", "among")])
  func `a set and a member of an enum are written in ways of their own`(
    field: String, wrong: String, right: String
  ) throws {
    let message = { (way: String) in
      """
        Ask:
          to: pool
          kind: request
          fields: { several: { set: Class }, one: { enum: Class } }
          wire: { Name: { field: \(field), as: \(way), words: right } }
      """
    }
    let found = try complaint(message(wrong))
    #expect(found.code == "table.shape")
    #expect(found.remedy == "write `as: \(right)`")
    #expect(throws: Never.self) { try load(message(right)) }
  }

  @Test(arguments: [
    ("Kind: { text: again }", true),
    ("Kind: { text: again, when: again }", true),
    ("Kind: { text: first, when: not again }", false),
    ("Kind: typed", false),
  ])
  func `an operation that is another message's own is distinguished from it by a text`(
    member: String, isTold: Bool
  ) throws {
    let messages = """
        Ask: { to: pool, kind: request, wire: { USER: typed } }
        AskAgain:
          to: pool
          kind: request
          also: { Ask: again, AdminAskAgain: again }
          fields: { again: { bool: true } }
          wire: { \(member) }
      """
    guard !isTold else {
      #expect(throws: Never.self) { try load(messages) }
      return
    }
    let found = try complaint(messages)
    #expect(found.code == "table.duplicate")
    #expect(found.location.description == "t.yaml:11:3")
    #expect(
      found.message == "`Ask` is `AskAgain` and `Ask`, and nothing distinguishes them")
  }

  @Test func `a row may not carry a member that its message lacks`() throws {
    let messages = """
        Ask: { to: pool, kind: request, wire: { USER: typed } }
      actions: { ask: { by: app, component: client } }
      transitions:
        - { id: a, on: ask, component: client, send: Ask, carries: { USRE: none } }
      """
    let found = try complaint(messages)
    #expect(found.remedy == "did you mean `USER`?")
  }
}
