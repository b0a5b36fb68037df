extension TransitionSystem {
  /// Checks that every array of words has the right length and that states at rest fit into
  /// `restingWordCount` words.
  ///
  /// - Throws: the first ``TransitionSystemError`` found. Costs one pass over the rules.
  public func validate() throws(TransitionSystemError) {
    guard (1...8).contains(wordCount), restingWordCount >= 1, restingWordCount <= wordCount else {
      throw .wordCounts(wordCount: wordCount, restingWordCount: restingWordCount)
    }
    guard (0...Self.mostSelectorBits).contains(selectorBits) else {
      throw .selectorBits(selectorBits)
    }
    try check("the transient row", transient)
    try check("the observed row", observed)
    for (index, cube) in urgent.enumerated() { try check("urgent cube \(index)", cube) }
    for (index, rule) in rules.enumerated() { try check(index, rule) }
    for invariant in invariants {
      for cube in invariant.badCubes { try check("invariant \(invariant.name)", cube) }
    }
    try checkInitialStates()
  }

  private func check(_ name: String, _ row: [UInt64]) throws(TransitionSystemError) {
    guard row.count == wordCount else { throw .rowLength(name, words: row.count) }
  }

  private func check(_ name: String, _ cube: PackedCube) throws(TransitionSystemError) {
    try check(name, cube.mask)
    try check(name, cube.value)
  }

  private func check(_ index: Int, _ rule: TransitionRule) throws(TransitionSystemError) {
    for cube in rule.cubes { try check("a cube of rule \(index)", cube) }
    try check("the clear row of rule \(index)", rule.clear)
    try check("the set row of rule \(index)", rule.set)
    for word in restingWordCount..<wordCount where rule.set[word] & ~transient[word] != 0 {
      throw .lastingBitsBeyondRest(rule: index)
    }
  }

  private func checkInitialStates() throws(TransitionSystemError) {
    guard !initialStates.isEmpty else { throw .noInitialState }
    for (index, state) in initialStates.enumerated() {
      guard state.count == wordCount || state.count == restingWordCount else {
        throw .rowLength("initial state \(index)", words: state.count)
      }
      let atRest = state.indices.allSatisfy { word in
        state[word] & transient[word] == 0 && (word < restingWordCount || state[word] == 0)
      }
      guard atRest else { throw .initialStateNotAtRest(index) }
      guard !isUrgent(state) else { throw .urgentInitialState(index) }
    }
  }
}
