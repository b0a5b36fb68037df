import Findings
import Foundation
import SignIn
import SignInTestBed
import TransitionTables

/// Finds and reads scenario files, each of which contains one scenario or a list of them.
package enum ScenarioFiles {
  /// A file, with its name in messages.
  package typealias Place = (name: String, url: URL)

  /// A scenario in a document of its own that keeps the places in the file.
  package struct Entry: Sendable {
    package var document: LocatedDocument
    package var url: URL

    /// The scenario's own name; nil where it has none.
    package var name: String? { document.root["scenario"]?.text }
  }

  /// The bundled files, in the order of their paths below `Models/scenarios`.
  /// - Throws: `system.no-table` where the folder cannot be read.
  package static func bundled() throws(CommandFailure) -> [Place] {
    let folder = BundledTable.directory.appending(path: "scenarios")
    do {
      return try BundledTable.yamlFiles(in: folder).map { url in
        ("Models/scenarios/" + url.path.dropFirst(folder.path.count + 1), url)
      }
    } catch {
      throw CommandFailure(
        [
          Diagnostic(
            "system.no-table", at: SourceLocation(file: "Models/scenarios"),
            "the bundled scenarios cannot be read: \(SystemFault.words(error))",
            remedy: "install waymark again")
        ], status: .systemFailure)
    }
  }

  /// The bundled scenarios by their names, read once. Files that cannot be read are left out, since
  /// ``ScenarioBatch`` reports them.
  package static let named: [String: Entry] = {
    let files = (try? bundled()) ?? []
    let all = files.flatMap { file in (try? entries(of: file)) ?? [] }
    return Dictionary(
      all.compactMap { entry in entry.name.map { ($0, entry) } }, uniquingKeysWith: { $1 })
  }()

  /// Reads the scenarios in a file; a report with stored counterexamples is one entry.
  /// - Throws: a `DiagnosticList` where the file cannot be read.
  package static func entries(of file: Place) throws -> [Entry] {
    entries(in: try document(file), at: file.url)
  }

  static func entries(in whole: LocatedDocument, at url: URL) -> [Entry] {
    guard let scenarios = whole.root.elements, !scenarios.isEmpty, !StoredTrace.isReport(whole)
    else { return [Entry(document: whole, url: url)] }
    return scenarios.map { scenario in
      var document = whole
      document.root = scenario
      return Entry(document: document, url: url)
    }
  }

  private static func document(_ file: Place) throws -> LocatedDocument {
    let bytes: [UInt8]
    do throws(Diagnostic) {
      bytes = try PoolReader.bytes(of: file.url.path)
    } catch {
      var fault = error
      fault.location.file = file.name
      throw DiagnosticList([fault])
    }
    let text = try LocatedDocument.text(of: bytes, file: file.name)
    return try ScenarioText.document(parsing: text, file: file.name)
  }
}
