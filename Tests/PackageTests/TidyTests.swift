import Testing

@Suite struct TidyTests {
  private func complaints(_ text: String, module: String?) throws -> [String] {
    try TidyRules.complaints(about: SourceTree.File(path: "f", text: text), module: module)
  }

  @Test func `sources and tests are tidy`() throws {
    let found = try SourceTree.swiftFiles(in: "Sources", "Tests").flatMap { file in
      try TidyRules.complaints(about: file, module: file.module)
    }
    #expect(found == [])
  }

  @Test(arguments: [
    ("let a = try! b()", "try!"), ("let a = b as! C", "as!"), ("fatalError(\"x\")", "fatalError"),
    ("let a = b!", "force unwrap"), ("let a = b()!.c", "force unwrap"),
    ("let a = b[0]!", "force unwrap"), ("var a: Int!", "force unwrap"),
    ("let a = Date()", "Date()"),
    ("let a = Date.now", "Date()"), ("let a = UUID()", "UUID()"),
    ("let a = Int.random(in: 0...1)", "random"), ("let a = b.shuffled()", "random"),
    ("var a = SystemRandomNumberGenerator()", "system random numbers"),
    ("let a = ContinuousClock()", "clock"),
  ])
  func `what is banned is found`(line: String, name: String) throws {
    let found = try complaints("\n\(line)\n", module: "SignIn")
    #expect(found == ["f:2: \(name)"])
  }

  @Test(arguments: [
    "if a != b {}", "let a = !b", "let a = [!b, (!c)]", "// never try! this", "let a = \"hey!\"",
    "let a = \"\"\"\n  as! x\n  \"\"\"", "let a = #\"\\w!\"#",
    "let a = \"\\(b ? \"x!\" : \"y\")!\"",
    "let update = Update()", "a.date()", "/* fatalError( */",
  ])
  func `what only looks like it is not`(line: String) throws {
    #expect(try complaints(line, module: "SignIn") == [])
  }

  @Test func `the commands may look at the clock`() throws {
    let source = "let a = ContinuousClock()"
    #expect(try complaints(source, module: "WaymarkCommands") == [])
  }

  @Test func `long lines and long files are found`() throws {
    let line = String(repeating: "a", count: 101)
    for module in ["SignIn", nil] {
      let found = try complaints("a\n\(line)\n", module: module)
      #expect(found == ["f:2: 101 columns"])
    }
    let quoted = "let a = \"\"\"\n\(line)\n\"\"\""
    #expect(try complaints(quoted, module: nil) == [])
    #expect(
      try complaints(quoted, module: "SignIn") == ["f:2: 101 columns"])
    let short = String(repeating: "a\n", count: 500)
    #expect(try complaints(short, module: nil) == [])
    #expect(
      try complaints(short + "a\n", module: nil) == ["f: 501 lines"])
  }
}
