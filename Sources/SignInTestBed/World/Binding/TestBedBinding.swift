import SignIn
import SignInCryptography
public import TransitionTables

/// A model bound to the code that carries out what it names: every name that the test bed needs is
/// resolved once, before anything runs.
///
/// A name that the model lacks, an effect that nothing carries out and a kind of evidence that
/// nothing judges are complaints with their place and the nearest name, reported together. The
/// survey, the replays, the scenario runner and the service each create a binding and pass it to
/// their worlds.
public final class TestBedBinding: Sendable {
  let model: Model
  /// The kinds of evidence, by name.
  let kinds: [String: BoundKind]
  /// The exception and the text of each refusal.
  let refusals: [TableRefusal: (exception: String, text: String)]
  /// The forms that values of attributes and passwords must have.
  let forms: [GivenForm.Table: [GivenForm]]
  /// The types, patterns and bounds of request members.
  let members: RequestMembers
  private let effects: [String: BoundEffect]
  private let terms: [TableTerm: Expression]
  private let parts: [TableTerm: (slot: Int, code: Int)]

  /// Binds a model.
  /// - Throws: a `DiagnosticList` with codes `binding.unknown-name`, `binding.unhandled-effect` and
  ///   `binding.unhandled-evidence`.
  public init(
    _ model: Model, _ registry: TestBedRegistry = .bundled
  ) throws(DiagnosticList) {
    var binder = Binder(model: model, registry: registry)
    binder.bind()
    guard binder.problems.isEmpty else { throw DiagnosticList(binder.problems) }
    self.model = model
    (kinds, effects, terms) = (binder.kinds, binder.effects, binder.terms)
    (refusals, forms, members) = (binder.refusals, binder.forms, binder.members)
    parts = terms.mapValues { expression in
      guard case .equal(_, let value) = expression else { return (expression.slots.first ?? 0, 0) }
      return (expression.slots.first ?? 0, ConcreteEvaluator.constant(value) ?? 0)
    }
  }

  /// The compiled expression of a term.
  subscript(term: TableTerm) -> Expression { terms[term] ?? .no }

  /// The effect with a name that a row has.
  func effect(named name: String) -> BoundEffect {
    guard let effect = effects[name] else {
      preconditionFailure("`\(name)` is no effect of the model that was bound")
    }
    return effect
  }

  /// The variable and the value of a condition such as `password == none`. For a variable alone the
  /// value means nothing.
  func part(_ term: TableTerm) -> (slot: Int, code: Int) { parts[term] ?? (0, 0) }

  /// A part of the record, with the given value or that of the condition.
  func record(_ term: TableTerm, _ code: Int? = nil) -> RecordPart {
    let part = part(term)
    return RecordPart(binding: self, slot: part.slot, code: code ?? part.code)
  }

  /// A reader of a state.
  func state(_ valuation: [Int]) -> TableState {
    TableState(binding: self, valuation: valuation)
  }
}

extension TypeTable {
  /// The members that values or sets of a type consist of; empty for numbers and Booleans.
  func members(of type: ValueType) -> [String] {
    switch type {
    case .member(let id), .set(let id): enums[id].members
    case .bool, .integer: []
    }
  }
}

/// Binds a model, and collects complaints.
private struct Binder {
  let model: Model
  let registry: TestBedRegistry
  var kinds: [String: BoundKind] = [:]
  var effects: [String: BoundEffect] = [:]
  var refusals: [TableRefusal: (exception: String, text: String)] = [:]
  var forms: [GivenForm.Table: [GivenForm]] = [:]
  var members = RequestMembers()
  var terms: [TableTerm: Expression] = [:]
  var problems: [Diagnostic] = []

  mutating func bind() {
    for kind in model.evidence.values.sorted(by: { $0.location < $1.location }) { bind(kind) }
    for effect in model.effects.values.sorted(by: { $0.location < $1.location }) { bind(effect) }
    for row in model.rows {
      for name in row.effects where model.effects[name] == nil {
        complain(
          "binding.unhandled-effect", at: row.location,
          "`\(row.id)` has the effect `\(name)`, which no `effects:` declares",
          nearest(name, model.effects.keys) ?? "declare it, with `does:` where it has a handler")
      }
      for judgement in row.judgements { bind(judgement, of: row) }
    }
    for term in TableTerm.allCases { bind(term) }
    bind(TableVariable.self)
    bind(TableField.self)
    bind(TableEffect.self)
    bind(TableAction.self)
    bind(TableInput.self)
    bind(TableMeans.self)
    bind(TableMember.self)
    bind(TableMaker.self)
    bind(TableMessage.self)
    bind(TableWire.self)
    bind(TableKind.self)
    bind(TableEnum.self)
    bind(TableComponent.self)
    bind(TableFilter.self)
    bindAll(TableBracket.self)
    bindAll(TableRefusal.self)
    bindAll(RequestMembers.MemberType.self)
    members = RequestMembers(model, &problems)
    for exception in model.entries(ofWords: "refusals") { bind(refusalsBy: exception) }
    bind(GivenForm.Table.self)
    for table in GivenForm.Table.allCases {
      for entry in model.entries(ofWords: table.rawValue) { bind(form: entry, of: table) }
    }
  }

  private mutating func bind<Names: TableNames>(_ names: Names.Type) {
    let known = names.known(in: model)
    let there = Set(known.map(\.name))
    for name in names.allCases.map(\.rawValue) where !there.contains(name) {
      complain(ofMissing: name, "the test bed reads `\(name)`", names.sort, among: known)
    }
  }

  /// Binds names of a sort, and complains about any other name of that sort in the table.
  private mutating func bindAll<Names: TableNames>(_ names: Names.Type) {
    bind(names)
    for (name, place) in names.known(in: model) where Names(rawValue: name) == nil {
      complain(
        "binding.unknown-name", at: place, "the test bed knows no \(names.sort) `\(name)`",
        nearest(name, names.allCases.map(\.rawValue)) ?? "drop it")
    }
  }

  private mutating func bind(refusalsBy exception: LocatedNode.Entry) {
    if model.message(named: exception.key) == nil {
      complain(
        "binding.unknown-name", at: exception.keyLocation, "no message is named `\(exception.key)`",
        nearest(exception.key, model.messages.map(\.name)) ?? "declare it")
    }
    for entry in exception.value.entries ?? [] {
      guard let refusal = TableRefusal(rawValue: entry.key) else { continue }
      refusals[refusal] = (exception.key, entry.value.text ?? "")
    }
  }

  private mutating func bind(form entry: LocatedNode.Entry, of table: GivenForm.Table) {
    let form = TextForm(entry.value["form"]?.text)
    let isLength = table == .passwordRules && entry.key == GivenForm.length
    guard (form == nil) == isLength, let text = entry.value["text"]?.text else {
      return complain(
        "table.shape", at: entry.value.location, "`\(entry.key)` has no form that can be read",
        "write `{ form: REGULAR EXPRESSION, text: WORDS }`")
    }
    forms[table, default: []].append(GivenForm(name: entry.key, form: form, text: text))
  }

  private mutating func bind(_ kind: EvidenceKind) {
    guard let method = registry.methods[kind.judge] else {
      return complain(
        "binding.unhandled-evidence", at: kind.location,
        "nothing makes and judges `\(kind.judge)`, so `\(kind.name)` has no bytes",
        nearest(kind.judge, registry.methods.keys)
          ?? "say with `judge:` who judges it, or register a maker and a judge")
    }
    kinds[kind.name] = BoundKind(kind: kind, method: method)
    let claimed = kind.classes.flatMap { model.types.members(of: model.slots[$0].type) }
    for name in Set(claimed).subtracting(method.classes).sorted() {
      complain(
        "binding.unhandled-evidence", at: kind.location,
        "`\(kind.judge)` makes no class `\(name)`, which `\(kind.name)` can be sent in",
        nearest(name, method.classes) ?? "register a maker that knows it")
    }
  }

  private mutating func bind(_ judgement: Judgement, of row: Row) {
    guard !judgement.reason.isEmpty, TableReason(rawValue: judgement.reason) == nil else { return }
    let known = TableReason.allCases.map(\.rawValue)
    complain(
      "binding.unhandled-evidence", at: row.location,
      "`\(row.id)` refuses `\(judgement.evidence)` for `\(judgement.reason)`, which no judge says",
      nearest(judgement.reason, known) ?? "use one of \(known.list)")
  }

  private mutating func bind(_ effect: Effect) {
    let code = "binding.unhandled-effect"
    guard let handler = registry.effects[effect.action] else {
      return complain(
        code, at: effect.location, "nothing carries out `\(effect.action)`",
        nearest(effect.action, registry.effects.keys)
          ?? "say with `does:` what carries it out: `nothing` where it leaves no bytes")
    }
    if handler.needsSeconds, effect.seconds == 0 {
      complain(
        code, at: effect.location, "`\(effect.action)` needs a time",
        "write `seconds:` next to `does:`")
    }
    if !effect.evidence.isEmpty, model.evidence[effect.evidence] == nil {
      complain(
        "binding.unknown-name", at: effect.location,
        "`\(effect.name)` is of `\(effect.evidence)`, which is no kind of evidence",
        nearest(effect.evidence, model.evidence.keys) ?? "declare it under `evidence:`")
    } else if handler.needsEvidence, effect.evidence.isEmpty {
      complain(
        code, at: effect.location, "`\(effect.action)` needs a kind of evidence",
        "write `of:` next to `does:`")
    }
    if handler.needsSeconds { kinds[effect.evidence]?.life = Int64(effect.seconds) }
    effects[effect.name] = BoundEffect(effect, kinds[effect.evidence], handler)
  }

  private mutating func bind(_ term: TableTerm) {
    do throws(Diagnostic) {
      terms[term] = try model.expression(term.rawValue, at: SourceLocation(file: ""))
    } catch {
      let reads = "the test bed reads `\(term.rawValue)`"
      if let slot = model.symbols[term.variable]?.slots.first {
        return complain(
          "binding.unknown-name", at: model.slots[slot].location, "\(reads): \(error.message)",
          nearest(term.lastWord, model.types.members(of: model.slots[slot].type))
            ?? "give `\(term.variable)` such a value")
      }
      complain(
        ofMissing: term.variable, reads, TableVariable.sort,
        among: TableVariable.known(in: model))
    }
  }

  private mutating func complain(
    ofMissing name: String, _ reads: String, _ sort: String,
    among known: [(name: String, location: SourceLocation)]
  ) {
    note(model.complaint(ofMissing: name, reads, sort, among: known))
  }

  private func nearest(_ name: String, _ known: some Sequence<String>) -> String? {
    known.sorted().nearest(to: name).map { "did you mean `\($0)`?" }
  }

  private mutating func complain(
    _ code: String, at location: SourceLocation, _ message: String, _ remedy: String
  ) {
    note(model.diagnostic(code, at: location, message, remedy: remedy))
  }

  private mutating func note(_ problem: Diagnostic) {
    // A variable may be read both alone and in a condition: complain once.
    if !problems.contains(problem) { problems.append(problem) }
  }
}
