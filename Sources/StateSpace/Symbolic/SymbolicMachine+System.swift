extension SymbolicMachine {
  /// The machine of a transition system.
  ///
  /// - Parameters:
  ///   - system: a system that is well formed, see ``TransitionSystem/validate()``.
  ///   - order: the bits in the order of the variables. Bits that the system uses and that the
  ///     order omits come last.
  ///   - limit: the limit that may end the work early; the machine means nothing then.
  public convenience init(
    _ system: TransitionSystem, order: [StateBit], limit: WorkLimit? = nil
  ) {
    let used = system.usedBits
    let listed = Set(order)
    let bits = order.filter(used.contains) + used.subtracting(listed).sorted()
    var parts = Parts(
      diagrams: DecisionDiagrams(variableCount: bits.count), bits: bits,
      wordCount: system.wordCount, restingWordCount: system.restingWordCount)
    parts.diagrams.limit = limit
    let reader = SymbolicMachine(parts)
    let transient = Set(StateBit.bits(of: system.transient))
    let observed = Set(StateBit.bits(of: system.observed))
    parts.transient = bits.indices.filter { transient.contains(bits[$0]) }
    parts.observed = bits.indices.filter { observed.contains(bits[$0]) }
    parts.initial = parts.diagrams.or(system.initialStates.map(reader.set))
    parts.urgent = reader.set(of: system.urgent)
    parts.rules = system.rules.map { rule in
      let written = StateBit.bits(of: zip(rule.clear, rule.set).map { $0 | $1 })
      let literals = written.compactMap { bit in
        reader.variables[bit].map {
          Literal(variable: $0, value: rule.set[bit.word] & bit.mask != 0)
        }
      }
      return Rule(
        condition: reader.set(of: rule.cubes), change: parts.diagrams.cube(literals),
        label: rule.label)
    }
    self.init(parts)
  }
}

extension TransitionSystem {
  /// The system as a machine with its whole steps, with variables in the order of the fields. That
  /// order suits the composition of steps; ``SymbolicSearch`` looks for one that suits sets of
  /// states.
  ///
  /// - Parameters:
  ///   - fields: the bits of each value; first the value that nearly every rule tests, usually a
  ///     location.
  ///   - watch: the rules whose firing is recorded.
  ///   - limits: see ``SymbolicMachine/wholeSteps(watching:limits:kind:)``.
  ///   - kind: returns the kind of the rule with an index.
  public func symbolic(
    fields: [[StateBit]], watching watch: RuleWatch = RuleWatch(),
    limits: WholeSteps.Limits = WholeSteps.Limits(), kind: (Int) -> Int
  ) -> (machine: SymbolicMachine, steps: WholeSteps) {
    let machine = SymbolicMachine(
      self, order: fields.flatMap { $0.reversed() }, limit: limits.work)
    return (machine, machine.wholeSteps(watching: watch, limits: limits, kind: kind))
  }

  /// The bits that are set in some initial state or by some rule. All others are always zero.
  var usedBits: Set<StateBit> {
    var words = [UInt64](repeating: 0, count: wordCount)
    for state in initialStates {
      for word in state.indices { words[word] |= state[word] }
    }
    for rule in rules {
      for word in words.indices { words[word] |= rule.set[word] }
    }
    return Set(StateBit.bits(of: words))
  }
}
