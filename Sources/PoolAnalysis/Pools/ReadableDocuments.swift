import SignIn
import TransitionTables

/// The pools of the named or found documents that could be read, and the documents that could not.
package struct ReadableDocuments: Sendable {
  /// Documents of a folder that cannot be read, with the errors.
  package struct Unread: Sendable {
    package var files: [String]
    package var problems: [Diagnostic]
  }

  package internal(set) var pools: [LoadedPool] = []
  /// Whether the pools were found in a folder, where each of them has a different name.
  let areFound: Bool
  package private(set) var unread: [Unread] = []
  /// The reasons why documents of a folder have no pool.
  private var left: [Diagnostic] = []

  init(areFound: Bool) { self.areFound = areFound }

  /// The codes for documents that have no pool, or create none as they are.
  private static let noPool: Set<String> = [
    "template.no-pool", "template.pool-switched-off", "shell.no-pool", "document.empty",
    "document.unsupported-format",
  ]

  /// Reads documents that belong together.
  ///
  /// - Parameters:
  ///   - group: the documents.
  ///   - read: reads the documents.
  /// - Throws: the errors in named documents and in the command line.
  mutating func take(
    _ group: [PoolDocuments.Recognised],
    _ read: ([PoolDocuments.Recognised]) throws(DiagnosticList) -> [LoadedPool]
  ) throws(DiagnosticList) {
    do throws(DiagnosticList) {
      pools += try read(group)
    } catch {
      let errors = error.diagnostics.filter { $0.severity == .error }
      guard areFound, !errors.contains(where: { $0.code.hasPrefix("usage.") }) else { throw error }
      // Documents without a pool, or with errors, are skipped where other documents of the group
      // may have one. The files of a Terraform configuration count as one document.
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
      // Diagnostics about the other documents are repeated when these are read.
      left += error.diagnostics.filter { !hasOthers || files.contains($0.location.file) }
      guard hasOthers else { return }
      try take(others, read)
    }
  }

  /// Keeps the pools with a name, and drops the errors in other documents.
  ///
  /// - Parameters:
  ///   - name: the heading of the pool's report, such as `main (prod)`; where no pool has this
  ///     heading, the name without the folder, which several pools may have, or the name by which a
  ///     pool was chosen in documents with several.
  ///   - plainNames: the names of the pools without their folders, in the same order.
  mutating func keep(_ name: String, _ plainNames: [String]) {
    let headed = pools.filter { $0.name == name }
    pools =
      headed.isEmpty
      ? zip(pools, plainNames).filter { $1 == name || $0.chosenName == name }.map(\.0) : headed
    (unread, left) = ([], [])
  }

  /// The errors if there is no pool at all; empty where there is one. An error about a template
  /// without a pool is only reported if no rejected document may have the pool, and no template has
  /// one that its conditions exclude.
  /// - Parameter programs: the errors for programs that create a pool.
  func complaints(next programs: [Diagnostic]) -> [Diagnostic] {
    guard pools.isEmpty else { return [] }
    guard unread.isEmpty else { return unread.flatMap(\.problems) }
    let others: Set<String> = ["document.unsupported-format", "template.pool-switched-off"]
    let isRefused = !programs.isEmpty || left.contains { others.contains($0.code) }
    return (isRefused ? left.filter { $0.code != "template.no-pool" } : left) + programs
  }

  /// Notes about skipped documents, except for functions that are triggers of one of the pools, and
  /// for a pool that one configuration switches off and another one creates from the same block.
  var notes: [Diagnostic] {
    let functions = pools.reduce(into: Set<String>()) { files, pool in
      files.formUnion(pool.document?.filesOfTriggers ?? [])
    }
    let made = Set(pools.compactMap { $0.document?.place })
    return left.filter { note in
      let isMade =
        note.code == "template.pool-switched-off" && note.related.map(made.contains) == true
      return !functions.contains(note.location.file) && !isMade
    }.map(\.asNote)
  }
}

extension Diagnostic {
  /// The diagnostic as a note, where others can be checked without the document.
  var asNote: Diagnostic {
    var note = self
    note.severity = .note
    return note
  }
}
