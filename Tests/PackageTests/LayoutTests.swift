import Foundation
import Testing

@Suite struct LayoutTests {
  static let expected: Set<String> = [
    "Package.swift", "README.md", "Sources", "Tests", "Models", "Output",
  ]

  /// What stands at the top and does not belong there. Files with a dot and what git ignores
  /// (`Package.resolved`) do not count.
  static func strangers(among names: [String]) -> [String] {
    names.filter { !$0.hasPrefix(".") && $0 != "Package.resolved" && !expected.contains($0) }
      .sorted()
  }

  @Test func `nothing else stands at the top of the package`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: SourceTree.root.path)
    #expect(Self.strangers(among: names) == [])
    #expect(Set(names).isSuperset(of: Self.expected))
  }

  @Test func `a stranger is found`() {
    #expect(
      Self.strangers(among: ["Makefile", ".build-x", "Package.resolved", "Sources", "build"])
        == ["Makefile", "build"])
  }

  @Test func `only known dot files are committed`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: SourceTree.root.path)
    let known: Set<String> = [
      ".git", ".github", ".ci", ".gitignore", ".swift-format", ".swiftpm",
      ".pre-commit-hooks.yaml",
    ]
    let found = names.filter { $0.hasPrefix(".") && !$0.hasPrefix(".build") }
    #expect(Set(found).subtracting(known) == [])
  }
}
