import SignIn
import TransitionTables

/// Applies the rules of changes: the service refuses a change from one configuration to another,
/// replaces or keeps something, or needs two calls for it.
struct ChangeGate {
  let model: Model
  let oldPool: LoadedPool
  let newPool: LoadedPool

  /// The rules that apply to the change, and the diagnostics of the documents about things that are
  /// no parameter, sorted by severity and place.
  var rulings: [Diagnostic] {
    let (old, new) = (valuation(oldPool), valuation(newPool))
    let left = Set(
      model.parameters.filter { slot in
        if case .serviceDefault = newPool.origins[slot] { true } else { false }
      })
    let found = model.changes.filter { $0.applies(from: old, to: new, leaving: left) }
      .map { diagnostic(of: $0, old, new) }
    let documents = complaints.map { complaint in
      let facts = self.facts(of: [complaint])
      let tools = ToolSimulation(model: model, old: old, new: old, facts: facts).sentence
      return newPool.diagnostic(
        complaint.code, complaint.severity, at: complaint.location,
        complaint.message + (facts.isEmpty || tools.isEmpty ? "" : ". \(tools)"),
        remedy: complaint.remedy)
    }
    return DiagnosticList(found + documents).diagnostics.sorted { $0.severity < $1.severity }
  }

  /// The diagnostics for changed facts that are no parameters.
  private var complaints: [Diagnostic] {
    guard let old = oldPool.document, let new = newPool.document, let slot = model.parameter(.tier)
    else { return [] }
    // The command line takes precedence over the documents.
    let tier = model.text(of: valuation(newPool)[slot], in: slot)
    return FixedFact.complaints(from: old, to: new, tier: tier)
  }

  /// The changed facts that cannot change without replacement and are no parameters.
  var facts: [ToolSimulation.Fact] { facts(of: complaints) }

  /// The names of changed settings that no table row reads.
  var unread: [String] {
    complaints.filter { $0.code == "diff.not-modelled" }
      .map { subject($0, dropping: "the setting ") }
  }

  private func facts(of complaints: [Diagnostic]) -> [ToolSimulation.Fact] {
    let replacing = Set(model.changes.filter(\.replaces).map(\.id))
    return complaints.filter { $0.severity == .error && replacing.contains($0.code) }
      .compactMap { complaint in
        let name = subject(complaint, dropping: "the ")
        let like: KnownParameter =
          name == "case sensitivity" ? .usernameAttributes : .requiredAttributes
        return model.parameter(like).map { ToolSimulation.Fact(name: name, like: $0) }
      }
  }

  /// The subject of a diagnostic, with which its message begins.
  private func subject(_ complaint: Diagnostic, dropping article: String) -> String {
    let name = complaint.message.prefix { $0 != "," }
    return String(name.hasPrefix(article) ? name.dropFirst(article.count) : name)
  }

  private func valuation(_ pool: LoadedPool) -> [Int] {
    model.slots.indices.map { pool.closed[$0] ?? model.slots[$0].initial }
  }

  private func diagnostic(of rule: ChangeRule, _ old: [Int], _ new: [Int]) -> Diagnostic {
    let changed = rule.parameters.filter { old[$0] != new[$0] }
    let settings = changed.map { slot in
      "\(model.slots[slot].name): \(model.text(of: old[slot], in: slot)) ⇒ "
        + model.text(of: new[slot], in: slot)
    }
    let words = rule.refusal.isEmpty ? "" : "“\(rule.refusal)”: "
    let confidence = rule.source?.confidence ?? ""
    let between = rule.calls.isEmpty ? "" : " " + halfWay(rule, old, new)
    var made = old
    for slot in rule.replaces ? rule.changed : [] { made[slot] = new[slot] }
    let tools =
      made == old ? "" : " " + ToolSimulation(model: model, old: old, new: made).sentence
    let severity: Diagnostic.Severity =
      switch rule.severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    return newPool.diagnostic(
      rule.id, severity, at: place(of: changed),
      "\(words)\(rule.documentation)\(between)\(tools == " " ? "" : tools)"
        + " Here \(settings.joined(separator: ", "))."
        + (confidence.isEmpty ? "" : " (confidence \(confidence))"), remedy: rule.remedy)
  }

  /// The place where the new documents state one of the parameters, else the whole document.
  private func place(of slots: [Int]) -> SourceLocation {
    for slot in slots {
      if case .document(let location) = newPool.origins[slot] { return location }
    }
    return SourceLocation(file: newPool.files.first ?? newPool.name)
  }

  /// A sentence on the legality of the pool between the calls of a change, for each order of calls.
  private func halfWay(_ rule: ChangeRule, _ old: [Int], _ new: [Int]) -> String {
    let orders = rule.calls.enumerated().map { position, slots -> String in
      var closed: [Int: Int] = [:]
      for slot in model.parameters { closed[slot] = slots.contains(slot) ? new[slot] : old[slot] }
      let broken = ConfigurationFamily(model: model, closed: closed, open: []).brokenRules
      let call =
        model.updates.first { Set(slots).isSubset(of: $0.slots) }?.id ?? "call \(position + 1)"
      guard !broken.isEmpty else { return "with \(call) first, no rule is broken" }
      let rules = broken.map { "\($0.id) (“\($0.words)”)" }.joined(separator: ", ")
      return "with \(call) first, that call is refused by \(rules)"
    }
    return orders.joined(separator: "; ").capitalisedFirst + "."
  }
}

extension String {
  /// The text with its first letter in upper case.
  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The text up to the end of its first sentence.
  var firstSentence: String {
    firstRange(of: ". ").map { String(self[..<$0.lowerBound]) + "." } ?? self
  }
}
