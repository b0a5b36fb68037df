import Foundation
import PoolAnalysis
import Synchronization
import TestSupport
import Testing

@testable import WaymarkCommands

/// `waymark step`: a walk by somebody's choices.
@Suite struct StepTests {
  private static let pool = """
    pool: desk
    configuration: { mfa: off, selfSignUp: false, flows: [userSRP, refresh] }

    """
  private static let create =
    "createUser(givesEmail: true, givesPhone: false, marksEmail: false, marksPhone: false, "
    + "withoutPassword: false)"

  /// What is written in answer to some lines, the greeting first.
  private func walk(
    _ folder: Folder, _ lines: [String], json: Bool = false, options: [String] = [],
    script: Bool = false, status: PoolAnalysis.ExitStatus = .allHold
  ) -> [String] {
    let rest = Mutex(lines[...])
    let written = Mutex([String]())
    var environment = ToolEnvironment()
    environment.inputIsTerminal = !script
    environment.readLine = { rest.withLock { $0.popFirst().map { Array($0.utf8) } } }
    environment.writeLine = { line in
      written.withLock { $0.append(line) }
      return true
    }
    let output = WaymarkTool.output(
      for: ["step", folder["desk.yaml"]] + (json ? ["--format", "json"] : []) + options,
      in: environment)
    #expect(output.status == status, "\(output.stderr)")
    return written.withLock { $0 }.map { text in
      text.range(of: "step [0-9]+\\? [^\n]*\n$", options: .regularExpression).map {
        String(text[..<$0.lowerBound])
      } ?? text
    }
  }

  @Test func `a step shows what comes back, what changes and which rows decide`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let said = walk(
      folder,
      [Self.create, "setPermanentPassword()", "signIn(flow: userSRP, password: current)", "quit"])
    #expect(said.count == 4)
    #expect(said[3].contains("→ done"))
    #expect(said[3].contains("client.at: signedOut ⇒ signedIn"))
    #expect(said[3].contains("client.signIn.start"))
  }

  @Test func `neither a name nor what is typed is obeyed`() throws {
    let folder = try Folder(["desk.yaml": "pool: \"::error::x\"\n"])
    let said = walk(folder, ["\u{1B}[31m::error::y", "\u{202E}##[error]z"])
    #expect(said[0].hasPrefix("\u{2060}::error::x  nobody has an account yet\n"))
    #expect(said[1].hasPrefix("✗ `\u{FFFD}[31m::error::y` cannot be done here"))
    #expect(said[2].hasPrefix("✗ `\u{FFFD}##\u{2060}[error]z` cannot be done here"))
  }

  @Test func `a walk that is saved is played by run, with cryptography`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    _ = walk(
      folder,
      [
        Self.create, "signIn(flow: userSRP, password: current)",
        "confirmSignIn(newPassword: valid, givesMissing: false, givesPresent: false)",
        "save \(folder["first.yaml"])", "quit",
      ])
    let output = WaymarkTool.output(for: ["run", folder["first.yaml"]], in: ToolEnvironment())
    #expect(output.status == .allHold, "\(output.text)\(output.stderr)")
  }

  @Test func `a saved walk names the form of a call that was taken`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    _ = walk(
      folder,
      [
        "createUser(givesEmail)", "setPermanentPassword", "signIn userSRP current",
        "signOutGlobally", "save \(folder["out.yaml"])",
      ])
    let text = try String(contentsOfFile: folder["out.yaml"], encoding: .utf8)
    #expect(text.contains("  - call: \"signOutGlobally()\"\n"))
    let output = WaymarkTool.output(for: ["run", folder["out.yaml"]], in: ToolEnvironment())
    #expect(output.status == .allHold, "\(output.text)\(output.stderr)")
  }

  @Test func `a saved walk has the settings of the command line, wherever it is saved`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    _ = walk(
      folder,
      [
        "signUp(givesEmail: true, givesPhone: false, withoutPassword: false, weakPassword: false, "
          + "name: plain)", "save \(folder["walks/second.yaml"])", "quit",
      ],
      options: [
        "--set", "selfSignUp=true", "--set", "autoVerified={email}", "--assume",
        "changePasswordAsksStatus=false",
      ])
    let text = try String(contentsOfFile: folder["walks/second.yaml"], encoding: .utf8)
    #expect(text.contains("  autoVerified: [email]\n"))
    #expect(text.contains("assume:\n  changePasswordAsksStatus: false\n"))
    #expect(text.contains("result: confirmUser, medium: email"))
    let output = WaymarkTool.output(
      for: ["run", folder["walks/second.yaml"]], in: ToolEnvironment())
    #expect(output.status == .allHold, "\(output.text)\(output.stderr)")
  }

  @Test func `a step can be taken back, and a wrong line is answered`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let said = walk(folder, [Self.create, "back", "back", "dance()", "99", "state"], json: false)
    #expect(said[2].hasPrefix("taken back"))
    #expect(said[3].contains("there is no step to take back"))
    #expect(said[4].contains("`dance()` cannot be done here"))
    #expect(said[5].contains("there is no 99 in the list"))
    #expect(said[6].contains("nothing is different"))
  }

  @Test func `what cannot be saved leaves the walk and the file as they are`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let (path, other) = (folder["desk.yaml"], folder["picture"])
    try Data([0xFF, 0xFE, 0x00]).write(to: URL(filePath: other))
    let said = walk(
      folder,
      [
        "save \(folder["a.yaml"])", Self.create, "save", "save \(path)",
        "save \(folder.path)", "save \(folder["a.yaml"])", "save \(folder["a.yaml"])",
        "save \(other)",
      ]
    ).map { $0.replacing("\n  ", with: " ") }
    #expect(said[1] == "✗ there is no step to save\n")
    #expect(said[3] == "✗ name a file, such as `save walk.yaml`\n")
    #expect(said[4] == "✗ `\(path)` is a file that no walk wrote; choose another name\n")
    #expect(said[5].hasPrefix("✗ `\(folder.path)`: the file cannot be written"))
    #expect(said[6...7].map { $0.hasPrefix("1 step written to") } == [true, true])
    #expect(said[8] == "✗ `\(other)` is a file that no walk wrote; choose another name\n")
    #expect(FileManager.default.contents(atPath: other) == Data([0xFF, 0xFE, 0x00]))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.pool)
  }

  @Test func `a walk is saved as a page where the name asks for one`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    _ = walk(folder, [Self.create, "save \(folder["walk.md"])", "save \(folder["walk.md"])"])
    #expect(
      try String(contentsOfFile: folder["walk.md"], encoding: .utf8) == """
        # walk

        Written by `waymark step`.

        1. administrator: `createUser(givesEmail)`
           * `status: none ⇒ forceChangePassword`
           * `password: none ⇒ temporary`
           * `contact[email]: absent ⇒ unverified`

        """)
  }

  /// What `--format markdown` prints, and what it says next to it.
  private func page(
    _ folder: Folder, _ lines: [String], script: Bool
  ) -> (output: CommandOutput, aside: [String]) {
    let rest = Mutex(lines[...])
    let said = Mutex([String]())
    var environment = ToolEnvironment()
    environment.inputIsTerminal = !script
    environment.readLine = { rest.withLock { $0.popFirst().map { Array($0.utf8) } } }
    environment.writeLine = { line in
      Issue.record("stdout has more than the page: \(line)")
      return true
    }
    environment.writeAside = { line in
      said.withLock { $0.append(line) }
      return true
    }
    let output = WaymarkTool.output(
      for: ["step", folder["desk.yaml"], "--format", "markdown"], in: environment)
    return (output, said.withLock(\.self))
  }

  @Test func `a walk is printed as a page, alone for a script and next to what is said`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let whole = """
      # desk

      Written by `waymark step`.

      1. administrator: `createUser(givesEmail)`
         * `status: none ⇒ forceChangePassword`
         * `password: none ⇒ temporary`
         * `contact[email]: absent ⇒ unverified`

      """
    let scripted = page(folder, ["createUser(givesEmail)"], script: true)
    #expect(scripted.output.text == whole)
    #expect(scripted.output.status == .allHold)
    #expect(scripted.output.stderr == "")
    #expect(scripted.aside == [])
    let typed = page(folder, ["dance", "createUser(givesEmail)", "quit"], script: false)
    #expect(typed.output.text == whole)
    #expect(typed.output.status == .allHold)
    #expect(typed.aside.count == 3)
    #expect(typed.aside.dropFirst().first?.hasPrefix("✗ `dance` cannot be done here") == true)
    let wrong = page(folder, ["dance"], script: true)
    #expect(wrong.output.text == "# desk\n\nWritten by `waymark step`.\n\nNothing was done.\n")
    #expect(wrong.output.status == .usage)
    #expect(wrong.output.stderr.hasPrefix("✗ line 1: `dance` cannot be done here"))
  }

  @Test func `formats that no walk is written in are refused, and the help lists the others`()
    throws
  {
    let folder = try Folder(["desk.yaml": Self.pool])
    for format in ["sarif", "junit", "github"] {
      var environment = ToolEnvironment()
      environment.readLine = {
        Issue.record("it was read from stdin")
        return nil
      }
      let output = WaymarkTool.output(
        for: ["step", folder["desk.yaml"], "--format", format], in: environment)
      #expect(output.status == .usage)
      #expect(output.stderr.contains("write `text`, `markdown` or `json`"), "\(output.stderr)")
    }
    let help = WaymarkTool.output(for: ["step", "--help"], in: ToolEnvironment()).text
    let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("(values: text, markdown, json; default: text)"))
    #expect(!help.contains("sarif"))
  }

  @Test func `a program chooses by number, and every answer is an object`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let said = walk(folder, ["help", "1", "999"], json: true)
    let objects = try said.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects[1]["help"] is String)
    #expect(objects[2]["steps"] as? Int == 1)
    #expect(objects[3]["error"] as? String == "there is no 999 in the list")
  }

  // MARK: Calls as they are written

  @Test(arguments: [
    Self.create, "createUser(givesEmail)", "createUser(givesEmail: true)", "CREATEUSER(GivesEmail)",
    "createUser givesEmail", "createUser givesEmail marksEmail=false givesPhone: false",
    "createUser(marksPhone=false, givesEmail=true, givesPhone: false)",
  ])
  func `a call is understood however it is written`(call: String) throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let said = walk(folder, [call], json: true)
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(said[1].utf8)) as? [String: Any])
    let last = try #require((answer["last"] as? [[String: Any]])?.first, "\(said[1])")
    #expect(last["call"] as? String == Self.create)
  }

  @Test func `a name alone is enough where one call fits, and lists the others where several do`()
    throws
  {
    let folder = try Folder(["desk.yaml": Self.pool])
    let said = walk(folder, ["createUser", "1", "setpermanentpassword", "signIn userSRP current"])
    #expect(said[1].hasPrefix("✗ `createUser` leaves open which of "))
    #expect(said[1].contains("\n  1  administrator  createUser("))
    #expect(said[2].hasPrefix("    1. administrator  createUser("))
    #expect(said[3].hasPrefix("    2. administrator  setPermanentPassword()"))
    #expect(said[4].hasPrefix("    3. app  signIn(flow: userSRP, password: current)"))
  }

  @Test func `forms of a call with the same inputs are chosen by their own names`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let start = ["createUser(givesEmail)", "setPermanentPassword", "signIn userSRP current"]
    let said = walk(folder, start + ["signOut", "back", "signOutGlobally"], json: true)
    func row(_ position: Int) throws -> String {
      let answer = try #require(
        try JSONSerialization.jsonObject(with: Data(said[position].utf8)) as? [String: Any])
      let last = try #require((answer["last"] as? [[String: Any]])?.first, "\(said[position])")
      return try #require((last["rows"] as? [String])?.first)
    }
    #expect(try row(4) != row(6))
  }

  @Test(arguments: [
    ("creatUser(givesEmail)", "did you mean `createUser`?"), ("bak", "did you mean `back`?"),
    ("createUser givesMail", "`createUser` has no input `givesMail`; did you mean `givesEmail`?"),
    ("signIn password=curent", "`password` of `signIn` is never `curent`; did you mean `current`?"),
    (
      "createUser marksEmail=maybe", "`marksEmail` of `createUser` is never `maybe`; it is `false` "
    ),
    ("signOut(now: true)", "`signOut` has no input `now`; it has `outcome` and `global`"),
    ("deleteUser()", "cannot be done here"),
  ])
  func `a call that is misspelt says what was meant`(call: String, reason: String) throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let said = walk(folder, [call], json: true)
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(said[1].utf8)) as? [String: Any])
    #expect((answer["error"] as? String)?.contains(reason) == true, "\(said[1])")
    #expect(answer["line"] as? Int == 1)
  }

  @Test func `a script is repeated line by line, and its wrong lines have numbers`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let said = walk(
      folder, ["# an account", "", "createUser(givesEmail)", "dance()", "steps"], script: true,
      status: .usage)
    #expect(said.count == 4)
    #expect(said[1].hasPrefix("> createUser(givesEmail)\n    1. administrator  createUser("))
    #expect(said[2].hasPrefix("> dance()\n✗ line 4: `dance()` cannot be done here"))
    #expect(said[3].hasPrefix("> steps\n    1. administrator  createUser(givesEmail)"))
  }

  @Test func `several steps are taken back at once, and no more than there are`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let said = walk(
      folder,
      ["createUser(givesEmail)", "back 3", "setPermanentPassword", "back 3", "back 2", "show"])
    #expect(said[2] == "✗ there is only 1 step to take back\n")
    #expect(said[4] == "✗ there are only 2 steps to take back\n")
    #expect(said[5].hasPrefix("taken back\n"))
    #expect(said[6] == "nothing is different from the beginning\n")
  }

  @Test func `every command is explained, and every line fits 80 columns`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let said = walk(
      folder,
      [
        "help", "createUser(givesEmail)", "setPermanentPassword", "signIn userSRP current", "rows",
        "steps",
        "show", "signIn",
      ])
    for word in ["list", "back", "show", "steps", "rows", "save FILE", "help", "quit"] {
      #expect(said[1].contains("\n  \(word) "), "\(word)")
    }
    #expect(said[5].contains("client.signIn.start"))
    let long = said.flatMap { $0.split(separator: "\n") }.filter { $0.count > 80 }
    #expect(long == [])
  }

  @Test func `a list longer than a screen has a heading for each actor`() throws {
    let folder = try Folder(["desk.yaml": "pool: desk\nconfiguration: { mfa: off }\n"])
    let said = walk(
      folder, ["createUser(givesEmail)", "setPermanentPassword", "signIn userSRP current"])
    let list = try #require(said.last)
    let heads = list.split(separator: "\n").filter { $0.hasSuffix(":") && !$0.hasPrefix(" ") }
    #expect(heads == ["administrator:", "attacker:", "clock:", "app:"])
  }

  @Test func `programs get one object a line`() throws {
    let folder = try Folder(["desk.yaml": Self.pool])
    let said = walk(folder, [Self.create], json: true)
    #expect(said.count == 2)
    let last = try #require(
      try JSONSerialization.jsonObject(with: Data(said[1].utf8)) as? [String: Any])
    #expect(last["steps"] as? Int == 1)
    #expect((last["state"] as? [String: String])?["status"] == "forceChangePassword")
    #expect(said.allSatisfy { !$0.contains("\n") })
  }
}
