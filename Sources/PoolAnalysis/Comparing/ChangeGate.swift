import SignIn
import TransitionTables

/// What the service makes of a change from one configuration to another: refused, replaced, kept,
/// done in two calls.
struct ChangeGate {
  let model: Model
  let oldPool: LoadedPool
  let newPool: LoadedPool

  /// All rules that apply, by place, and what documents say of things that are no parameter.
  var rulings: [Diagnostic] {
    let (old, new) = (valuation(oldPool), valuation(newPool))
    let left = Set(
      model.parameters.filter { slot in
        if case .serviceDefault = newPool.origins[slot] { true } else { false }
      })
    let found = model.changes.filter { $0.applies(from: old, to: new, leaving: left) }
      .map { diagnostic(of: $0, old, new) }
    let documents = zip([oldPool.document], [newPool.document]).flatMap { old, new in
      guard let old, let new else { return [Diagnostic]() }
      return FixedFact.complaints(from: old, to: new, tier: newTier).map { complaint in
        newPool.diagnostic(
          complaint.code, complaint.severity, at: complaint.location, complaint.message,
          remedy: complaint.remedy)
      }
    }
    return DiagnosticList(found + documents).diagnostics.sorted { $0.severity < $1.severity }
  }

  /// The new pool's feature plan, with the command line laid over the documents.
  private var newTier: String {
    guard let slot = model.parameter(named: "tier") else { return "" }
    return model.text(of: valuation(newPool)[slot], in: slot)
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
    let severity: Diagnostic.Severity =
      switch rule.severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    return newPool.diagnostic(
      rule.id, severity, at: place(of: changed),
      "\(words)\(rule.documentation)\(between) Here \(settings.joined(separator: ", "))."
        + (confidence.isEmpty ? "" : " (confidence \(confidence))"), remedy: rule.remedy)
  }

  /// Where the new documents state one of the parameters, else the document as a whole.
  private func place(of slots: [Int]) -> SourceLocation {
    for slot in slots {
      if case .document(let location) = newPool.origins[slot] { return location }
    }
    return SourceLocation(file: newPool.files.first ?? newPool.name)
  }

  /// What a pool is like between the calls of a change, and whether that is legal.
  private func halfWay(_ rule: ChangeRule, _ old: [Int], _ new: [Int]) -> String {
    let names = ["UpdateUserPool", "SetUserPoolMfaConfig"]
    let orders = rule.calls.enumerated().map { position, slots -> String in
      var closed: [Int: Int] = [:]
      for slot in model.parameters { closed[slot] = slots.contains(slot) ? new[slot] : old[slot] }
      let broken = ConfigurationFamily(model: model, closed: closed, open: []).brokenRules
      let call = position < names.count ? names[position] : "call \(position + 1)"
      guard let first = broken.first else { return "with \(call) first, no rule is broken" }
      let ids = broken.map(\.id).joined(separator: ", ")
      return "with \(call) first, that call is refused by \(ids) (“\(first.refusal)”)"
    }
    return orders.joined(separator: "; ").capitalisedFirst + "."
  }
}

extension String {
  /// The text with its first letter in upper case.
  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
