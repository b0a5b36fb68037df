import StateSpace

/// The machine of a family while it is made: compiled in the order of the table, and moved to an
/// order of variables that suits its steps.
struct FamilyBuild {
  /// A machine under its final order, with the ways to and from the conditions of the compiler.
  struct Moved {
    var machine: SymbolicMachine
    var steps: WholeSteps
    var inward: DiagramTranslation
    var outward: DiagramTranslation
    var states: Diagram
    /// The variables that hold locations.
    var locations: [Int]
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

  init(model: Model, closed: [Int: Int], open: [Int], observers: Set<Int>, bytes: Int) {
    self.open = open
    let compiler = RuleCompiler(
      model: model, parameters: closed, observers: observers, open: open)
    self.compiler = compiler
    let space = compiler.space
    legal = space.legal(open)
    bits = Self.bits(of: compiler, open: open)
    fields = Self.fields(of: compiler, open: open, bits)
    // Locations and messages decide first which rules can follow each other.
    let listed = fields.flatMap { $0.reversed() }
    let places = Dictionary(
      zip(listed, listed.indices), uniquingKeysWith: { first, _ in first })
    let diagrams = DecisionDiagrams(variableCount: max(listed.count, 1))
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
    steps = draft.wholeSteps(limits: WholeSteps.Limits(bytes: bytes)) {
      labels[Int(draft.rules[$0].label)].action ?? -1
    }
  }

  /// The bit that each variable of the space stands for; open parameters lie behind all words.
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
    // A space without any variable has one that stands for nothing.
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

  /// The machine under an order that suits it, starting in some configurations.
  func moved(startingIn configurations: Diagram) -> Moved {
    let order = VariableOrder(draft, steps, fields: fields)
      .forced(keeping: compiler.model.components.count)
    let places = Dictionary(zip(order, order.indices), uniquingKeysWith: { first, _ in first })
    let diagrams = DecisionDiagrams(variableCount: max(order.count, 1))
    let variables = bits.map { places[$0] ?? 0 }
    let inward = DiagramTranslation(from: space.diagrams, to: diagrams, variables: variables)
    // What it remembers is gone when the search frees what it does not need.
    var first = inward
    var back = [Int](repeating: 0, count: diagrams.variableCount)
    for (variable, bit) in bits.enumerated() {
      if let place = places[bit] { back[place] = variable }
    }
    let outward = DiagramTranslation(from: diagrams, to: space.diagrams, variables: back)
    let isOpen = Set(open.flatMap { space.bits[$0] ?? [] }.map { bits[$0] })
    let states = order.indices.filter { !isOpen.contains(order[$0]) }
    var parts = Self.parts(compiler, order, diagrams)
    let initial = compiler.initialState
    let start = diagrams.cube(
      states.map { variable in
        let bit = order[variable]
        return Literal(
          variable: variable,
          value: bit.word < initial.count && initial[bit.word] & bit.mask != 0)
      })
    parts.initial = diagrams.and(first.translate(configurations), start)
    parts.urgent = first.translate(space.condition(compiler.model.urgency))
    let machine = SymbolicMachine(parts)
    return Moved(
      machine: machine, steps: steps.moved(from: draft, to: machine), inward: inward,
      outward: outward, states: diagrams.conjunction(of: states),
      locations: fields.prefix(compiler.model.components.count).joined()
        .compactMap { places[$0] }.sorted())
  }

  /// Locations first, then the other slots of the state, then the open parameters.
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
