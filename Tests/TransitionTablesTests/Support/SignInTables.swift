import Foundation
import Testing

@testable import TransitionTables

/// The bundled tables of the source tree, whole or with a mistake that a person could make.
enum SignInTables {
  struct File: Sendable {
    var name: String
    var text: String
  }

  static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Models")
      .standardizedFileURL
  }

  static func file(_ name: String) throws -> File {
    File(name: name, text: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
  }

  /// Pool, client and properties, in the order in which the bundle is loaded. The statements of the
  /// source documents are left out: they name rows, and a row that is taken away is not there to be
  /// named.
  static let files: [File] = {
    ["cognito", "amplify", "properties"].flatMap { directory in
      let names =
        (try? FileManager.default.contentsOfDirectory(
          atPath: folder.appending(path: directory).path)) ?? []
      return names.filter { $0.hasSuffix(".yaml") }.sorted().compactMap {
        try? file("\(directory)/\($0)")
      }
    }
  }()

  static let whole = Result { try load(files) }

  static func load(_ files: [File]) throws -> Model {
    try ModelLoader.load(
      try files.map { try LocatedDocument(parsing: $0.text, file: $0.name) })
  }

  /// The model with one text in one place replaced.
  static func model(replacing old: String, with new: String, in name: String) throws -> Model {
    var files = files
    let at = try #require(files.firstIndex { $0.name == name })
    #expect(files[at].text.components(separatedBy: old).count == 2, "\(old) stands once")
    files[at].text = files[at].text.replacingOccurrences(of: old, with: new)
    return try load(files)
  }

  /// The model without one row or rung.
  static func model(without id: String) throws -> Model {
    var files = files
    let start = "- id: \(id)\n"
    let at = try #require(files.firstIndex { $0.text.contains(start) })
    var lines = files[at].text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { ($0 + "\n").hasSuffix(start) })
    let indent = lines[first].prefix { $0 == " " }.count
    let next = lines[(first + 1)...].firstIndex { line in
      !line.isEmpty && line.prefix { $0 == " " }.count <= indent
    }
    lines.removeSubrange(first..<(next ?? lines.endIndex))
    files[at].text = lines.joined(separator: "\n")
    return try load(files)
  }
}

extension Model {
  /// The parameters that a text gives, such as `mfa: required`, one a line.
  func configuration(_ text: String) throws -> [Int: Int] {
    let document = try LocatedDocument(parsing: text, file: "pool.yaml")
    var values: [Int: Int] = [:]
    for entry in try #require(document.root.entries) {
      let slot = try #require(parameter(named: entry.key), "\(entry.key) is a parameter")
      values[slot] = try value(entry.value, for: slot)
    }
    return values
  }

  /// A property by its full id.
  func property(_ id: String) throws -> Property {
    try #require(properties.first { $0.fullID == id })
  }
}
