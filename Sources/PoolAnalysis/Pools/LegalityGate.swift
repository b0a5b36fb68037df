import Findings
import SignIn
import TransitionTables

/// Decides whether a pool may be explored: it must be legal, and must not have too many
/// configurations.
package struct LegalityGate {
  package let model: Model
  package let pool: LoadedPool
  package let family: ConfigurationFamily

  package init(model: Model, pool: LoadedPool, family: ConfigurationFamily) {
    self.model = model
    self.pool = pool
    self.family = family
  }

  /// Throws the broken rules (151), or an error where too many configurations are open (75).
  ///
  /// - Parameter mostMembers: the greatest number of configurations that can be processed.
  package func pass(
    mostMembers: Int = ConfigurationFamily.mostMembers
  ) throws(CommandFailure) {
    let refusals = self.refusals
    guard refusals.isEmpty else {
      let others = pool.notes.filter { note in
        note.severity == .warning || note.severity == .error && !note.isOfLegality
          || Self.shownNextToRefusals.contains(note.code)
      }
      let doubts = warnings.filter { $0.severity == .warning }
      throw CommandFailure(DiagnosticList(refusals + doubts + others).diagnostics, status: .illegal)
    }
    guard family.legalCount > 0 else { throw CommandFailure([noneIsLegal], status: .illegal) }
    guard family.legalCount <= Double(mostMembers) else {
      throw CommandFailure([tooOpen], status: .cannotEvaluate)
    }
  }

  /// The notes shown next to broken rules, as all warnings are. Contradicting documents can
  /// together describe a pool that none of them does, and properties that a call does not accept
  /// make it fail: both come up next when the error is fixed.
  private static let shownNextToRefusals: Set<String> = [
    "document.drift", "document.unknown-property", "document.unknown-value",
  ]

  /// All errors of legality, by place: those that documents have apart from the model's parameters,
  /// and the rules that the closed parameters break.
  var refusals: [Diagnostic] {
    DiagnosticList(pool.refusals + family.brokenRules.map { complaint(about: $0, .error) })
      .diagnostics
  }

  /// Broken rules that only warn or note, as far as the closed parameters decide them.
  package var warnings: [Diagnostic] {
    let isOnPages = pool.document?.signsInOnPages == true
    return family.warnings.map { rule in
      complaint(about: rule, rule.isNote || rule.isNoteOnPages && isOnPages ? .note : .warning)
    }
  }

  /// The diagnostic for a rule in the service's own words, at the settings that break it.
  private func complaint(about rule: LegalityRule, _ severity: Diagnostic.Severity) -> Diagnostic {
    let settings = rule.parameters.compactMap { name -> String? in
      guard let slot = model.parameter(named: name) else { return nil }
      let value = model.text(of: pool.closed[slot] ?? model.slots[slot].initial, in: slot)
      return "\(name) = \(value)\(origin(of: slot))"
    }
    let confidence = rule.source.map { " (confidence \($0.confidence))" } ?? ""
    let place = place(of: rule)
    let names = pool.propertyNames(in: model, at: place.file)
    return pool.diagnostic(
      rule.id, severity, at: place,
      "\(Self.verdict(of: rule, severity)); here \(settings.joined(separator: ", "))\(confidence)",
      remedy: [names?.text(rule.remedy) ?? rule.remedy, names.flatMap { call(for: rule, $0) }]
        .compactMap(\.self).joined(separator: " "))
  }

  /// The sentence about the call that a script lacks where MFA is on without a method.
  private func call(for rule: LegalityRule, _ names: PropertyNames) -> String? {
    names.callForMethods { name in
      guard rule.parameters.contains(name), let slot = model.parameter(named: name) else {
        return nil
      }
      return model.text(of: pool.closed[slot] ?? model.slots[slot].initial, in: slot)
    }
  }

  /// The service's reaction, in quotes only where the words are its own.
  private static func verdict(of rule: LegalityRule, _ severity: Diagnostic.Severity) -> String {
    let verb = severity == .error ? "the service refuses this" : "the service may refuse this"
    if !rule.refusal.isEmpty { return "\(verb): “\(rule.refusal)”" }
    guard !rule.documentation.isEmpty else { return "\(verb): `\(rule.forbidText)`" }
    let words =
      rule.documentation.hasSuffix(".") ? rule.documentation.dropLast() : rule.documentation[...]
    return severity == .error ? "\(verb): \(words)" : String(words)
  }

  private func origin(of slot: Int) -> String {
    switch pool.origins[slot] {
    case .document(let location):
      pool.files.count == 1 ? " (line \(location.line))" : " (\(location))"
    case .commandLine: " (command line)"
    case .serviceDefault, .frameworkDefault: " (default)"
    default: ""
    }
  }

  /// The place of the first responsible setting that a document states, else the document.
  private func place(of rule: LegalityRule) -> SourceLocation {
    for name in rule.parameters {
      guard let slot = model.parameter(named: name),
        case .document(let location) = pool.origins[slot]
      else { continue }
      return location
    }
    return SourceLocation(file: pool.files.first ?? pool.name)
  }

  private var noneIsLegal: Diagnostic {
    Diagnostic(
      "pool.no-legal-configuration", at: SourceLocation(file: pool.files.first ?? pool.name),
      "whatever the open parameters are, the service refuses the configuration; open are "
        + family.open.map { model.slots[$0].name }.list,
      remedy: "close them one by one with `--set`; each refusal is then named")
  }

  private var tooOpen: Diagnostic {
    let sized = family.open.map { slot in
      (slot: slot, count: pool.valueCount(of: slot, in: model))
    }.sorted { ($1.count, $0.slot) < ($0.count, $1.slot) }
    var left = family.legalCount
    var options: [String] = []
    for (slot, count) in sized where left > Double(ConfigurationFamily.mostMembers) {
      left /= Double(count)
      options.append(model.option(setting: slot, to: model.slots[slot].initial))
    }
    let names = sized.map { "`\(model.slots[$0.slot].name)` (\($0.count) values)" }
    return Diagnostic(
      "pool.too-open", at: SourceLocation(file: pool.files.first ?? pool.name),
      "\(Self.approximate(family.legalCount)) legal configurations are left open, and "
        + "\(TextLayout.grouped(ConfigurationFamily.mostMembers)) are the most; open are "
        + names.joined(separator: ", "),
      remedy: "close some, the largest first: \(options.joined(separator: " "))")
  }

  /// A number, or its order of magnitude where it is large.
  package static func approximate(_ count: Double) -> String {
    guard count >= 1e9 else { return String(Int(count)) }
    var power = 0
    var rest = count
    while rest >= 10 { (rest, power) = (rest / 10, power + 1) }
    return "about 10^\(power)"
  }
}
