/// A model after loading: names resolved, types checked, rows instantiated, everything by position.
///
/// A model is a value and knows nothing of files. Each declaration keeps its location, and
/// ``sources`` the text of the files, so that any later diagnostic can show the offending line.
public struct Model: Sendable {
  /// The name that the tables give the model; empty where they give none.
  public var name: String = ""
  /// The layers that were merged into the model, in the order in which they were applied.
  public var layers: [String] = []
  /// The enums of the model.
  public var types = TypeTable()
  /// The cells of a valuation; all other declarations refer to them by position.
  public var slots: [Slot] = []
  /// Variables, parameters, locations (`pool.at`) and message fields (`M.f`), by name.
  public var symbols: [String: Symbol] = [:]
  /// The components, in order of declaration.
  public var components: [Component] = []
  /// The messages, in order of declaration.
  public var messages: [Message] = []
  /// The actions, in order of declaration.
  public var actions: [Action] = []
  /// The rows, in order of declaration, the instances of a `for:` next to each other.
  public var rows: [Row] = []
  /// Ladders and rows that stand alone, in order of declaration.
  public var groups: [RowGroup] = []
  /// Rules that the configuration must fulfil.
  public var legality: [LegalityRule] = []
  /// Rules about changes of a configuration that is deployed.
  public var changes: [ChangeRule] = []
  /// The calls that change settings of a deployed pool.
  public var updates: [SettingCall] = []
  /// The programs that make such calls.
  public var tools: [DeploymentTool] = []
  /// Parameters that bound an exploration.
  public var bounds: [ExplorationBound] = []
  /// The parts of the state space that are searched for counterexamples, the most ordinary first.
  public var counterexampleScopes: [CounterexampleScope] = []
  /// The ordinary values of parameters that no document states.
  public var ordinaryValues: [OrdinaryValues] = []
  /// States that must be impossible.
  public var never: [NeverConstraint] = []
  /// Variables that only properties read.
  public var observers: [Observer] = []
  /// The properties, one for each member where they are declared `for:` an enum.
  public var properties: [Property] = []
  /// Changes of settings that may make findings vanish, the least costly first.
  public var remedies: [Remedy] = []
  /// What a designer may require of a pool.
  public var wishes: [Wish] = []
  /// The costs of settings.
  public var prices: [Price] = []
  /// The formats in which a pool can be written.
  public var templates: [DocumentTemplate] = []
  /// Mutants of guards as written, for mutation testing; empty unless the loader was asked to keep
  /// them.
  public var mutantsOfGuards: [GuardMutant] = []
  /// Named classes of steps, for claims about runs.
  public var stepClasses: [StepClass] = []
  /// Statements of source documents, each with the evidence that shows it.
  public var statements: [Statement] = []
  /// The declared effects, by name.
  public var effects: [String: Effect] = [:]
  /// The definition of one sign-in attempt; nil where the model has none.
  public var attempt: Attempt?
  /// Plain words for names of the table, by name.
  public var plainWords: [String: String] = [:]
  /// The words that next steps and answers use for a factor instead of its name, by that
  /// name.
  public var factorWords: [String: [String]] = [:]
  /// The tables under `words:` as located nodes, by name; see ``LocatedNode``.
  package var wordTables: [String: LocatedNode] = [:]
  /// The words that documents use for the values of parameters, in order of declaration.
  public var documentWords: [DocumentWord] = []
  /// The means that persons hold, in order of declaration.
  public var means: [Means] = []
  /// The states in which questions about means begin; nil where the model declares none.
  public var access: Access?
  /// The kinds of evidence, by name.
  public var evidence: [String: EvidenceKind] = [:]
  /// The slot that holds which message is under way; nil where the model has no messages.
  public var messageSlot: Int?
  /// The slot that holds what the app received; nil where the model sends it nothing.
  public var answerSlot: Int?
  /// The lines of each file, by its name, for the excerpts of diagnostics.
  public var sources: [String: [String]] = [:]

  /// A model without declarations.
  public init() {}

  /// The parameters and assumptions, in order of declaration.
  public var parameters: [Int] { slots.indices.filter { slots[$0].isParameter } }

  /// The entries of a table of words; empty where the model has no table of that name.
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

  /// Returns a slot's value as an author would write it.
  public func text(of value: Int, in slot: Int) -> String {
    types.text(of: value, as: slots[slot].type)
  }

  /// Returns a slot's value in the words of the table `said`, or as an author would write it.
  public func said(_ value: Int, in slot: Int) -> String {
    let text = text(of: value, in: slot)
    let words = types.enumeration(of: slots[slot].type).flatMap { wordTables["said"]?[$0.name] }
    return words?[text]?.text ?? text
  }

  /// A diagnostic with the source line that it points at.
  public func diagnostic(
    _ code: String, _ severity: Diagnostic.Severity = .error, at location: SourceLocation,
    _ message: String, remedy: String = ""
  ) -> Diagnostic {
    let lines = sources[location.file] ?? []
    return Diagnostic(code, severity, at: location, message, remedy: remedy)
      .pointing(into: lines)
  }

  /// The condition that is true in urgent states, which are left at once: a message is under way to
  /// a component, or a component is in an urgent location.
  public var urgency: Expression {
    var reasons: [Expression] = []
    if let messageSlot { reasons.append(.not(.equal(.slot(messageSlot), .constant(0)))) }
    for component in components {
      reasons += component.urgent.map { .equal(.slot(component.locationSlot), .constant($0)) }
    }
    return .or(reasons)
  }

  /// The condition under which a row fires, apart from its ladder's earlier rungs: its trigger, its
  /// place and its `when:`.
  public func guardExpression(of row: Row) -> Expression {
    .and([triggerExpression(of: row.trigger), placeExpression(of: row), row.when])
  }

  /// The condition under which a row's trigger is present. For an action the system is at rest and
  /// the action enabled; for a message it is under way; without a trigger no message is under way.
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

  /// The condition that the row's component is in one of the locations that the row leaves.
  public func placeExpression(of row: Row) -> Expression {
    guard let component = row.component, let from = row.from else { return .yes }
    let slot = components[component].locationSlot
    return .or(from.map { .equal(.slot(slot), .constant($0)) })
  }
}
