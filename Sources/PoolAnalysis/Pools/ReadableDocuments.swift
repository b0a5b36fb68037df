import SignIn
import TransitionTables

/// The pools that could be read of the documents that were named or found, and what could not.
package struct ReadableDocuments: Sendable {
  /// Documents of a folder that cannot be read, and why.
  package struct Unread: Sendable {
    package var files: [String]
    package var problems: [Diagnostic]
  }

  package internal(set) var pools: [LoadedPool] = []
  /// Whether they were found in a folder, where each pool has a name of its own.
  let areFound: Bool
  package private(set) var unread: [Unread] = []
  /// Why documents of a folder have no pool.
  private var left: [Diagnostic] = []

  init(areFound: Bool) { self.areFound = areFound }

  /// The codes of documents that have no pool, or make none as they stand.
  private static let noPool: Set<String> = [
    "template.no-pool", "template.pool-switched-off", "shell.no-pool", "document.empty",
    "document.unsupported-format",
  ]

  /// Takes documents that belong together.
  ///
  /// - Parameters:
  ///   - group: the documents.
  ///   - read: reads them.
  /// - Throws: complaints about documents that were named, and about the command line.
  mutating func take(
    _ group: [PoolDocuments.Recognised],
    _ read: ([PoolDocuments.Recognised]) throws(DiagnosticList) -> [LoadedPool]
  ) throws(DiagnosticList) {
    do throws(DiagnosticList) {
      pools += try read(group)
    } catch {
      let errors = error.diagnostics.filter { $0.severity == .error }
      guard areFound, !errors.contains(where: { $0.code.hasPrefix("usage.") }) else { throw error }
      // What has no pool, or cannot be read, is left where other documents of the group may have
      // one; the files of a Terraform configuration are one document.
      let files = Set(errors.map(\.location.file))
      let gone = Set(group.filter { files.contains($0.path) }.map(\.format))
        .intersection([.terraformConfiguration])
      let others = group.filter { !files.contains($0.path) && !gone.contains($0.format) }
      let hasOthers = !others.isEmpty && others.count < group.count
      guard errors.allSatisfy({ Self.noPool.contains($0.code) }) else {
        let isRead = hasOthers && others.contains { $0.format?.isPoolByItself == true }
        let rest = Set(isRead ? others.map(\.path) : [])
        let unread = group.filter { !rest.contains($0.path) }
        self.unread.append(Unread(files: unread.map(\.path), problems: error.diagnostics))
        if isRead { try take(others, read) }
        return
      }
      // What is said of the others is said again where they are read.
      left += error.diagnostics.filter { !hasOthers || files.contains($0.location.file) }
      guard hasOthers else { return }
      try take(others, read)
    }
  }

  /// Keeps the pools of a name, and forgets what is wrong with other documents.
  ///
  /// - Parameters:
  ///   - name: `main (prod)`, as the report is headed; or without the folder, and then it may be
  ///     that of several; or as the documents call one of several.
  ///   - plainNames: the names of the pools without their folders.
  mutating func keep(_ name: String, _ plainNames: [String]) {
    let headed = pools.filter { $0.name == name }
    pools =
      headed.isEmpty
      ? zip(pools, plainNames).filter { $1 == name || $0.chosenName == name }.map(\.0) : headed
    (unread, left) = ([], [])
  }

  /// Why there is no pool at all; empty where there is one. That a template has no pool is said
  /// only where no other document is refused, which may have it, and none has one that its
  /// conditions leave out.
  /// - Parameter programs: the refusals of programs that make a pool.
  func complaints(next programs: [Diagnostic]) -> [Diagnostic] {
    guard pools.isEmpty else { return [] }
    guard unread.isEmpty else { return unread.flatMap(\.problems) }
    let others: Set<String> = ["document.unsupported-format", "template.pool-switched-off"]
    let isRefused = !programs.isEmpty || left.contains { others.contains($0.code) }
    return (isRefused ? left.filter { $0.code != "template.no-pool" } : left) + programs
  }

  /// What was left, as notes; of functions that are triggers of one of the pools there is nothing
  /// to say.
  var notes: [Diagnostic] {
    let functions = pools.reduce(into: Set<String>()) { files, pool in
      files.formUnion(pool.document?.filesOfTriggers ?? [])
    }
    return left.filter { !functions.contains($0.location.file) }.map(\.asNote)
  }
}

extension Diagnostic {
  /// The same as a note, where others can be checked without the document.
  var asNote: Diagnostic {
    var note = self
    note.severity = .note
    return note
  }
}
