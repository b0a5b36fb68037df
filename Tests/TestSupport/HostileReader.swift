import Foundation
import PoolAnalysis
import TransitionTables

/// Something of ours that reads files which somebody else may have written. It has a folder of small
/// files in `Tests/Corpus`.
package protocol HostileReader: Sendable {
  /// The name of its folder.
  var name: String { get }
  /// Reads a document, which may be anything.
  ///
  /// - Returns: what is noted about it; places are in ``document``, or in one of ``files(of:)``.
  /// - Throws: complaints.
  func notes(reading bytes: [UInt8]) throws -> [Diagnostic]
  /// The files that a document stands for, by their names.
  func files(of bytes: [UInt8]) -> [String: [UInt8]]
}

extension HostileReader where Self: RawRepresentable, RawValue == String {
  package var name: String { rawValue }
}

extension HostileReader {
  /// The name of the file that is read.
  package static var document: String { "document" }

  package func files(of bytes: [UInt8]) -> [String: [UInt8]] { [Self.document: bytes] }

  /// The files of its corpus with their names, in the order of those.
  package func corpus() throws -> [(name: String, bytes: [UInt8])] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Corpus/\(name)").standardizedFileURL
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      ($0, Array(try Data(contentsOf: folder.appending(path: $0))))
    }
  }

  /// What is said of a document.
  package func answer(to bytes: [UInt8]) -> HostileAnswer {
    let files = { self.files(of: bytes) }
    do {
      return HostileAnswer(isRead: true, try notes(reading: bytes), about: files)
    } catch let list as DiagnosticList {
      return HostileAnswer(isRead: false, list.diagnostics, about: files)
    } catch let failure as CommandFailure {
      return HostileAnswer(isRead: false, failure.diagnostics, about: files)
    } catch let diagnostic as Diagnostic {
      return HostileAnswer(isRead: false, [diagnostic], about: files)
    } catch {
      var answer = HostileAnswer(isRead: false, [], about: files)
      answer.faults = ["refused without a code: \(error)"]
      return answer
    }
  }
}
