import Foundation
import SignIn
import Testing

@testable import WaymarkCommands

/// Every command in the README and in the tutorials is run, and what stands below it must be what
/// it says.
@Suite struct DocumentationTests {
  /// A command as it stands in a page, with the lines below it.
  struct Shown: Sendable, CustomStringConvertible {
    var page: String
    var words: [String]
    var lines: [String]

    var description: String { "\(page): \(words.joined(separator: " "))" }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL
  private static let catalogue = "Sources/WaymarkCommands/WaymarkCommands.docc"

  private static func pages() throws -> [String] {
    let articles = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: catalogue).path)
    return ["README.md"] + articles.sorted().map { "\(catalogue)/\($0)" }
  }

  /// What stands in ```` ```console ```` fences, a `$ waymark …` each.
  static func shown() throws -> [Shown] {
    try pages().flatMap { page -> [Shown] in
      let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
      return text.components(separatedBy: "```console\n").dropFirst().flatMap { block in
        commands(in: block.components(separatedBy: "\n```")[0], page: page)
      }
    }
  }

  private static func commands(in block: String, page: String) -> [Shown] {
    var found: [Shown] = []
    for line in block.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("$ waymark ") {
        found.append(Shown(page: page, words: words(line.dropFirst(10)), lines: []))
      } else if !found.isEmpty {
        found[found.count - 1].lines.append(String(line))
      }
    }
    return found
  }

  /// A command line's words, with what stands in single quotes as one.
  private static func words(_ line: Substring) -> [String] {
    var words: [String] = [""]
    var isQuoted = false
    for character in line {
      if character == "'" {
        isQuoted.toggle()
      } else if character == " ", !isQuoted {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }

  @Test func `there are commands to run, and each shows what it says`() throws {
    let all = try Self.shown()
    #expect(all.count >= 5)
    #expect(all.filter { $0.lines.isEmpty }.map(\.description) == [])
  }

  @Test func `a page is proved by what it shows: what is not said is found`() {
    #expect(Self.isExcerpt(["b", "c"], of: "a\nb\nc\nd"))
    #expect(!Self.isExcerpt(["b", "d"], of: "a\nb\nc\nd"))
    #expect(Self.isExcerpt(["b", "…", "d"], of: "a\nb\nc\nd"))
  }

  @Test(.enabled(if: !Effort.isSampled), arguments: try shown())
  func `what stands below a command is what it says`(shown: Shown) throws {
    let words = shown.words.map { word in
      word.hasPrefix("Models/") ? Self.root.appending(path: word).path : word
    }
    let output = WaymarkTool.output(for: words, in: ToolEnvironment())
    let text = output.text.replacing(Self.root.path + "/", with: "")
    #expect(Self.isExcerpt(shown.lines, of: text), "\(shown): it says\n\(text.prefix(3000))")
  }

  /// Whether lines stand in a text one below the other; `…` stands for any lines between.
  static func isExcerpt(_ lines: [String], of text: String) -> Bool {
    var rest = text.components(separatedBy: "\n")[...]
    for part in lines.split(separator: "…") {
      let part = Array(part)
      guard let start = rest.indices.first(where: { rest[$0...].starts(with: part) }) else {
        return false
      }
      rest = rest[(start + part.count)...]
    }
    return true
  }

  // MARK: Generated pages

  @Test func `the generated pages are current`() throws {
    let pages = ReferencePages(model: try BundledTable.signIn()).all
    #expect(pages.map(\.name) == ["Properties.md", "Codes.md", "Rows.md"])
    for page in pages {
      let path = Self.root.appending(path: "\(Self.catalogue)/\(page.name)")
      let found = try String(contentsOf: path, encoding: .utf8)
      #expect(
        found == page.text,
        "renew it: swift run waymark explain --pages \(Self.catalogue)")
    }
  }

  @Test func `every property, code and row has its page`() throws {
    let model = try BundledTable.signIn()
    let pages = ReferencePages(model: model).all.map(\.text)
    for id in Set(model.properties.map(\.id)) { #expect(pages[0].contains("\n## \(id)\n")) }
    for page in Explanations.pages { #expect(pages[1].contains("\n## \(page.code)\n")) }
    for id in Set(model.rows.map(\.id)) { #expect(pages[2].contains("\n## \(id)\n")) }
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
