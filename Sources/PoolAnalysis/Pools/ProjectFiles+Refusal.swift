import SignIn
import TransitionTables

extension ProjectFiles {
  /// The error for a folder without any document, with the files that create a pool there instead:
  /// the first program, and those of others.
  func refusal(of folder: String) -> Diagnostic {
    let program = left.first { $0.message.contains(Self.program) } ?? left.first
    let found = [program, clients].compactMap(\.self)
    let others = left.filter { $0.location.file != program?.location.file }
    let more = Self.named(others.filter(Self.makesPool))
    let ofApps = Self.named(others.filter { received.contains($0.location.file) })
    let reasons = [
      program.map { Self.reason($0) }, more.map { "pools may be made in \($0), too" },
      clients.map { "at \($0.location) \($0.message)" }, ofApps.map { "left: \($0)" },
    ]
    return Diagnostic(
      "project.no-document", at: SourceLocation(file: folder),
      (["no document of a user pool is in this folder"] + reasons.compactMap(\.self))
        .joined(separator: "; "),
      remedy: found.first?.remedy
        ?? "name a file, or the folder of the template, of Terraform's files or of Amplify")
  }

  /// The reason why a file was skipped, with its name.
  private static func reason(_ left: Diagnostic) -> String {
    let (file, words) = (left.location.file, "this is ")
    return left.message.hasPrefix(words)
      ? "\(file) is \(left.message.dropFirst(words.count))" : "in \(file) \(left.message)"
  }

  /// The names of skipped files, or nil where there are none.
  private static func named(_ left: [Diagnostic]) -> String? {
    var seen: Set<String> = []
    let files = left.map(\.location.file).filter { seen.insert($0).inserted }
    let more = files.count > mostNamed ? " and \(files.count - mostNamed) more" : ""
    return files.isEmpty ? nil : files.prefix(mostNamed).joined(separator: ", ") + more
  }
}
