import SafeText
import TransitionTables

/// Everything that a command has to say: nothing is written while it works.
///
/// Commands are functions from a request to this value; only `WaymarkTool` prints, writes files
/// and exits. So a command that fails half way leaves nothing half written.
package struct CommandOutput: Sendable {
  /// A file to be written, its path relative to the working directory or absolute.
  package struct File: Sendable, Hashable {
    package var path: String
    package var bytes: [UInt8]
    /// The folder that no link on the way to the file may lead out of; nil where its user named the
    /// file itself.
    package private(set) var folder: String?

    package init(_ path: String, _ bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }

    package init(_ path: String, text: String) {
      self.init(path, Array(text.utf8))
    }

    /// A file in a folder that is written to.
    package init(_ name: String, in folder: String, _ bytes: [UInt8]) {
      self.init("\(folder)/\(name)", bytes)
      self.folder = folder
    }

    package init(_ name: String, in folder: String, text: String) {
      self.init(name, in: folder, Array(text.utf8))
    }
  }

  /// The result.
  package var stdout: [UInt8] = []
  /// Whether a line of the result may begin with two colons: as a command for GitHub's runner, or
  /// in a language that is for programs.
  package var beginsLinesWithColons = false
  /// Hints, warnings, complaints.
  package var stderr = ""
  package var files: [File] = []
  /// Files of an earlier run that go when these are written.
  package var obsolete: [String] = []
  package var status = ExitStatus.allHold

  package init() {}

  package init(text: String, status: ExitStatus = .allHold) {
    stdout = Array(text.utf8)
    self.status = status
  }

  /// A pool's name as one folder: whatever might leave the folder becomes a hyphen.
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

/// Why a command has no result: every complaint at once, and the exit status that they come to.
package struct CommandFailure: Error, Sendable {
  package var diagnostics: [Diagnostic]
  package var status: ExitStatus

  /// Of more complaints than anybody reads the first ones are kept and the rest counted.
  package init(_ diagnostics: [Diagnostic], status: ExitStatus) {
    self.diagnostics =
      diagnostics.count > DiagnosticList.mostShown
      ? DiagnosticList(diagnostics).diagnostics : diagnostics
    self.status = status
  }

  /// A complaint about the command line.
  package static func usage(
    _ code: String, _ message: String, remedy: String, at place: String = "command line"
  ) -> CommandFailure {
    CommandFailure(
      [Diagnostic(code, at: SourceLocation(file: place), message, remedy: remedy)], status: .usage)
  }

  /// A fault of the program or of its table.
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

  /// What goes to stderr.
  package var output: CommandOutput {
    var output = CommandOutput()
    output.stderr = diagnostics.map(\.rendered).joined()
    output.status = status
    return output
  }
}
