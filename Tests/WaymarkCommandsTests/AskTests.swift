import Foundation
import PoolAnalysis
import TestSupport
import Testing

@testable import WaymarkCommands

/// `waymark ask`: questions in the expressions of the table.
@Suite struct AskTests {
  private static let pool = """
    pool: desk
    configuration:
      { mfa: optional, mfaMethods: [totp], selfSignUp: false, flows: [userSRP, refresh],
        recovery: adminOnly, administratorActs: [creates, disables, setsPasswords] }

    """

  private func ask(_ text: String = pool, _ arguments: String...) throws -> CommandOutput {
    let folder = try Folder(["desk.yaml": text])
    return WaymarkTool.output(
      for: ["ask", folder["desk.yaml"], "--format", "json"] + arguments, in: ToolEnvironment())
  }

  private func members(of output: CommandOutput) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(output.stdout)) as? [String: Any],
      "\(output.stderr)")
  }

  @Test func `a state that is reached is shown with the shortest way to it`() throws {
    let output = try ask(Self.pool, "client.at == signedIn and totp == verified")
    #expect(output.status == .allHold)
    #expect(try members(of: output)["answer"] as? String == "yes")
    let answer = try members(of: output)
    #expect((answer["trace"] as? [Any])?.count == 5)
    #expect(answer["states"] as? Int ?? 0 > 0)
  }

  @Test func `what no state has is answered with no`() throws {
    let output = try ask(Self.pool, "exists: status == unconfirmed")
    #expect(output.status == .safetyViolated)
    #expect(try members(of: output)["answer"] as? String == "no")
    #expect(try members(of: output)["states"] as? Int == 0)
  }

  @Test func `as Markdown an answer is a section with the way as a list`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    func page(_ question: String) -> String {
      let line = ["ask", folder["desk.yaml"], question, "--format", "markdown"]
      return String(
        decoding: WaymarkTool.output(for: line, in: ToolEnvironment()).stdout, as: UTF8.self)
    }
    let none = page("exists: status == unconfirmed")
    #expect(
      none.hasPrefix("## desk: no\n\n* `exists: status == unconfirmed`\n\nIt holds in none of "))
    let some = page("exists: client.at == signedIn and totp == verified")
    #expect(some.hasPrefix("## desk: yes\n"))
    #expect(some.components(separatedBy: "\n1. ").count == 6)
  }

  @Test func `a way of a no leads to where it does not hold, and says so`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    func answer(_ question: String, _ format: String) -> String {
      let line = ["ask", folder["desk.yaml"], question, "--format", format]
      return String(
        decoding: WaymarkTool.output(for: line, in: ToolEnvironment()).stdout, as: UTF8.self)
    }
    let claim = "always: status == none"
    #expect(
      answer(claim, "text").contains("\n  The shortest way to where it does not hold, 1 step:\n"))
    #expect(
      answer(claim, "markdown").contains(
        "\n\nThe shortest way to where it does not hold, 1 step:\n\n1. "))
    let asked = answer("exists: status != none", "text")
    #expect(asked.contains("\n  The shortest way there, 1 step:\n"))
  }

  @Test func `both engines count the same states and records`() throws {
    let question = "grant == none or enabled"
    let listed = try members(of: try ask(Self.pool, question, "--backend", "explicit"))
    let sets = try members(of: try ask(Self.pool, question, "--backend", "symbolic"))
    for key in ["states", "allStates", "records", "allRecords"] {
      #expect(listed[key] as? Int == sets[key] as? Int, "\(key)")
      #expect(listed[key] as? Int ?? 0 > 0)
    }
    #expect(listed["states"] as? Int ?? 0 < listed["allStates"] as? Int ?? 0)
  }

  @Test func `a claim about all states is refuted by a way`() throws {
    let output = try ask(Self.pool, "always: grant == none")
    #expect(output.status == .safetyViolated)
    #expect(try members(of: output)["answer"] as? String == "no")
    #expect(try ask(Self.pool, "always: status != unconfirmed").status == .allHold)
  }

  @Test func `a way on is asked for in two lines`() throws {
    let question = ["from: client.at == signedOut and enabled", "reachable: client.at == signedIn"]
    let output = try ask(Self.pool, question[0], question[1])
    #expect(try members(of: output)["question"] as? [String] == question)
    #expect(try members(of: output)["answer"] as? String == "yes")
  }

  @Test func `of open settings it is said with which ones`() throws {
    let open = Self.pool.replacing("mfa: optional, ", with: "") + "open: [mfa]\n"
    let output = try ask(open, "exists: awaiting == totpSetup")
    #expect(
      try members(of: output)["condition"] as? String == "mfa = required")
  }

  @Test func `over open settings the states and records of all configurations are counted`() throws
  {
    let open = Self.pool.replacing("mfa: optional, ", with: "") + "open: [mfa]\n"
    let question = "exists: status == confirmed"
    let all = try members(of: try ask(open, question))
    // MFA off excludes a method, so two configurations are legal.
    #expect(all["allConfigurations"] as? Int == 2)
    #expect(all["configurations"] as? Int == 2)
    var most = 0
    for mode in ["optional", "required"] {
      let closed = Self.pool.replacing("mfa: optional", with: "mfa: \(mode)")
      let one = try members(of: try ask(closed, question))
      most = max(most, try #require(one["states"] as? Int))
    }
    // States of one configuration may be those of the other too.
    let states = try #require(all["states"] as? Int)
    #expect(states >= most)
    #expect(try #require(all["records"] as? Int) <= states)
    let required = try members(of: try ask(open, "exists: awaiting == totpSetup"))
    #expect(required["configurations"] as? Int == 1)
  }

  @Test(arguments: ["explicit", "symbolic"])
  func `a no of exists names the fewest parts that never hold together`(engine: String) throws {
    let question = "exists: enabled and status == forceChangePassword and password == permanent"
    let answer = try members(of: try ask(Self.pool, question, "--backend", engine))
    #expect(answer["answer"] as? String == "no")
    let never = try #require(answer["neverTogether"] as? [[[String: Any]]])
    #expect(
      never.map { $0.map { $0["expression"] as? String } } == [
        ["status == forceChangePassword", "password == permanent"]
      ])
    // Each of them is so somewhere.
    #expect(never[0].allSatisfy { $0["states"] as? Int ?? 0 > 0 && $0["records"] as? Int ?? 0 > 0 })
    // Either of them may be left out, what is no part of the reason may not.
    let without = try #require(answer["without"] as? [[String: Any]])
    #expect(
      without.map { $0["expression"] as? String } == never[0].map { $0["expression"] as? String })
  }

  @Test func `of a part that never holds it is said what is so instead`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    func lines(_ question: String) -> String {
      let line = ["ask", folder["desk.yaml"], question]
      let output = WaymarkTool.output(for: line, in: ToolEnvironment())
      return String(decoding: output.stdout, as: UTF8.self)
    }
    #expect(
      lines("exists: mfa == required and client.at == signedIn").contains(
        "  Never so, whatever else:\n    mfa == required, since mfa is optional here\n"))
    let always = lines("always: status != unconfirmed")
    #expect(always.contains("\n  It holds in all "))
    #expect(always.contains("    status == unconfirmed, since status is only ever none, "))
  }

  @Test(arguments: ["explicit", "symbolic"])
  func `where a claim fails is counted, and makes up all states with where it holds`(
    engine: String
  ) throws {
    let answer = try members(of: try ask(Self.pool, "always: grant == none", "--backend", engine))
    let failing = try #require(answer["failing"] as? [String: Any])
    let states = try #require(failing["states"] as? Int)
    #expect(states > 0)
    #expect(states + (answer["states"] as? Int ?? 0) == answer["allStates"] as? Int)
    #expect(failing["records"] as? Int ?? 0 > 0)
  }

  @Test(arguments: ["explicit", "symbolic"])
  func `a way on that exists is shown, from the nearest state that it is asked of`(
    engine: String
  ) throws {
    let answer = try members(
      of: try ask(
        Self.pool, "from: status == forceChangePassword and enabled", "reachable: grant == valid",
        "--backend", engine))
    #expect(answer["answer"] as? String == "yes")
    #expect(answer["stepsToStart"] as? Int == 1)
    let trace = try #require(answer["trace"] as? [[String: Any]])
    #expect((trace.first?["call"] as? String)?.hasPrefix("createUser(") == true)
    let last = try #require(trace.last)
    #expect("\(last)".contains("grant"), "\(last)")
    #expect(answer["states"] as? Int ?? 0 > 0)
    #expect((answer["failing"] as? [String: Any])?["states"] as? Int == 0)
  }

  @Test(arguments: ["explicit", "symbolic"])
  func `from how many states it cannot be reached is counted`(engine: String) throws {
    let answer = try members(
      of: try ask(
        Self.pool, "from: client.at == signedIn", "reachable: status == unconfirmed",
        "--backend", engine))
    #expect(answer["answer"] as? String == "no")
    let failing = try #require(answer["failing"] as? [String: Any])
    #expect(failing["states"] as? Int == answer["states"] as? Int)
    #expect(failing["records"] as? Int == answer["records"] as? Int)
  }

  @Test func `a way on that is asked of no state says why there is none`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let line = ["ask", folder["desk.yaml"], "from: status == unconfirmed", "reachable: enabled"]
    let text = String(
      decoding: WaymarkTool.output(for: line, in: ToolEnvironment()).stdout, as: UTF8.self)
    #expect(text.contains("  It is asked of none of "))
    #expect(text.contains("    status == unconfirmed, since status is only ever none, "))
  }

  @Test func `what holds before any step says so instead of a way`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let line = ["ask", folder["desk.yaml"], "exists: status == none"]
    let text = String(
      decoding: WaymarkTool.output(for: line, in: ToolEnvironment()).stdout, as: UTF8.self)
    #expect(text.hasSuffix("  It holds where the pool begins, before any step.\n"))
  }

  @Test func `over open settings the parts that never hold together are named too`() throws {
    let open = Self.pool.replacing("mfa: optional, ", with: "") + "open: [mfa]\n"
    let answer = try members(
      of: try ask(open, "exists: status == forceChangePassword and password == permanent"))
    #expect(answer["answer"] as? String == "no")
    #expect((answer["neverTogether"] as? [[Any]])?.map(\.count) == [2])
    #expect(answer["allConfigurations"] as? Int == 2)
  }

  @Test func `over open settings it is said in how many configurations it is so`() throws {
    let open = Self.pool.replacing("mfa: optional, ", with: "") + "open: [mfa]\n"
    let folder = try Folder(["desk.yaml": open])
    func words(_ question: String) -> String {
      let output = WaymarkTool.output(
        for: ["ask", folder["desk.yaml"], question], in: ToolEnvironment())
      return String(decoding: output.stdout, as: UTF8.self)
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(words("exists: status == confirmed").contains(" of users, in all 2 legal conf"))
    #expect(words("exists: awaiting == totpSetup").contains(" of users, in 1 of 2 legal conf"))
    #expect(words("exists: status == unconfirmed").contains(", in none of 2 legal conf"))
  }

  @Test func `over open settings a way on is shown in one of them`() throws {
    let open = Self.pool.replacing("mfa: optional, ", with: "") + "open: [mfa]\n"
    let answer = try members(
      of: try ask(
        open, "from: status == forceChangePassword and enabled and not authenticatorLost",
        "reachable: grant == valid"))
    #expect(answer["stepsToStart"] as? Int == 1)
    #expect((answer["trace"] as? [Any])?.count ?? 0 > 1)
  }

  @Test(arguments: [
    ("exists: status = none", "write `==`"), ("exists: client == signedIn", "`client.at`"),
    ("exists: wibblewobble == none", "`waymark explain` lists settings"), ("statsu", "`status`"),
  ])
  func `a misspelt question says what was meant`(question: String, remedy: String) throws {
    let output = try ask(Self.pool, question)
    #expect(output.status == .usage)
    #expect(output.stderr.contains(remedy), "\(output.stderr)")
  }

  @Test(arguments: [
    ("exists: status == nobody", "table.unknown-name"),
    ("always: statsu == none", "table.unknown-name"),
    ("from: status == none", "table.missing-key"),
  ])
  func `what the table does not know is a wrong use, at its place`(
    question: String, code: String
  ) throws {
    let output = try ask(Self.pool, question)
    #expect(output.status == .usage)
    #expect(output.stderr.contains(code), "\(output.stderr)")
    #expect(output.stderr.hasPrefix("question:"))
  }

  @Test(arguments: [
    (
      ["exists: client.at == signdIn"],
      """
      question:1:22: error: `signdIn` is neither a name nor one of the 38 values of \
      `client.at` \
      [table.unknown-name]
        exists: client.at == signdIn
                             ^
        → did you mean `signedIn`?
      """
    ),
    (
      ["from: totp == none", "reachable: client.at = signedIn"],
      """
      question:2:22: error: `=` belongs to no expression [table.expression]
        reachable: client.at = signedIn
                             ^
        → write `==`
      """
    ),
    (
      ["wibble: totp == none"],
      """
      question:1:1: error: `wibble` is none of the keys of a question [table.unknown-key]
        wibble: totp == none
        ^
        → write one of `exists`,
      """
    ),
    (
      ["reachable: totp == none"],
      """
      question:1:1: error: `reachable` is asked of the states that `from` names [table.missing-key]
        reachable: totp == none
        ^
        → write `from: E` too, or `exists: F` where it may begin anywhere
      """
    ),
  ])
  func `a complaint points into what was asked`(lines: [String], complaint: String) throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let output = WaymarkTool.output(
      for: ["ask", folder["desk.yaml"]] + lines, in: ToolEnvironment())
    #expect(output.status == .usage)
    #expect(output.stderr.hasPrefix(complaint), "\(output.stderr)")
  }

  private static let broken: [(lines: [String], message: String, remedy: String)] = [
    (
      ["from: totp == none"],
      "question:1:1: error: `from` says where a way begins, and nothing"
        + " says what it shall lead to [table.missing-key]",
      "write `reachable: F` too, as an argument of its own, such as 'from: client.at == signedOut'"
        + " 'reachable: client.at == signedIn'; `exists: E` asks whether there is such a state"
    ),
    (
      ["exists: enabled", "always: enabled"],
      "question:2:1: error: this is a second question [table.shape]",
      "ask one at a time, or join two expressions by `and` or `or`"
    ),
    (
      ["exists: enabled", "enabled"],
      "question:2:1: error: this is a second question [table.shape]",
      "ask one at a time, or join two expressions by `and` or `or`"
    ),
    (
      ["within: [signIn]"],
      "question:1:1: error: `within` says which calls lead from `from` to `reachable`"
        + " [table.missing-key]",
      "write both with it: 'from: client.at == signedOut' 'reachable: client.at == signedIn'"
    ),
    (
      ["from: enabled", "reachable: enabled", "reachable: enabled"],
      "question:3:1: error: `reachable` stands twice [document.duplicate-key]", "write one alone"
    ),
    (
      ["always: "], "question:1:1: error: nothing stands behind `always:` [table.expression]",
      "write an expression there, such as `always: client.at == signedIn`"
    ),
  ]

  @Test(arguments: broken)
  func `what is no question by itself is said in the words of questions`(
    lines: [String], message: String, remedy: String
  ) throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let output = WaymarkTool.output(
      for: ["ask", folder["desk.yaml"]] + lines, in: ToolEnvironment())
    #expect(output.status == .usage)
    let complaint = [message, "  \(lines[lines.count - 1])", "  ^", "  → \(remedy)"]
    #expect(output.stderr == complaint.map { $0 + "\n" }.joined())
  }

  @Test(arguments: [[], [""], ["  "]])
  func `without a question it is said how one is written`(lines: [String]) throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let output = WaymarkTool.output(
      for: ["ask", folder["desk.yaml"]] + lines, in: ToolEnvironment())
    #expect(output.status == .usage)
    #expect(
      output.stderr == """
        command line: error: nothing is asked [usage.no-question]
          → write 'exists: E', 'always: E' or 'from: E' 'reachable: F' behind the pool, such as \
        `waymark ask POOL 'exists: client.at == signedIn and totp == none'` or `waymark ask POOL \
        'from: client.at == signedOut' 'reachable: client.at == signedIn'`

        """)
  }

  @Test func `the keys of a question may stand in one argument, a line each`() throws {
    let question = ["from: client.at == signedOut and enabled", "reachable: client.at == signedIn"]
    let output = try ask(Self.pool, question.joined(separator: "\n"))
    #expect(try members(of: output)["question"] as? [String] == question)
  }
}
