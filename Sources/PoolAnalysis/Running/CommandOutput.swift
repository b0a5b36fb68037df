import SafeText
import TransitionTables

/// The complete output of a command, which writes nothing while it works.
///
/// Commands are functions from a request to this value; only `WaymarkTool` prints, writes files and
/// exits. So a command that fails halfway leaves nothing half written.
package struct CommandOutput: Sendable {
  /// A file to be written, its path relative to the working directory or absolute.
  package struct File: Sendable, Hashable {
    package var path: String
    package var bytes: [UInt8]
    /// The folder that no link on the way to the file may leave; nil where the user named the file
    /// itself.
    package private(set) var folder: String?

    package init(_ path: String, _ bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }

    package init(_ path: String, text: String) {
      self.init(path, Array(text.utf8))
    }

    /// Creates a file in an output folder.
    package init(_ name: String, in folder: String, _ bytes: [UInt8]) {
      self.init("\(folder)/\(name)", bytes)
      self.folder = folder
    }

    package init(_ name: String, in folder: String, text: String) {
      self.init(name, in: folder, Array(text.utf8))
    }
  }

  /// The result of the command.
  package var stdout: [UInt8] = []
  /// Whether lines of the result may begin with two colons: as commands for GitHub's runner, or in
  /// a language for programs.
  package var beginsLinesWithColons = false
  /// Hints, warnings and errors.
  package var stderr = ""
  package var files: [File] = []
  /// Files of an earlier run to delete when these are written.
  package var obsolete: [String] = []
  package var status = ExitStatus.allHold

  package init() {}

  package init(text: String, status: ExitStatus = .allHold) {
    stdout = Array(text.utf8)
    self.status = status
  }

  /// A pool's name as the name of a folder: characters that might lead out of it become hyphens.
  package static func folderName(_ pool: String) -> String {
    let plain = pool.unicodeScalars.map { scalar -> Character in
      let isPlain =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "-_.".unicodeScalars.contains(scalar)
      return isPlain ? Character(scalar) : "-"
    }
    let name = String(String(plain).drop { $0 == "." }.prefix(100))
    return name.isEmpty ? "pool" : name
  }

  /// The result as text.
  package var text: String { String(decoding: stdout, as: UTF8.self) }
}

/// The failure of a command without a result: all diagnostics at once, and the exit status.
package struct CommandFailure: Error, Sendable {
  package var diagnostics: [Diagnostic]
  package var status: ExitStatus

  /// Keeps only the first diagnostics where there are very many, and counts the rest.
  package init(_ diagnostics: [Diagnostic], status: ExitStatus) {
    self.diagnostics =
      diagnostics.count > DiagnosticList.mostShown
      ? DiagnosticList(diagnostics).diagnostics : diagnostics
    self.status = status
  }

  /// An error in the command line.
  package static func usage(
    _ code: String, _ message: String, remedy: String, at place: String = "command line"
  ) -> CommandFailure {
    CommandFailure(
      [Diagnostic(code, at: SourceLocation(file: place), message, remedy: remedy)], status: .usage)
  }

  /// A fault of Waymark or of its table.
  static func fault(
    _ message: String, of pool: String, _ code: String = "system.disagreement"
  ) -> CommandFailure {
    CommandFailure(
      [
        Diagnostic(
          code, at: SourceLocation(file: pool), message,
          remedy: "this is an error of waymark or of its table, not of the pool; please report it")
      ], status: .systemFailure)
  }

  /// The output on stderr.
  package var output: CommandOutput {
    var output = CommandOutput()
    output.stderr = diagnostics.map(\.rendered).joined()
    output.status = status
    return output
  }
}
