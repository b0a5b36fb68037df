import Foundation
public import TransitionTables

extension PoolReader {
  /// The bytes of a file, or of standard input where the path is `-`.
  ///
  /// A pipe can be read only once.
  /// - Throws: `document.missing`, `document.directory`, `document.unreadable`,
  ///   `document.too-large`.
  public static func bytes(of path: String) throws(Diagnostic) -> [UInt8] {
    try DocumentFile.bytes(of: path)
  }

  /// Reads a document of any kind: a pool, a scenario, a baseline.
  /// - Throws: a `DiagnosticList` with the errors of ``bytes(of:)``, or with the errors in the
  ///   text.
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
  /// - Throws: a `DiagnosticList` with the errors of ``bytes(of:)`` and of ``read(_:)-(_)``.
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
      // Errors in the readable files are reported at the same time.
      do throws(DiagnosticList) {
        if !texts.isEmpty { _ = try read(texts) }
      } catch {
        faults += error.diagnostics.filter { $0.severity == .error }
      }
      throw DiagnosticList(faults)
    }
    return try read(texts)
  }

  /// The id of a pool, such as `eu-west-1_aBcD12345`, if some lines contain exactly one.
  /// - Parameter lines: lines of a document or a program.
  package static func onlyPoolID(in lines: [some StringProtocol]) -> String? {
    let isID = /\b[a-z]{2}(?:-[a-z]+)+-[0-9]_[A-Za-z0-9]{9}\b/.wordBoundaryKind(.simple)
    let named = lines.filter { $0.contains("_") && $0.contains("-") }
    let ids = Set(named.flatMap { String($0).matches(of: isID).map { String($0.output) } })
    return ids.count == 1 ? ids.first : nil
  }
}
