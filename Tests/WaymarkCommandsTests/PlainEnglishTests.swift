import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Texts use the field's words: README, documentation, help and explanations without exception,
/// sources and models with a count of older uses that may only shrink.
@Suite struct PlainEnglishTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL
  /// Generated from the models, which are counted.
  private static let generated = [
    "Properties.md", "Codes.md", "Rows.md", "Statements.md", "Parameters.md",
    "Scenarios.md",
  ]

  private static func files(_ folder: String, endings: [String]) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
      .map { "\(folder)/\($0)" }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test func `README and documentation use plain words`() throws {
    let words = try BannedWords()
    let pages =
      try ["README.md"] + Self.files("Sources", endings: [".md"])
      + Self.files("Models", endings: [".md"])
    let written = pages.filter { page in !Self.generated.contains { page.hasSuffix("/\($0)") } }
    #expect(written.count > 15)
    let complaints = try written.flatMap { page in
      words.complaints(about: BannedWords.prose(of: try Self.text(page)), at: page)
    }
    #expect(complaints == [])
  }

  private func help(_ command: any ParsableCommand.Type) -> [(String, String)] {
    let own = (command._commandName, WaymarkCommand.helpMessage(for: command, columns: 80))
    return [own] + command.configuration.subcommands.flatMap(help)
  }

  @Test func `help uses plain words and fits 80 columns`() throws {
    let words = try BannedWords()
    let pages = help(WaymarkCommand.self)
    #expect(pages.count > 11)
    for (name, text) in pages {
      #expect(words.complaints(about: text, at: "help \(name)") == [])
      let wide = text.split(separator: "\n").filter { line in
        line.count > 80 && !line.hasPrefix("USAGE: ")
      }
      #expect(wide == [], "help \(name)")
    }
  }

  @Test func `explanations of codes use plain words`() throws {
    let words = try BannedWords()
    let complaints = Explanations.pages.flatMap { page in
      words.complaints(about: page.meaning + "\n" + page.remedy, at: page.code)
    }
    #expect(complaints == [])
  }

  /// Older uses in sources and models, a folder a line, as `count folder`.
  @Test func `older uses in sources and models only get fewer`() throws {
    let words = try BannedWords()
    let file = BannedWords.folder.appending(path: "older-uses.txt")
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      let allowed = try #require(Int(parts[0]))
      let folder = String(parts[1])
      let endings = [".swift", ".yaml", ".html", ".js", ".css"]
      let count = try Self.files(folder, endings: endings).reduce(0) {
        try $0 + words.found(in: Self.text($1)).count
      }
      #expect(count <= allowed, "\(folder): write the words of banned-words.txt instead")
      #expect(count + 30 > allowed, "\(folder): lower the count to \(count) in older-uses.txt")
    }
  }

  @Test func `a banned word is found with the word to use, code is not prose`() throws {
    let words = try BannedWords()
    #expect(
      words.complaints(about: "It Tells\nnobody. No way\non.", at: "p") == [
        "p: `tells`: write report, print, show, name; distinguish",
        "p: `no way on`: write dead end",
      ])
    #expect(words.found(in: "a storyboard, foretold") == [])
    let prose = BannedWords.prose(of: "a `told` b\n```\nstory\n```\n  ```yaml\n  slip\n  ```\nc")
    #expect(words.found(in: prose) == [])
    #expect(prose.contains("c"))
  }
}
