import Findings
import TransitionTables

/// The settings that the documents of a pool do not decide, with the findings that depend on them.
struct UndecidedSettings {
  let model: Model
  let wide: WideFamily
  /// The findings, with their conditions and severities.
  let findings: [PropertyReport]

  /// The greatest number of findings that are listed.
  private static let most = 6

  /// One note about the settings that the documents mention without deciding them, as by a variable
  /// without a value, and about the settings that they do not mention and on which a finding
  /// depends. It is nil where no finding depends on such a setting and every value is explored: the
  /// configuration in the report lists the open settings.
  var note: Diagnostic? {
    let spoken = (wide.pool.undecided + wide.cut).sorted()
    let all = spoken + unspoken
    let hanging = hanging(on: all)
    guard let first = all.first, let file = wide.pool.files.first,
      !wide.cut.isEmpty || !hanging.isEmpty
    else { return nil }
    var message = "the documents do not decide \(names(all))\(reasons(of: all))"
    var remedy = "decide them by \(options(for: spoken, first))"
    if wide.cut.isEmpty {
      message += ": every value is explored, and what only some of them break is a note"
    } else {
      let explored = names(all.filter { !wide.cut.contains($0) })
      message +=
        (explored.isEmpty ? ": " : ": every value of \(explored) is explored; ")
        + "with all values of \(names(wide.cut)) there are more pools than can be explored in"
        + " seconds, so what is said holds for \(wide.condition), and is a note where that matters"
      remedy += "; `--set \(model.slots[wide.cut[0]].name)=open` explores all of its values"
    }
    let place =
      spoken.lazy.compactMap(wide.pool.placeLeftOpen).first
      ?? wide.pool.document?.place
    return Diagnostic(
      "document.undecided", .note, at: place ?? SourceLocation(file: file),
      message + hanging, remedy: remedy)
  }

  /// The settings that no document mentions and a finding depends on. Ordinary values of an app
  /// client are assumed by a note of their own.
  private var unspoken: [Int] {
    wide.pool.open.filter { slot in
      wide.pool.isUntold(slot) && !model.ordinaryValues.contains { $0.parameter == slot }
        && findings.contains { hangs($0, on: [slot]) }
    }
  }

  private func hanging(on slots: [Int]) -> String {
    let ids = findings.filter { $0.cause == nil && hangs($0, on: slots) }.map(\.id)
    guard !ids.isEmpty else { return "" }
    let more = ids.count > Self.most ? " and \(ids.count - Self.most) more" : ""
    return ": " + ids.prefix(Self.most).joined(separator: ", ") + more
  }

  /// Whether the condition of a finding reads some of the settings.
  private func hangs(_ finding: PropertyReport, on slots: [Int]) -> Bool {
    slots.contains { finding.conditionSettings.contains(model.slots[$0].name) }
  }

  /// The options that decide the settings, including those for variables where documents have some.
  private func options(for spoken: [Int], _ first: Int) -> String {
    let ofDocuments: [String] =
      switch wide.pool.document?.format {
      case _ where spoken.isEmpty: []
      case .terraformConfiguration:
        ["`--variable-file FILE`"]
          + (wide.pool.document?.leavesDefaults == true ? ["`--variable-defaults`"] : [])
          + ["`--parameter NAME=VALUE`"]
      case .cloudFormation, .sam, .serverless: ["`--parameter NAME=VALUE`"]
      default: []
      }
    return (ofDocuments + ["`--set \(model.slots[first].name)=VALUE`"]).joined(separator: " or ")
  }

  /// The reasons why settings are open, which name the variables that they depend on.
  private func reasons(of slots: [Int]) -> String {
    let said = Self.clauses(
      of: slots.compactMap { slot in
        guard case .open(let reason)? = wide.pool.origins[slot] else { return nil }
        return reason
      })
    return said.isEmpty ? "" : " (\(said.joined(separator: "; ")))"
  }

  /// The clauses of the first three distinct reasons, each once, without those that are the
  /// beginning of another.
  static func clauses(of reasons: [String]) -> [String] {
    let first = unique(reasons).prefix(3)
    let clauses = unique(first.flatMap { $0.split(separator: "; ").map(String.init) })
    return clauses.filter { clause in !clauses.contains { $0.hasPrefix("\(clause) ") } }
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  private func names(_ slots: [Int]) -> String {
    slots.map { model.slots[$0].name }.joined(separator: ", ")
  }
}
