public import Foundation
import Models
public import TransitionTables

/// Finds and loads the tables that travel with the binary.
public enum BundledTable {
  /// The pool, the client and the promises, merged.
  /// - Throws: a `DiagnosticList` if a table is wrong, which a test of this project excludes.
  public static func signIn() throws -> Model {
    try load(["cognito", "amplify", "properties"].map { directory.appending(path: $0) })
  }

  /// One of the classics, with the sizes of its numbered enums.
  public static func classic(_ name: String, enumSizes: [String: Int] = [:]) throws -> Model {
    let file = directory.appending(path: "classics/\(name).yaml")
    return try ModelLoader.load([try document(file)], enumSizes: enumSizes)
  }

  /// The folder of the bundled models.
  public static var directory: URL { BundledModels.directory }

  /// The places in which the models are looked for, see `BundledModels`.
  public static var places: [URL] { BundledModels.places }

  /// Whether one of some places holds the models.
  public static func isAny(of places: [URL]) -> Bool { BundledModels.first(of: places) != nil }

  /// Loads the YAML files of some folders as one model, in the order of their names.
  public static func load(_ folders: [URL]) throws -> Model {
    var documents: [LocatedDocument] = []
    for folder in folders {
      for file in try yamlFiles(in: folder) { documents.append(try document(file)) }
    }
    return try ModelLoader.load(documents)
  }

  /// The YAML files below a folder, in the order of their paths.
  public static func yamlFiles(in folder: URL) throws -> [URL] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map { folder.appending(path: $0) }
  }

  /// A file as a located document, named by its last two components.
  private static func document(_ file: URL) throws -> LocatedDocument {
    let text = try String(contentsOf: file, encoding: .utf8)
    let name = file.deletingLastPathComponent().lastPathComponent + "/" + file.lastPathComponent
    return try LocatedDocument(parsing: text, file: "Models/" + name)
  }
}
