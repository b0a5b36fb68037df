import TransitionTables

/// How Amplify programs affect each other's pool.
extension PoolAssembly {
  /// Extends the triggers of overrides that set them one by one with those of the document that
  /// they override.
  static func addingTriggers(_ parts: [ImportedPool]) -> [ImportedPool] {
    parts.map { part in
      guard let removed = part.removedTriggers else { return part }
      var part = part
      let own = part.settings[.triggers]
      let before = parts.first { $0.format == part.format.overridden }?.settings[.triggers]
      if let own, own.value == nil { return part }
      guard case .set(let known)? = before?.value, let origin = own?.origin ?? before?.origin else {
        if own != nil { part.settings[.triggers] = before ?? .open(part.silence[.pool] ?? "") }
        return part
      }
      var added: [String] = []
      if case .set(let members)? = own?.value { added = members }
      let kept = known.filter { !removed.contains($0) && !added.contains($0) }
      part.settings[.triggers] = Setting(value: .members(kept + added), origin: origin)
      return part
    }
  }

  /// The error for overrides that are given alone and state nothing about a pool, which is defined
  /// elsewhere.
  var nothingOverridden: Diagnostic? {
    let isNothing = parts.allSatisfy { part in
      part.format.overridden != nil && part.settings.isEmpty && part.fixed.isEmpty
        && part.diagnostics.isEmpty
    }
    guard isNothing, let part = parts.first else { return nil }
    return Diagnostic(
      "template.no-pool", at: SourceLocation(file: part.file),
      "\(part.format.rawValue) overrides nothing of a pool",
      remedy: "give the file that defines it too")
  }

  /// Whether a note says that there may be overrides, where they are given or there are none.
  func isMoot(_ note: Diagnostic) -> Bool {
    note.code == "amplify.may-be-overridden"
      && (parts.contains { $0.format.overridden != nil }
        || programs.untouched.contains(where: note.location.file.hasPrefix))
  }

  /// Weakens a complaint where the project has a `defineAuth` of its own, which may accept
  /// properties that Amplify's does not.
  func ofOwnDefineAuth(_ note: Diagnostic) -> Diagnostic {
    let isOfDefinition = parts.contains {
      $0.format == .amplifyDefinition && $0.file == note.location.file
    }
    guard isOfDefinition, note.code == "document.unknown-property" else { return note }
    var note = note
    note.severity = .note
    note.message = note.message.replacing(
      ", and a deployment fails at it", with: ", and the project has a `defineAuth` of its own")
    note.remedy = "give the template that it makes"
    return note
  }
}
