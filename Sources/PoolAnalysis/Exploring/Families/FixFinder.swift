import Findings
import SignIn
import TransitionTables

/// Which settings would leave no error, fewest changes first.
package struct FixFinder {
  package let model: Model
  package let request: ExplorationRequest
  package let environment: ToolEnvironment
  /// The width at which lines are broken.
  package var width = 100

  package init(
    model: Model, request: ExplorationRequest, environment: ToolEnvironment, width: Int = 100
  ) {
    self.model = model
    self.request = request
    self.environment = environment
    self.width = width
  }

  /// The most parameters that are changed at once.
  static let mostChanges = 3
  /// The most fixes that are checked, and told.
  static let mostFixes = 8

  /// A fix with what a check of it says.
  private struct Judged {
    var fix: SettingFixes.Fix
    /// What is then not as promised, such as `a.b (warning)`.
    var left: [String]
  }

  /// A paragraph for people: the fixes, each as options of the command line.
  ///
  /// A fix is told only where a check of everything says that no error is left, with all that then
  /// fails, and where nobody begins a sign-in by a call of which the pool knew nothing: that would
  /// be another door, not a mend.
  ///
  /// - Parameters:
  ///   - pool: a pool whose parameters are closed, as far as anything reads them.
  ///   - report: what was found about it.
  package func text(
    for pool: LoadedPool, beside report: PoolReport
  ) throws(CommandFailure) -> String {
    var base = pool.closed
    for slot in pool.open { base[slot] = model.slots[slot].initial }
    let all = model.parameters.filter { model.slots[$0].kind == .parameter }
    // Of the settings those that something reads: the others change nothing. No fix changes what is
    // explored.
    let open = ConfigurationFamily(
      model: model, closed: base.filter { !all.contains($0.key) }, open: all
    ).open.filter { model.slots[$0].isSetting }
    let wanted = try request.properties(of: model).filter { property in
      property.severity == "error" || request.isStrict && property.severity == "warning"
    }
    let checker = self.checker(base: base, open: open, pool.name)
    let found: SettingFixes
    do throws(FamilyChecker.Failure) {
      found = try environment.stopwatch.time("fixes") { () throws(FamilyChecker.Failure) in
        try SettingFixes(
          checker, base: base, properties: wanted, mostChanges: Self.mostChanges)
      }
    } catch {
      return "\nNo fix was found: this table cannot be explored for several pools at once.\n"
    }
    return told(found, try judged(found, base: base, report), base: base)
  }

  private func checker(base: [Int: Int], open: [Int], _ name: String) -> FamilyChecker {
    var checker = FamilyChecker(
      model: model, closed: base.filter { !open.contains($0.key) }, open: open)
    checker.maximumStates = min(request.maximumStates, 1 << 28)
    checker.backend = request.backend
    checker.wantsExamples = false
    let (progress, limits) = (environment.progress, environment.limits)
    checker.progress = { states, level in
      progress("\(name): looking for fixes, \(TextLayout.grouped(states)) states, depth \(level)")
      return !limits.shouldStop
    }
    checker.symbolicProgress = { state in
      progress("\(name): looking for fixes, sets of states, round \(state.round)")
      return !limits.shouldStop
    }
    checker.shouldStop = { limits.shouldStop }
    return checker
  }

  // MARK: Checking each

  /// The fixes that stand a check of everything, those that leave least to be wished first.
  private func judged(
    _ found: SettingFixes, base: [Int: Int], _ report: PoolReport
  ) throws(CommandFailure) -> [Judged] {
    var request = self.request
    request.listsPaths = false
    let explorer = GroupExplorer(
      model: model, properties: try request.properties(of: model), request: request,
      environment: environment, poolName: report.pool)
    let doors = self.doors(under: base)
    let candidates = found.fixes.prefix(Self.mostFixes)
    var judged: [Judged] = []
    for (number, fix) in candidates.enumerated() where !environment.limits.shouldStop {
      environment.progress("\(report.pool): checking fix \(number + 1) of \(candidates.count)")
      var parameters = base
      for change in fix.changes { parameters[change.slot] = change.value }
      guard self.doors(under: parameters).isSubset(of: doors) else { continue }
      let verdicts = try environment.stopwatch.time("fixes") { () throws(CommandFailure) in
        try explorer.verdicts(under: parameters)
      }
      if let left = left(of: verdicts, beside: report) {
        judged.append(Judged(fix: fix, left: left))
      }
    }
    return judged.enumerated().sorted { a, b in
      (a.element.left.count, a.offset) < (b.element.left.count, b.offset)
    }.map(\.element)
  }

  /// The calls by which somebody may begin a sign-in at all.
  private func doors(under parameters: [Int: Int]) -> Set<Int> {
    let begins = Set(model.attempt?.begins ?? [])
    let compiled = model.compiled(parameters: parameters)
    return Set(
      compiled.system.rules.indices.compactMap { compiled.label(ofRule: $0).action }
    ).intersection(begins)
  }

  /// What is not as promised; nil where an error is left or a limit was reached.
  private func left(of verdicts: [PropertyReport], beside report: PoolReport) -> [String]? {
    let known = Dictionary(
      report.properties.map { ($0.id, $0.verdict) }, uniquingKeysWith: { first, _ in first })
    var left: [String] = []
    for property in verdicts {
      let isError = property.severity == .error
      switch property.verdict {
      case .undetermined: return nil
      case .fails where isError: return nil
      case .fails:
        let isNew = known[property.id] != .fails
        left.append(
          "\(property.id) fails (\(property.severity.rawValue)\(isNew ? ", holds now" : ""))")
      case .vacuous where isError && known[property.id] != .vacuous:
        left.append("\(property.id) is vacuous")
      case .vacuous, .holds: break
      }
    }
    return left
  }

  // MARK: Text

  private func told(_ found: SettingFixes, _ judged: [Judged], base: [Int: Int]) -> String {
    let tried = TextLayout.counted(found.triedChanges, "change")
    guard !judged.isEmpty else {
      let limit =
        found.isCutShort || environment.limits.shouldStop
        ? "; a limit was reached before \(TextLayout.counted(found.triedChanges + 1, "change"))"
          + (found.triedChanges == 0 ? " was judged" : " were judged") : ""
      let dropped =
        found.fixes.isEmpty
        ? "" : "; what leaves no error opens another door, or was not checked to the end"
      let nothing = found.triedChanges == 0 ? "not known" : "nothing with up to \(tried)"
      return "\nWhat would make every property hold: \(nothing)\(dropped)\(limit)\n"
    }
    let (whole, others) = (judged.filter(\.left.isEmpty), judged.filter { !$0.left.isEmpty })
    var out = paragraph("What would make every property hold: \(tried)", whole, base)
    out += paragraph("What would leave no error: \(tried)", others, base)
    let rest = found.fixes.count - Self.mostFixes
    return rest > 0 ? out + "  and \(rest) more that were not checked\n" : out
  }

  private func paragraph(_ heading: String, _ fixes: [Judged], _ base: [Int: Int]) -> String {
    guard !fixes.isEmpty else { return "" }
    var out = "\n\(heading)\n"
    for judged in fixes {
      let options = judged.fix.changes.map { change -> String in
        let value = model.text(of: change.value, in: change.slot)
        return "--set " + Assignment(name: model.slots[change.slot].name, value: value).shellText
      }
      out += TextLayout.labelled(
        "  ", options.joined(separator: " ") + warning(about: judged.fix, base), width: width)
      if !judged.left.isEmpty {
        out += TextLayout.labelled("    then ", judged.left.joined(separator: ", "), width: width)
      }
    }
    return out
  }

  /// What the service makes of the change on a live pool.
  private func warning(about fix: SettingFixes.Fix, _ base: [Int: Int]) -> String {
    var new = base
    for change in fix.changes { new[change.slot] = change.value }
    let refused = model.refusedChanges(from: base, to: new)
    guard !refused.isEmpty else { return "" }
    return " (of a new pool: \(refused.joined(separator: ", ")) on a live one)"
  }
}
