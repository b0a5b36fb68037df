import Foundation
import Testing

@Suite struct ImportTests {
  /// The folders that hold a header alone.
  private static let headers: Set<String> = ["CMemory", "COpenSSL"]

  @Test(arguments: [
    ("CMemory", "StateSpace"), ("COpenSSL", "SignInCryptography"),
    ("CYaml", "TransitionTables"),
    ("ArgumentParser", "WaymarkCommands"), ("NIOPosix", "Endpoint"),
  ])
  func `each foreign library is met in one room`(library: String, room: String) throws {
    let modules = try SourceTree.swiftFiles(in: "Sources").compactMap { file in
      ImportRules.imports(of: file.code).contains { $0.module == library } ? file.module : nil
    }
    #expect(Set(modules) == [room])
  }

  @Test func `dependencies point one way`() throws {
    let found = try SourceTree.swiftFiles(in: "Sources").flatMap { file in
      ImportRules.complaints(path: file.path, module: file.module ?? "", code: file.code)
    }
    #expect(found == [])
  }

  @Test func `the rules have no circle`() {
    // Each module may be imported only by those that come after all that it imports itself.
    var placed: Set<String> = []
    var rest = ImportRules.allowed
    let own = Set(rest.keys)
    while let next = rest.keys.sorted().first(where: {
      rest[$0]?.intersection(own).isSubset(of: placed) == true
    }) {
      placed.insert(next)
      rest[next] = nil
    }
    #expect(rest.keys.sorted() == [])
  }

  @Test func `every module of the package has a rule`() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: SourceTree.root.appending(path: "Sources").path)
    let modules = Set(folders.filter { !$0.hasPrefix(".") }).subtracting(Self.headers)
    #expect(modules == Set(ImportRules.allowed.keys))
  }

  @Test func `the rules are those of the manifest`() throws {
    let text = try String(
      contentsOf: SourceTree.root.appending(path: "Package.swift"), encoding: .utf8)
    let manifest = String(text.filter { !$0.isWhitespace })
    let names = Set(ImportRules.allowed.keys)
    for (module, allowed) in ImportRules.allowed.sorted(by: { $0.key < $1.key }) {
      guard let start = manifest.range(of: "arget(name:\"\(module)\"") else {
        Issue.record("\(module) is no target")
        continue
      }
      let rest = manifest[start.upperBound...]
      let end = rest.range(of: "arget(name:")?.lowerBound ?? rest.endIndex
      for other in names where other != module {
        #expect(
          rest[..<end].contains("\"\(other)\"") == allowed.contains(other), "\(module) → \(other)")
      }
    }
  }

  @Test(arguments: [
    ("StateSpace", "import TransitionTables", "StateSpace may not import TransitionTables"),
    ("StateSpace", "import Foundation", "StateSpace does without Foundation"),
    ("TransitionTables", "public import SignIn", "TransitionTables may not import SignIn"),
    ("SignIn", "import CYaml", "SignIn may not import CYaml"),
    ("SignIn", "@testable import COpenSSL", "SignIn may not import COpenSSL"),
    ("Diagrams", "import COpenSSL", "Diagrams may not import COpenSSL"),
    ("SignIn", "import struct ArgumentParser.Option", "SignIn may not import ArgumentParser"),
    ("SignIn", "/* a */ @preconcurrency import Findings", "SignIn may not import Findings"),
  ])
  func `an arrow that points back is found`(module: String, line: String, fault: String) {
    let found = ImportRules.complaints(path: "f", module: module, code: code(of: "\n\(line)\n"))
    #expect(found == ["f:2: \(fault)"])
  }

  @Test(arguments: ["// import SignIn", "/* import SignIn */", "let a = \"import SignIn\""])
  func `prose is no import`(line: String) {
    #expect(ImportRules.imports(of: code(of: line)).isEmpty)
  }
}
