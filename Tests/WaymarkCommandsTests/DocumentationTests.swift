import ArgumentParser
import Foundation
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Every command in the README and in all articles is run, and what stands below it must be what it
/// says; command lines within sentences must be such as the program takes.
@Suite struct DocumentationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL
  private static let catalogue = "Sources/WaymarkCommands/WaymarkCommands.docc"
  private static let generated = [
    "Properties.md", "Codes.md", "Rows.md", "Statements.md", "Parameters.md",
    "Scenarios.md",
  ]

  private static func pages() throws -> [String] {
    let articles = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: catalogue).path)
    return ["README.md"]
      + articles.sorted().filter { $0.hasSuffix(".md") }.map { "\(catalogue)/\($0)" }
  }

  /// The README and the articles of all rooms, without the generated pages.
  private static func written() throws -> [(page: String, text: String)] {
    let rooms = root.appending(path: "Sources")
    var names = ["README.md"]
    for room in try FileManager.default.contentsOfDirectory(atPath: rooms.path).sorted() {
      let catalogue = "Sources/\(room)/\(room).docc"
      let articles = try? FileManager.default.contentsOfDirectory(
        atPath: root.appending(path: catalogue).path)
      names += (articles ?? []).sorted()
        .filter { $0.hasSuffix(".md") && !generated.contains($0) }.map { "\(catalogue)/\($0)" }
    }
    return try names.map { name in
      (name, try String(contentsOf: root.appending(path: name), encoding: .utf8))
    }
  }

  static func blocks() throws -> [DocumentedBlock] {
    try written().flatMap { DocumentedBlock.all(in: $0.text, page: $0.page) }
  }

  /// The blocks of commands: those that take no time in a debug build, or the others.
  static func shown(isQuick: Bool) throws -> [DocumentedBlock] {
    let quick = ["explain", "export", "rows", "help", "import"]
    return try blocks().filter { block in
      !block.isNotRun && !block.commands.isEmpty
        && block.commands.allSatisfy { command in
          let words = DocumentedBlock.words(command.line)
          return words.count > 1 && words[0] == "waymark" && quick.contains(words[1])
        } == isQuick
    }
  }

  private func run(_ block: DocumentedBlock) throws {
    let files = try Self.blocks().filter { $0.page == block.page && $0.file != nil }
    let run = try DocumentedRun(root: Self.root, files: files)
    defer { run.remove() }
    for command in block.commands {
      // Without the program there is nothing to compare, and nothing that could follow.
      guard let text = try run.output(of: command.line) else { return }
      #expect(
        DocumentedBlock.isExcerpt(command.lines, of: text),
        "\(block.page): \(command.line): it says\n\(text.prefix(3000))")
    }
  }

  @Test func `all blocks of commands are run, but for those that say why not`() throws {
    let blocks = try Self.blocks().filter(\.looksLikeCommands)
    #expect(blocks.count >= 10)
    for block in blocks where !block.isNotRun {
      #expect(block.language == "console", "\(block)")
      #expect(!block.commands.isEmpty && block.lines.first?.hasPrefix("$ ") == true, "\(block)")
      #expect(block.commands.contains { !$0.lines.isEmpty }, "\(block) shows no output")
    }
    #expect(
      try Self.blocks().filter(\.isNotRun).map { $0.page.replacing("\(Self.catalogue)/", with: "") }
        == [
          "README.md", "README.md", "README.md", "DesigningAPool.md", "Endpoint.md", "Endpoint.md",
          "Endpoint.md", "Endpoint.md", "ForAppDevelopers.md", "Questions.md", "Sweeps.md",
        ])
  }

  @Test func `a page is proved by what it shows: what is not said is found`() {
    #expect(DocumentedBlock.isExcerpt(["b", "c"], of: "a\nb\nc\nd"))
    #expect(!DocumentedBlock.isExcerpt(["b", "d"], of: "a\nb\nc\nd"))
    #expect(DocumentedBlock.isExcerpt(["b", "…", "d"], of: "a\nb\nc\nd"))
  }

  @Test func `a block that is no command, a file or not to be run is recognised`() {
    let page = """
      <!-- file: a.md -->

      ```
      text
      ```
      ```console
      $ waymark explain M9
      is
      ```
      <!-- not run: why -->
      ```sh
      reboot
      ```
      """
    let blocks = DocumentedBlock.all(in: page, page: "p")
    #expect(blocks.map(\.file) == ["a.md", nil, nil])
    #expect(blocks.map(\.looksLikeCommands) == [false, true, true])
    #expect(blocks.map(\.isNotRun) == [false, false, true])
    #expect(blocks[1].commands.map(\.line) == ["waymark explain M9"])
    #expect(blocks[1].commands.map(\.lines) == [["is"]])
  }

  @Test(arguments: try shown(isQuick: true))
  func `what stands below a command is what it says`(block: DocumentedBlock) throws {
    try run(block)
  }

  /// What explores: all of the README, and every third block of the articles.
  private static func sample() throws -> [DocumentedBlock] {
    let blocks = try shown(isQuick: false)
    guard Effort.isSampled else { return blocks }
    let articles = blocks.filter { $0.page != "README.md" }
    return blocks.filter { $0.page == "README.md" }
      + articles.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
  }

  @Test(.optimised, arguments: try sample())
  func `what stands below a command that explores is what it says`(block: DocumentedBlock) throws {
    try run(block)
  }

  @Test func `a command line within a sentence is one that the program takes`() throws {
    let values = ["FORMAT": "promela", "N": "3", "DIR": "."]
    var count = 0
    for (page, text) in try Self.written() {
      let steps = text.matches(of: /- run: waymark (.*)/).map { String($0.1) }
      for line in DocumentedBlock.inlineCommands(in: text) + steps {
        let words = DocumentedBlock.words(line.replacing("\n", with: " ")).map { values[$0] ?? $0 }
        #expect(throws: Never.self, "\(page): waymark \(line)") {
          _ = try WaymarkCommand.parseAsRoot(words)
        }
        count += 1
      }
    }
    #expect(count >= 10)
  }

  @Test func `every cited reference is described on the page of sources`() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "\(Self.catalogue)/Sources.md"), encoding: .utf8)
    let model = try BundledTable.signIn()
    let cited = try Self.cited()
    // What follows the name is a section of it.
    let documents = Set(
      (cited.map(\.document) + model.statements.map(\.document)).map { document in
        String(document.prefix { !" ,;".contains($0) })
      }
    ).subtracting([""])
    #expect(documents.count > 8)
    for document in documents.sorted() { #expect(page.contains("`\(document)`"), "\(document)") }
  }

  @Test func `every cited fact has its public addresses on the page of facts`() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "\(Self.catalogue)/Facts.md"), encoding: .utf8)
    var lines: [Substring: Substring] = [:]
    for line in page.split(separator: "\n") {
      if let match = line.firstMatch(of: /^\| `([A-Z]\d+)` \|/) { lines[match.1] = line }
    }
    let model = try BundledTable.signIn()
    let sources = try Self.cited()
    var cited = Set(model.statements.filter { $0.document == "measured-facts" }.map(\.id))
    for source in sources {
      cited.formUnion(
        source.fact.matches(of: /\b[GSMLXOPKN]\d+\b/).map { String($0.0) })
    }
    #expect(cited.count > 300)
    for fact in cited.sorted() {
      let line = lines[fact[...]] ?? ""
      #expect(
        line.contains("](https://") || line.contains("no public address is known")
          || line.contains("left open"), "\(fact)")
    }
    #expect(lines.values.count { $0.contains("no public address is known") } == 52)
  }

  @Test func `every cited section of a document has its public addresses on the page of facts`()
    throws
  {
    let page = try String(
      contentsOf: Self.root.appending(path: "\(Self.catalogue)/Facts.md"), encoding: .utf8)
    var cited: Set<String> = []
    let notes = ["amplify-client", "amplify-android-client", "model-checkers"]
    for source in try Self.cited() where source.document.first?.isLetter == true {
      let name = String(source.document.prefix { !" ,;".contains($0) })
      let document = notes.contains(name) ? name : "cognito-server"
      for match in "\(source.document) \(source.fact)".matches(of: /§\d+(?:\.\d+)*/) {
        cited.insert("\(document) \(match.0)")
      }
    }
    #expect(cited.count > 50)
    for section in cited.sorted() {
      var known = section
      while !page.contains("\n| `\(known)` | "), let dot = known.lastIndex(of: ".") {
        known = String(known[..<dot])
      }
      let line = page.split(separator: "\n").first { $0.hasPrefix("| `\(known)` | ") } ?? ""
      #expect(line.firstMatch(of: /\]\(https:|`[GSMLXOP]\d+`|<doc:|sections/) != nil, "\(section)")
    }
  }

  /// Every source that a row, a rule or a property cites.
  private static func cited() throws -> [Source] {
    let model = try BundledTable.signIn()
    let claims = model.properties.map(\.source) + model.legality.map(\.source)
    let settings = model.parameters.map { model.slots[$0].source }
    let all: [Source?] = model.rows.map(\.source) + claims + model.changes.map(\.source) + settings
    return all.compactMap { $0 }
  }

  // MARK: Generated pages

  @Test func `the generated pages are current`() throws {
    let pages = try ReferencePages(model: BundledTable.signIn()).all()
    #expect(pages.map(\.name) == Self.generated)
    for page in pages {
      let path = Self.root.appending(path: "\(Self.catalogue)/\(page.name)")
      let found = try String(contentsOf: path, encoding: .utf8)
      #expect(
        found == page.text,
        "renew it: swift run waymark explain --pages \(Self.catalogue)")
    }
  }

  @Test func `every property, code, row and statement has its page`() throws {
    let model = try BundledTable.signIn()
    let pages = try ReferencePages(model: model).all().map(\.text)
    for id in Set(model.properties.map(\.id)) { #expect(pages[0].contains("\n## \(id)\n")) }
    for page in Explanations.pages { #expect(pages[1].contains("\n## \(page.code)\n")) }
    for id in Set(model.rows.map(\.id)) { #expect(pages[2].contains("\n## \(id)\n")) }
    for statement in model.statements { #expect(pages[3].contains("\n| `\(statement.id)` |")) }
  }

  @Test func `an article links to nothing that is not there`() throws {
    let names = Set(
      try Self.pages().map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
    for page in try Self.pages().dropFirst() {
      let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
      for match in text.matches(of: /<doc:([A-Za-z]+)>/) {
        #expect(names.contains(String(match.1)), "\(page): \(match.1)")
      }
    }
  }
}
