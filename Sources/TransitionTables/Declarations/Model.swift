/// A model after loading: names resolved, types checked, rows instantiated, everything by position.
///
/// A model is a value and knows nothing of files; each declaration keeps its place, and ``sources``
/// the text of the files, so that any later complaint can show the offending line.
public struct Model: Sendable {
  /// What the tables call the model; empty where none of them does.
  public var name: String = ""
  /// The layers over it, in the order in which they were applied.
  public var layers: [String] = []
  /// Its enums.
  public var types = TypeTable()
  /// All cells of a valuation; everything else refers to them by position.
  public var slots: [Slot] = []
  /// Variables, parameters, locations (`pool.at`) and fields (`M.f`) by name.
  public var symbols: [String: Symbol] = [:]
  /// In order of declaration.
  public var components: [Component] = []
  /// In order of declaration.
  public var messages: [Message] = []
  /// In order of declaration.
  public var actions: [Action] = []
  /// In order of declaration, instances of a `for:` side by side.
  public var rows: [Row] = []
  /// Ladders and rows that stand alone, in order of declaration.
  public var groups: [RowGroup] = []
  /// Rules about the configuration.
  public var legality: [LegalityRule] = []
  /// Rules about changes of a configuration that is deployed.
  public var changes: [ChangeRule] = []
  /// The calls that change settings of what is deployed.
  public var updates: [SettingCall] = []
  /// The programs that make such calls.
  public var tools: [DeploymentTool] = []
  /// Parameters that bound an exploration.
  public var bounds: [ExplorationBound] = []
  /// Where counterexamples are looked for, the most ordinary behaviour first.
  public var counterexampleScopes: [CounterexampleScope] = []
  /// What parameters ordinarily are where no document states.
  public var ordinaryValues: [OrdinaryValues] = []
  /// States that must be impossible.
  public var never: [NeverConstraint] = []
  /// Variables that only claims read.
  public var observers: [Observer] = []
  /// Claims, one a member where they are `for:` an enum.
  public var properties: [Property] = []
  /// Changes of settings that may make findings vanish, the least costly first.
  public var remedies: [Remedy] = []
  /// What a designer may ask of a pool.
  public var wishes: [Wish] = []
  /// What settings cost.
  public var prices: [Price] = []
  /// The formats in which a pool can be written.
  public var templates: [DocumentTemplate] = []
  /// Mutants of guards as written, for mutation testing; empty unless the loader was asked to keep
  /// them.
  public var mutantsOfGuards: [GuardMutant] = []
  /// Named classes of steps, for claims about runs.
  public var stepClasses: [StepClass] = []
  /// What source documents state, and what shows it.
  public var statements: [Statement] = []
  /// The declared effects, by name.
  public var effects: [String: Effect] = [:]
  /// What counts as one attempt, for catalogues of paths; nil where the model has none.
  public var attempt: Attempt?
  /// What people say instead of names of the table, by name.
  public var plainWords: [String: String] = [:]
  /// The words by which next steps and answers speak of a factor, where not by its name.
  public var factorWords: [String: [String]] = [:]
  /// The tables under `words:` as they stand, by name; see ``LocatedNode``.
  package var wordTables: [String: LocatedNode] = [:]
  /// What documents call the values of parameters, in order of declaration.
  public var documentWords: [DocumentWord] = []
  /// What persons hold, in order of declaration.
  public var means: [Means] = []
  /// Where questions about means begin; nil where the model has none.
  public var access: Access?
  /// The kinds of evidence, by name.
  public var evidence: [String: EvidenceKind] = [:]
  /// The slot that says which message is under way, if the model has messages.
  public var messageSlot: Int?
  /// The slot that says what the app received, if the model sends it anything.
  public var answerSlot: Int?
  /// The lines of each file, for carets.
  public var sources: [String: [String]] = [:]

  /// A model without declarations.
  public init() {}

  /// The parameters and assumptions, in order of declaration.
  public var parameters: [Int] { slots.indices.filter { slots[$0].isParameter } }

  /// What a table of words has; nothing where the model has none of the name.
  package func entries(ofWords table: String) -> [LocatedNode.Entry] {
    wordTables[table]?.entries ?? []
  }

  /// The parameter or assumption of that name, or nil.
  public func parameter(named name: String) -> Int? {
    let stem = String(name.prefix { $0 != "[" })
    return symbols[stem]?.slots.first { slots[$0].name == name && slots[$0].isParameter }
  }

  /// The position of the action of that name, or nil. Linear.
  public func action(named name: String) -> Int? { actions.firstIndex { $0.name == name } }
  /// The position of the component of that name, or nil. Linear.
  public func component(named name: String) -> Int? { components.firstIndex { $0.name == name } }
  /// The position of the message of that name, or nil. Linear.
  public func message(named name: String) -> Int? { messages.firstIndex { $0.name == name } }

  /// A slot's value as an author would write it.
  public func text(of value: Int, in slot: Int) -> String {
    types.text(of: value, as: slots[slot].type)
  }

  /// The same in the words that the table `said` has for a member of the slot's enum.
  public func said(_ value: Int, in slot: Int) -> String {
    let text = text(of: value, in: slot)
    let words = types.enumeration(of: slots[slot].type).flatMap { wordTables["said"]?[$0.name] }
    return words?[text]?.text ?? text
  }

  /// A diagnostic with the line it points at.
  public func diagnostic(
    _ code: String, _ severity: Diagnostic.Severity = .error, at location: SourceLocation,
    _ message: String, remedy: String = ""
  ) -> Diagnostic {
    let lines = sources[location.file] ?? []
    return Diagnostic(code, severity, at: location, message, remedy: remedy)
      .pointing(into: lines)
  }

  /// True in the states that are left at once: a message is under way to a component, or a
  /// component is in an urgent location.
  public var urgency: Expression {
    var reasons: [Expression] = []
    if let messageSlot { reasons.append(.not(.equal(.slot(messageSlot), .constant(0)))) }
    for component in components {
      reasons += component.urgent.map { .equal(.slot(component.locationSlot), .constant($0)) }
    }
    return .or(reasons)
  }

  /// What must hold for a row to fire, its ladder's earlier rungs aside: its trigger, its place and
  /// its `when:`.
  public func guardExpression(of row: Row) -> Expression {
    .and([triggerExpression(of: row.trigger), placeExpression(of: row), row.when])
  }

  /// When a row's trigger is there: an action finds the system at rest and the action enabled, a
  /// message is under way, a row without trigger waits until no message is.
  public func triggerExpression(of trigger: Row.Trigger) -> Expression {
    switch trigger {
    case .action(let action): return .and([.not(urgency), actions[action].enabled])
    case .message(let message):
      guard let messageSlot else { return .no }
      return .equal(.slot(messageSlot), .constant(messages[message].code))
    case .none:
      guard let messageSlot else { return .yes }
      return .equal(.slot(messageSlot), .constant(0))
    }
  }

  /// Whether the row's component is in one of the locations that the row leaves.
  public func placeExpression(of row: Row) -> Expression {
    guard let component = row.component, let from = row.from else { return .yes }
    let slot = components[component].locationSlot
    return .or(from.map { .equal(.slot(slot), .constant($0)) })
  }
}
