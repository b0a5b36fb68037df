import StateSpace

/// The machine of a family during its construction, in the order of the table.
struct FamilyBuild {
  /// The translations between a search of the family and the compiler, for the search's final
  /// variable order.
  struct Names {
    /// From conditions of the compiler's space to sets of the search, and back.
    var inward: DiagramTranslation
    var outward: DiagramTranslation
    /// The conjunction of all variables in the search's states except those of open parameters.
    var states: Diagram
  }

  let compiler: RuleCompiler
  /// The legal configurations.
  let legal: Diagram
  private let open: [Int]
  private let bits: [StateBit]
  private let fields: [[StateBit]]
  private let draft: SymbolicMachine
  private let steps: WholeSteps

  private var space: SymbolicSpace { compiler.space }

  private let limit: WorkLimit

  init(
    model: Model, closed: [Int: Int], open: [Int], observers: Set<Int>, limit: WorkLimit
  ) {
    (self.open, self.limit) = (open, limit)
    let compiler = RuleCompiler(
      model: model, parameters: closed, observers: observers, open: open)
    self.compiler = compiler
    let space = compiler.space
    space.diagrams.limit = limit
    legal = space.legal(open)
    bits = Self.bits(of: compiler, open: open)
    fields = Self.fields(of: compiler, open: open, bits)
    // Locations and messages are first in the order: they determine which rules can follow each
    // other.
    let listed = fields.flatMap { $0.reversed() }
    let places = Dictionary(
      zip(listed, listed.indices), uniquingKeysWith: { first, _ in first })
    let diagrams = DecisionDiagrams(variableCount: max(listed.count, 1))
    diagrams.limit = limit
    var translation = DiagramTranslation(
      from: space.diagrams, to: diagrams, variables: bits.map { places[$0] ?? 0 })
    var parts = Self.parts(compiler, listed, diagrams)
    compiler.takesPart = { condition, change, label in
      let live = space.diagrams.and(condition, space.validity(around: condition))
      guard live != .no else { return }
      let written = StateBit.bits(of: zip(change.clear, change.set).map { $0 | $1 })
      let literals = written.compactMap { bit in
        places[bit].map {
          Literal(variable: $0, value: change.set[bit.word] & bit.mask != 0)
        }
      }
      parts.rules.append(
        SymbolicMachine.Rule(
          condition: translation.translate(live), change: diagrams.cube(literals),
          label: Int32(label)))
    }
    let labels = compiler.compileParts()
    compiler.takesPart = nil
    parts.urgent = translation.translate(space.condition(model.urgency))
    let draft = SymbolicMachine(parts)
    self.draft = draft
    steps = draft.wholeSteps(limits: WholeSteps.Limits(bytes: limit.maximumBytes)) {
      labels[Int(draft.rules[$0].label)].action ?? -1
    }
  }

  /// The bit that each variable of the space stands for; open parameters are placed after all
  /// words.
  private static func bits(of compiler: RuleCompiler, open: [Int]) -> [StateBit] {
    let (space, layout) = (compiler.space, compiler.layout)
    var bits = [StateBit?](repeating: nil, count: space.diagrams.variableCount)
    for (slot, variables) in space.bits {
      guard let field = layout.fields[slot] else { continue }
      for (position, variable) in variables.enumerated() {
        bits[variable] = StateBit(word: field.word, place: field.shift + position)
      }
    }
    for (position, variable) in open.flatMap({ space.bits[$0] ?? [] }).enumerated() {
      bits[variable] = StateBit(word: layout.wordCount + position / 64, place: position % 64)
    }
    // A space without variables has one dummy variable.
    return bits.map { $0 ?? StateBit(word: layout.wordCount + 64, place: 0) }
  }

  private static func parts(
    _ compiler: RuleCompiler, _ bits: [StateBit], _ diagrams: DecisionDiagrams
  ) -> SymbolicMachine.Parts {
    let words = (bits.map(\.word).max() ?? 0) + 1
    var parts = SymbolicMachine.Parts(
      diagrams: diagrams, bits: bits, wordCount: words, restingWordCount: words)
    let transient = Set(StateBit.bits(of: compiler.mask { $0.isTransient }))
    parts.transient = bits.indices.filter { transient.contains(bits[$0]) }
    return parts
  }

  /// Returns a search, not yet begun, that starts in some configurations.
  func search(startingIn configurations: Diagram) -> SymbolicSearch {
    let model = compiler.model
    var translation = DiagramTranslation(
      from: space.diagrams, to: draft.diagrams, variables: variables(of: draft))
    var parts = Self.parts(compiler, draft.bits, draft.diagrams)
    let initial = compiler.initialState
    let start = parts.diagrams.cube(
      states(of: draft).map { variable in
        let bit = draft.bits[variable]
        return Literal(
          variable: variable,
          value: bit.word < initial.count && initial[bit.word] & bit.mask != 0)
      })
    parts.initial = parts.diagrams.and(translation.translate(configurations), start)
    parts.urgent = draft.urgent
    return SymbolicSearch(
      SymbolicMachine(parts), steps, fields: fields, locations: model.components.count,
      maximumBytes: limit.maximumBytes,
      isEager: { $0 >= 0 && model.actions[$0].actor != Action.app })
  }

  /// Returns the translations between the compiler's space and a machine with the same bits.
  func names(in machine: SymbolicMachine) -> Names {
    let inward = variables(of: machine)
    var outward = [Int](repeating: 0, count: machine.diagrams.variableCount)
    for (variable, place) in inward.enumerated() { outward[place] = variable }
    return Names(
      inward: DiagramTranslation(from: space.diagrams, to: machine.diagrams, variables: inward),
      outward: DiagramTranslation(from: machine.diagrams, to: space.diagrams, variables: outward),
      states: machine.diagrams.conjunction(of: states(of: machine)))
  }

  /// Returns the machine's variable for each variable of the space, matched by their bits.
  private func variables(of machine: SymbolicMachine) -> [Int] {
    let places = Dictionary(
      zip(machine.bits, machine.bits.indices), uniquingKeysWith: { first, _ in first })
    return bits.map { places[$0] ?? 0 }
  }

  /// The variables of a machine that do not belong to open parameters.
  private func states(of machine: SymbolicMachine) -> [Int] {
    let isOpen = Set(open.flatMap { space.bits[$0] ?? [] }.map { bits[$0] })
    return machine.bits.indices.filter { !isOpen.contains(machine.bits[$0]) }
  }

  /// The bits in order: locations first, then the other slots of the state, then open parameters.
  private static func fields(
    of compiler: RuleCompiler, open: [Int], _ bits: [StateBit]
  ) -> [[StateBit]] {
    let (space, layout) = (compiler.space, compiler.layout)
    let slots = space.bits.keys.sorted().filter { layout.fields[$0] != nil }.sorted { a, b in
      guard let x = layout.fields[a], let y = layout.fields[b] else { return a < b }
      return (x.word, x.shift) < (y.word, y.shift)
    }
    return (slots + open).map { slot in (space.bits[slot] ?? []).map { bits[$0] } }
      .filter { !$0.isEmpty }
  }
}
