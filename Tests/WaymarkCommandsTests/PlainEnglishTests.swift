import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Texts use the field's words, without exception: README, documentation, help, explanations,
/// sources and models.
@Suite struct PlainEnglishTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL
  /// Generated from the models, which are read themselves.
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

  @Test func `sources, models and tests use plain words`() throws {
    let words = try BannedWords()
    let files = try ["Models", "Sources"].flatMap {
      try Self.files($0, endings: [".swift", ".yaml", ".html", ".js", ".css"])
    }
    #expect(files.count > 1_000)
    // The tests of the words themselves hold them; in a browser's script `Promise` is a name, and
    // what the readers are attacked with is not prose.
    let tests = try Self.files("Tests", endings: [".swift", ".py", ".sh", ".md"]).filter { name in
      !["PlainEnglishTests.swift", "BannedWords.swift", "atlas.py", "browser.py"]
        .contains { name.hasSuffix("/\($0)") } && !name.contains(".build")
        && !name.contains("/Corpus/")
    }
    #expect(tests.count > 300)
    let complaints = try (files + tests).flatMap {
      words.complaints(about: try Self.text($0), at: $0)
    }
    #expect(complaints == [])
  }

  @Test func `a banned word is found with the word to use, code is not prose`() throws {
    let words = try BannedWords()
    #expect(
      words.complaints(about: "It Tells\nnobody. No way\non.", at: "p") == [
        "p: `tells`: write report, print, show, name; distinguish",
        "p: `no way on`: write dead end",
      ])
    #expect(words.found(in: "a storyboard, foretold, existence.not-told, Promise.all(x)") == [])
    #expect(words.found(in: "the user is told. (Told so)") == ["told", "told"])
    let prose = BannedWords.prose(of: "a `told` b\n```\nstory\n```\n  ```yaml\n  slip\n  ```\nc")
    #expect(words.found(in: prose) == [])
    #expect(prose.contains("c"))
  }
}
