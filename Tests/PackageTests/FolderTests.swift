import Testing

@Suite struct FolderTests {
  @Test(arguments: ImportRules.allowed.keys.sorted())
  func `the arrows between the folders of a target point one way`(module: String) throws {
    let rules = FolderRules(try SourceTree.swiftFiles(in: "Sources/\(module)"))
    #expect(!rules.rooms.isEmpty)
    #expect(rules.circular == [])
  }

  private static let files = [
    SourceTree.File(path: "Sources/M/A/a.swift", text: "package struct Apple {\n  let b: Bread\n}"),
    SourceTree.File(path: "Sources/M/B/b.swift", text: "struct Bread { let c: Cake }"),
    SourceTree.File(path: "Sources/M/c.swift", text: "struct Cake {}"),
  ]

  /// The files, with one more line in the second.
  private static func files(and line: String) -> [SourceTree.File] {
    var files = files
    files[1] = SourceTree.File(path: files[1].path, text: "\(files[1].text)\n\(line)")
    return files
  }

  @Test func `a circle is found with what makes it, and nothing else`() {
    #expect(FolderRules(Self.files).circular == [])
    let more = Self.files(and: "extension Bread { var apple: Apple? { nil } }")
    #expect(
      FolderRules(more).circular == [
        "A → B: Bread in Sources/M/A/a.swift", "B → A: Apple in Sources/M/B/b.swift",
      ])
  }

  @Test(arguments: [
    "// Apple", "let a = \"Apple\"", "let b = .Apple", "private struct Apple {}",
    "struct Other { struct Apple {} }",
  ])
  func `comments, texts, members and types of one's own make no arrow`(line: String) {
    #expect(FolderRules(Self.files(and: line)).circular == [])
  }
}
