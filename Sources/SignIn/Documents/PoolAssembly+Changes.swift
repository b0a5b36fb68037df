import TransitionTables

/// Calls that change an app client which other documents create.
extension PoolAssembly {
  /// Lets the settings that a call states replace those of the written documents for the app client
  /// that it changes. With several calls or clients the client is not known, and no call counts.
  static func changingClient(_ parts: [ImportedPool]) -> [ImportedPool] {
    let calls = parts.indices.filter { parts[$0].changesClient }
    guard !calls.isEmpty, calls.count < parts.count else { return parts }
    let changes = calls.map { parts[$0] }
    var parts = parts
    for index in calls.reversed() { parts.remove(at: index) }
    let isClear =
      calls.count == 1
      && !parts.flatMap(\.diagnostics).contains { $0.code == "template.several-clients" }
    guard isClear else {
      parts[0].diagnostics += changes.flatMap(\.diagnostics).filter { $0.code == "shell.update" }
        .map { note in
          var note = note
          note.message = "which app client this changes is not known, so it is not read"
          return note
        }
      return parts
    }
    var changed = Set(changes[0].settings.keys)
    if !changes[0].hasOwnUsers { changed.insert(PoolParameter.existenceErrors.rawValue) }
    for index in parts.indices {
      parts[index].assumed = parts[index].assumed.filter { !changed.contains($0.key) }
      guard !parts[index].format.isOfDeployed else { continue }
      parts[index].settings = parts[index].settings.filter { !changed.contains($0.key) }
    }
    return parts + changes
  }

  /// The error for a call that changes an app client which no document creates.
  var nothingMade: Diagnostic? {
    guard parts.allSatisfy(\.changesClient),
      var refusal = parts.first?.diagnostics.first(where: { $0.code == "shell.update" })
    else { return nil }
    (refusal.code, refusal.severity) = ("shell.no-pool", .error)
    refusal.message = "the script changes an app client that it does not make"
    refusal.remedy = "give the documents of the pool and its client too"
    return refusal
  }
}
