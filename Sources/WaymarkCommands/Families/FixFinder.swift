import Findings
import SignIn
import TransitionTables

/// Which settings would make every property hold, fewest changes first.
struct FixFinder {
  let model: Model
  let request: ExplorationRequest
  let environment: ToolEnvironment

  /// The most parameters that are changed at once.
  static let mostChanges = 3
  /// The most fixes that are told.
  static let mostFixes = 8

  /// A paragraph for people: the fixes, each as options of the command line.
  ///
  /// - Parameter pool: a pool whose parameters are closed, as far as anything reads them.
  func text(for pool: LoadedPool) throws(CommandFailure) -> String {
    var base = pool.closed
    for slot in pool.open { base[slot] = model.slots[slot].initial }
    let all = model.parameters.filter { model.slots[$0].kind == .parameter }
    // Of the settings those that something reads: the others change nothing. No fix changes what is
    // explored.
    let open = ConfigurationFamily(
      model: model, closed: base.filter { !all.contains($0.key) }, open: all
    ).open.filter { model.slots[$0].isSetting }
    var checker = FamilyChecker(
      model: model, closed: base.filter { !open.contains($0.key) }, open: open)
    checker.maximumStates = min(request.maximumStates, 1 << 28)
    checker.backend = request.backend
    let (progress, name) = (environment.progress, pool.name)
    checker.progress = { states, level in
      progress("\(name): looking for fixes, \(TextLayout.grouped(states)) states, depth \(level)")
      return true
    }
    let wanted = try request.properties(of: model).filter { property in
      property.severity == "error" || request.isStrict && property.severity == "warning"
    }
    do throws(FamilyChecker.Failure) {
      let found = try environment.stopwatch.time("fixes") { () throws(FamilyChecker.Failure) in
        try SettingFixes(
          checker, base: base, properties: wanted, mostChanges: Self.mostChanges)
      }
      return told(found, base: base, pool)
    } catch {
      return "\nNo fix was found: this table cannot be explored for several pools at once.\n"
    }
  }

  private func told(_ found: SettingFixes, base: [Int: Int], _ pool: LoadedPool) -> String {
    let tried = TextLayout.counted(found.triedChanges, "change")
    guard !found.fixes.isEmpty else {
      let limit =
        found.isCutShort
        ? "; a limit was reached before \(TextLayout.counted(found.triedChanges + 1, "change"))"
          + (found.triedChanges == 0 ? " was judged" : " were judged") : ""
      let nothing = found.triedChanges == 0 ? "not known" : "nothing with up to \(tried)"
      return "\nWhat would make every property hold: \(nothing)\(limit)\n"
    }
    var out = "\nWhat would make every property hold: \(tried)\n"
    for fix in found.fixes.prefix(Self.mostFixes) {
      let options = fix.changes.map { change -> String in
        let value = model.text(of: change.value, in: change.slot)
        return "--set " + Assignment(name: model.slots[change.slot].name, value: value).shellText
      }
      out += TextLayout.labelled(
        "  ", options.joined(separator: " ") + warning(about: fix, base), width: 100)
    }
    let rest = found.fixes.count - Self.mostFixes
    return rest > 0 ? out + "  and \(rest) more\n" : out
  }

  /// What the service makes of the change on a live pool.
  private func warning(about fix: SettingFixes.Fix, _ base: [Int: Int]) -> String {
    let old = model.slots.indices.map { base[$0] ?? model.slots[$0].initial }
    var new = old
    for change in fix.changes { new[change.slot] = change.value }
    let refused = model.changes.filter {
      $0.severity == .error && $0.applies(from: old, to: new, leaving: [])
    }
    guard !refused.isEmpty else { return "" }
    return " (of a new pool: \(refused.map(\.id).joined(separator: ", ")) on a live one)"
  }
}
