import Foundation
public import TransitionTables

extension PoolReader {
  /// The bytes of a file, or of what is piped in where the path is `-`.
  ///
  /// What a pipe gives can be had once only.
  /// - Throws: `document.missing`, `document.directory`, `document.unreadable`,
  ///   `document.too-large`.
  public static func bytes(of path: String) throws(Diagnostic) -> [UInt8] {
    try DocumentFile.bytes(of: path)
  }

  /// A document of any kind: a pool's, a scenario, a baseline.
  /// - Throws: a `DiagnosticList` with what ``bytes(of:)`` throws, or what is wrong with the text.
  public static func document(at path: String) throws(DiagnosticList) -> LocatedDocument {
    let bytes: [UInt8]
    do throws(Diagnostic) {
      bytes = try DocumentFile.bytes(of: path)
    } catch {
      throw DiagnosticList([error])
    }
    return try LocatedDocument(bytes: bytes, file: path)
  }

  /// Reads files.
  ///
  /// A regular file that is too large is refused by its size, without a byte being read; a pipe,
  /// as a shell's `<( … )` makes it, is read up to the limit.
  /// - Throws: a `DiagnosticList`: `document.missing`, `document.directory`,
  ///   `document.unreadable`, `document.too-large`, and all that ``read(_:)-(_)`` throws.
  public func read(paths: [String]) throws(DiagnosticList) -> PoolDocument {
    var texts: [(file: String, bytes: [UInt8])] = []
    var faults: [Diagnostic] = []
    for path in paths {
      do throws(Diagnostic) {
        texts.append((path, try DocumentFile.bytes(of: path)))
      } catch {
        faults.append(error)
      }
    }
    guard faults.isEmpty else {
      // The files that could be read have faults of their own, which shall not wait.
      do throws(DiagnosticList) {
        if !texts.isEmpty { _ = try read(texts) }
      } catch {
        faults += error.diagnostics.filter { $0.severity == .error }
      }
      throw DiagnosticList(faults)
    }
    return try read(texts)
  }
}

/// A user's file on disk, read with a limit.
enum DocumentFile {
  /// The bytes of a file.
  static func bytes(of path: String) throws(Diagnostic) -> [UInt8] {
    func refuse(_ code: String, _ message: String, _ remedy: String) -> Diagnostic {
      Diagnostic(code, at: SourceLocation(file: path), message, remedy: remedy)
    }
    if path == "-" { return try bytes(of: .standardInput, path: path) }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw refuse("document.missing", "there is no such file", "check the path")
    }
    guard !isDirectory.boolValue else {
      throw refuse(
        "document.directory", "this is a directory, not a file", "name a file inside it")
    }
    let limit = LocatedDocument.largestSize
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let isRegular = attributes?[.type] as? FileAttributeType == .typeRegular
    if isRegular, let size = attributes?[.size] as? Int, size > limit {
      throw refuse(
        "document.too-large", "the file holds \(size) bytes; a pool or a model is never that large",
        "give a file of at most \(limit) bytes")
    }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw refuse("document.unreadable", "the file may not be read", "check its permissions")
    }
    defer { try? handle.close() }
    return try bytes(of: handle, path: path)
  }

  private static func bytes(
    of handle: FileHandle, path: String
  ) throws(Diagnostic) -> [UInt8] {
    func refuse(_ code: String, _ message: String, _ remedy: String) -> Diagnostic {
      Diagnostic(code, at: SourceLocation(file: path), message, remedy: remedy)
    }
    let limit = LocatedDocument.largestSize
    var bytes: [UInt8] = []
    do {
      while bytes.count <= limit, let chunk = try handle.read(upToCount: 1 << 16), !chunk.isEmpty {
        bytes.append(contentsOf: chunk)
      }
    } catch {
      throw refuse("document.unreadable", "reading the file failed", "check the file and its disk")
    }
    guard bytes.count <= limit else {
      throw refuse(
        "document.too-large",
        "more than \(limit) bytes come; a pool or a model is never that large",
        "give a file of at most \(limit) bytes")
    }
    return bytes
  }
}
