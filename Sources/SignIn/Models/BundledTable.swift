import Dispatch
public import Foundation
import Models
import Synchronization
public import TransitionTables

/// Finds and loads the bundled tables.
public enum BundledTable {
  /// The tables of the pool, the client and the properties, merged, with layers applied in the
  /// given order. Without layers and questions a process reads the files once; they must not change
  /// after that.
  ///
  /// - Parameters:
  ///   - layers: bundled layers, or files.
  ///   - questions: documents with further properties.
  ///   - keepsMutants: whether to keep guards with one change each, for mutants, and to read the
  ///     claims that no setting of a pool can break, which only reveal mutants.
  ///   - statements: whether to read the statements and facts that the table is measured against,
  ///     and their names for what the app receives.
  /// - Throws: a `DiagnosticList` if a layer has errors, or a bundled table, which a test of this
  ///   project excludes.
  public static func signIn(
    layers: [LayerName] = [], asking questions: [LocatedDocument] = [], keepsMutants: Bool = false,
    statements: Bool = true
  ) throws -> Model {
    guard layers.isEmpty, questions.isEmpty else {
      return try load(
        layers.flatMap(layer) + questions, keepsMutants: keepsMutants, statements: statements)
    }
    let parts = [keepsMutants, statements]
    return try loaded.withLock { loaded in
      if let model = loaded[parts] { return model }
      let model = try load([], keepsMutants: keepsMutants, statements: statements)
      loaded[parts] = model
      return model
    }
  }

  /// The models loaded without layers, by whether they have mutants and statements.
  private static let loaded = Mutex([[Bool]: Model]())

  private static func load(
    _ others: [LocatedDocument], keepsMutants: Bool, statements: Bool
  ) throws -> Model {
    let names =
      ["cognito", "amplify", "properties"] + (keepsMutants ? ["answers"] : [])
      + (statements ? ["statements"] : [])
    let folders = names.map { directory.appending(path: $0) }
    let model = try ModelLoader.load(documents(in: folders) + others, keepsMutants: keepsMutants)
    try DocumentBinding.check(model)
    return model
  }

  /// The table of a classic model, with the sizes of its numbered enums.
  public static func classic(_ name: String, enumSizes: [String: Int] = [:]) throws -> Model {
    let file = directory.appending(path: "classics/\(name).yaml")
    return try ModelLoader.load([try document(file)], enumSizes: enumSizes)
  }

  /// The document of trigger requests and of the meaning of their answers.
  public static func triggers() throws -> LocatedDocument {
    try document(directory.appending(path: "triggers/triggers.yaml"))
  }

  /// The folder of the bundled models.
  public static var directory: URL { BundledModels.directory }

  /// The places that are searched for the models, see `BundledModels`.
  public static var places: [URL] { BundledModels.places }

  /// Whether one of the places contains the models.
  public static func isAny(of places: [URL]) -> Bool { BundledModels.first(of: places) != nil }

  /// The YAML files of some folders, in the order of their names, parsed in parallel.
  private static func documents(in folders: [URL]) throws -> [LocatedDocument] {
    let files = try folders.flatMap(yamlFiles)
    let read = Mutex([Int: Result<LocatedDocument, any Error>]())
    DispatchQueue.concurrentPerform(iterations: files.count) { number in
      let result = Result { try document(files[number]) }
      read.withLock { $0[number] = result }
    }
    return try files.indices.compactMap { number in
      try read.withLock { $0[number] }?.get()
    }
  }

  /// The YAML files below a folder, in the order of their paths.
  public static func yamlFiles(in folder: URL) throws -> [URL] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map { folder.appending(path: $0) }
  }

  /// Parses a file as a located document, named by the last two components of its path.
  private static func document(_ file: URL) throws -> LocatedDocument {
    let text = try String(contentsOf: file, encoding: .utf8)
    let name = file.deletingLastPathComponent().lastPathComponent + "/" + file.lastPathComponent
    return try LocatedDocument(parsing: text, file: "Models/" + name)
  }
}
