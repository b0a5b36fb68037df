import Dispatch
public import Foundation
import Models
import Synchronization
public import TransitionTables

/// Finds and loads the tables that travel with the binary.
public enum BundledTable {
  /// The pool, the client and the properties, merged, with layers over them in the order given.
  /// Without layers and questions a process reads the files once, and they must not change then.
  ///
  /// - Parameters:
  ///   - layers: bundled ones, or files.
  ///   - questions: documents with further properties.
  ///   - keepsMutants: whether guards with one change each are kept, for mutants, and the claims
  ///     that no setting of a pool can break are read, which show mutants alone.
  ///   - statements: whether the statements and facts that the table is measured by are read, and
  ///     the names by which they know what the app receives.
  /// - Throws: a `DiagnosticList` if a layer is wrong, or a table of ours, which a test of this
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

  /// What was loaded without layers, by whether mutants and statements are kept.
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

  /// One of the classics, with the sizes of its numbered enums.
  public static func classic(_ name: String, enumSizes: [String: Int] = [:]) throws -> Model {
    let file = directory.appending(path: "classics/\(name).yaml")
    return try ModelLoader.load([try document(file)], enumSizes: enumSizes)
  }

  /// What the owner's Lambda functions are asked, and what their answers mean.
  public static func triggers() throws -> LocatedDocument {
    try document(directory.appending(path: "triggers/triggers.yaml"))
  }

  /// The folder of the bundled models.
  public static var directory: URL { BundledModels.directory }

  /// The places in which the models are looked for, see `BundledModels`.
  public static var places: [URL] { BundledModels.places }

  /// Whether one of some places holds the models.
  public static func isAny(of places: [URL]) -> Bool { BundledModels.first(of: places) != nil }

  /// The YAML files of some folders, in the order of their names; parsed side by side.
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

  /// A file as a located document, named by its last two components.
  private static func document(_ file: URL) throws -> LocatedDocument {
    let text = try String(contentsOf: file, encoding: .utf8)
    let name = file.deletingLastPathComponent().lastPathComponent + "/" + file.lastPathComponent
    return try LocatedDocument(parsing: text, file: "Models/" + name)
  }
}
