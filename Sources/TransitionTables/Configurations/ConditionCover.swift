public import StateSpace

/// A condition over slots as an irredundant sum of prime implicants whose literals are sets of
/// values.
///
/// The condition is true in all of one diagram, false in all of another, and arbitrary elsewhere:
/// in illegal configurations and in impossible records. A **literal** gives the admitted values of
/// a slot, or whether a member is in a set. A **term** is a conjunction of literals. It is *prime*:
/// no literal can be dropped or extended by a value without covering part of the false diagram. The
/// sum is *irredundant*: no term can be omitted.
///
/// Among several primes for one valuation, the one with the fewest literals is chosen, then the one
/// that covers most, then the one whose literals are declared first. So the result depends only on
/// the functions and on the order of declaration.
///
/// Cost: for each term about the square of the number of slots in diagram operations.
/// Source: Quine, McCluskey; Rudell and Sangiovanni-Vincentelli, "Multiple-valued minimization",
/// 1987, whose EXPAND and IRREDUNDANT steps these are.
public struct ConditionCover {
  /// The values that a term admits for one slot, or for one member of a set.
  public struct Literal: Hashable, Sendable {
    public var slot: Int
    /// The member of the set; nil for slots of other types.
    public var member: Int?
    /// The admitted values, ascending; for a member 1 means in the set, 0 not in it.
    public var values: [Int]
  }

  /// A slot, or a member of a set, that a literal can restrict.
  private struct Atom {
    var slot: Int
    var member: Int?
    var values: [Int]
    /// The condition for each of its values.
    var diagrams: [Diagram]
  }

  private let space: SymbolicSpace
  private let atoms: [Atom]

  /// A cover of conditions over some slots of a space, in the order of their declaration.
  public init(space: SymbolicSpace, slots: [Int]) {
    self.space = space
    atoms = slots.sorted().flatMap { slot -> [Atom] in
      guard case .set = space.model.slots[slot].type else {
        let values = space.model.types.values(of: space.model.slots[slot].type)
        return [
          Atom(
            slot: slot, member: nil, values: values,
            diagrams: values.map { space.equality(slot, $0) })
        ]
      }
      return (space.bits[slot] ?? []).enumerated().map { member, variable in
        let has = space.diagrams.variable(variable)
        return Atom(
          slot: slot, member: member, values: [0, 1], diagrams: [space.diagrams.not(has), has])
      }
    }
  }

  /// Returns the terms, in the order of their literals; no term where the condition is never true,
  /// one empty term where it needs no restriction.
  ///
  /// - Parameters:
  ///   - on: the set where the condition is true; it contains only valid bit patterns.
  ///   - off: the set where the condition is false; disjoint from `on`.
  public func terms(true on: Diagram, false off: Diagram) -> [[Literal]] {
    var primes: [(admitted: [[Bool]], diagram: Diagram)] = []
    var rest = on
    while rest != .no, space.diagrams.limit?.stop == nil {
      let prime = bestPrime(covering: rest, off: off)
      let diagram = self.diagram(of: prime)
      primes.append((prime, diagram))
      rest = space.diagrams.and(rest, space.diagrams.not(diagram))
    }
    // Earlier terms cover most, so later ones are tested for redundancy first.
    for position in primes.indices.reversed() {
      let others = primes.indices.filter { $0 != position }.map { primes[$0].diagram }
      if space.diagrams.implies(on, space.diagrams.or(others)) == .yes {
        primes.remove(at: position)
      }
    }
    return primes.map { literals(of: $0.admitted) }.sorted { key(of: $0) < key(of: $1) }
  }

  // MARK: Primes

  /// Returns a prime around the least valuation of a diagram.
  private func bestPrime(covering rest: Diagram, off: Diagram) -> [[Bool]] {
    let seed = self.seed(in: rest)
    // For each atom one expansion tries to keep it.
    var best: (admitted: [[Bool]], literals: Int, size: Double)?
    for favourite in [nil] + atoms.indices.map(Optional.some) {
      let prime = expanded(seed, off: off, keeping: favourite)
      let count = prime.count { $0.contains(false) }
      if let best, best.literals < count { continue }
      let covered = space.diagrams.and(rest, diagram(of: prime))
      let size = space.diagrams.count(covered)
      if let best, best.literals == count, best.size >= size { continue }
      best = (prime, count, size)
    }
    return best?.admitted ?? seed
  }

  /// Returns the admitted values of each atom for one valuation of a diagram that is not empty.
  private func seed(in diagram: Diagram) -> [[Bool]] {
    var rest = diagram
    return atoms.map { atom in
      for (position, place) in atom.diagrams.enumerated() {
        let chosen = space.diagrams.and(rest, place)
        guard chosen != .no else { continue }
        rest = chosen
        return atom.values.indices.map { $0 == position }
      }
      return atom.values.map { _ in true }
    }
  }

  /// Extends a term as far as it stays disjoint from `off`: first whole atoms, the last declared
  /// first and the favourite at the end, then single values.
  private func expanded(_ seed: [[Bool]], off: Diagram, keeping favourite: Int?) -> [[Bool]] {
    var admitted = seed
    var order = Array(atoms.indices.reversed())
    if let favourite { order.removeAll { $0 == favourite } }
    for atom in order + (favourite.map { [$0] } ?? []) {
      let own = admitted[atom]
      admitted[atom] = own.map { _ in true }
      if space.diagrams.and(diagram(of: admitted), off) != .no { admitted[atom] = own }
    }
    for atom in atoms.indices where admitted[atom].contains(false) {
      for value in admitted[atom].indices where !admitted[atom][value] {
        admitted[atom][value] = true
        if space.diagrams.and(diagram(of: admitted), off) != .no { admitted[atom][value] = false }
      }
    }
    return admitted
  }

  private func diagram(of admitted: [[Bool]]) -> Diagram {
    var result = Diagram.yes
    // Conjunctions are cheapest when they grow from the last variable to the first.
    for (atom, chosen) in zip(atoms, admitted).reversed() where chosen.contains(false) {
      let places = zip(atom.diagrams, chosen).filter(\.1).map(\.0)
      result = space.diagrams.and(space.diagrams.or(places), result)
    }
    return result
  }

  /// Returns the condition that at least one of some terms holds.
  public func diagram(of terms: [[Literal]]) -> Diagram {
    space.diagrams.or(
      terms.map { term in
        term.reduce(Diagram.yes) { space.diagrams.and($0, diagram(of: $1)) }
      })
  }

  private func diagram(of literal: Literal) -> Diagram {
    guard let atom = atoms.first(where: { $0.slot == literal.slot && $0.member == literal.member })
    else { return .yes }
    let places = zip(atom.values, atom.diagrams).filter { literal.values.contains($0.0) }
    return space.diagrams.or(places.map(\.1))
  }

  // MARK: Words

  private func literals(of admitted: [[Bool]]) -> [Literal] {
    zip(atoms, admitted).compactMap { atom, chosen in
      guard chosen.contains(false) else { return nil }
      return Literal(
        slot: atom.slot, member: atom.member,
        values: zip(atom.values, chosen).filter(\.1).map(\.0))
    }
  }

  private struct SortKey: Comparable {
    var numbers: [Int]
    static func < (a: SortKey, b: SortKey) -> Bool {
      a.numbers.lexicographicallyPrecedes(b.numbers)
    }
  }

  private func key(of term: [Literal]) -> SortKey {
    SortKey(numbers: term.flatMap { [$0.slot, $0.member ?? -1] + $0.values })
  }

  /// Returns a term in words, one part for each slot: `mfa = required`,
  /// `recovery is email or legacy`, `mfaMethods has sms, no totp`.
  ///
  /// A prime may admit values that are impossible together with the rest of it. The words omit
  /// them, because a reader would take them for possible.
  /// - Parameters:
  ///   - term: the literals, joined by "and".
  ///   - possible: the possible valuations, such as the legal configurations.
  public func words(of term: [Literal], among possible: Diagram = .yes) -> [String] {
    let model = space.model
    let term = narrowed(term, to: possible)
    return Set(term.map(\.slot)).sorted().map { slot in
      let own = term.filter { $0.slot == slot }
      let name = model.slots[slot].name
      if case .set(let id) = model.slots[slot].type {
        // Present members come first: a member after “no sms” would be read as absent.
        let (with, without) = (own.filter { $0.values == [1] }, own.filter { $0.values != [1] })
        let members = { (literals: [Literal]) in
          literals.compactMap { $0.member.map { model.types.enums[id].members[$0] } }
        }
        let parts = members(with) + members(without).map { "no \($0)" }
        return "\(name) has \(parts.joined(separator: ", "))"
      }
      let type = model.slots[slot].type
      let admitted = own.first?.values ?? []
      let others = model.types.values(of: type).filter { !admitted.contains($0) }
      if others.count == 1, admitted.count > 2 {
        return "\(name) is not \(model.types.text(of: others[0], as: type))"
      }
      let texts = admitted.map { model.types.text(of: $0, as: type) }
      guard let last = texts.last, texts.count > 1 else {
        return "\(name) = \(texts.first ?? "")"
      }
      return "\(name) is \(texts.dropLast().joined(separator: ", ")) or \(last)"
    }
  }

  /// Returns a term for readers who do not know the table, one clause for each slot, in the phrases
  /// of the slot's `says:`: `who has no phone number`. A slot without phrases is described as by
  /// ``words(of:among:)``: `whose key is none or lost`.
  ///
  /// - Parameters:
  ///   - term: the literals, joined by "and".
  ///   - possible: the possible valuations.
  public func clauses(of term: [Literal], among possible: Diagram = .yes) -> [String] {
    let model = space.model
    let narrowed = narrowed(term, to: possible)
    let plain = words(of: term, among: possible)
    return zip(Set(term.map(\.slot)).sorted(), plain).flatMap { slot, words -> [String] in
      guard let sayings = model.slots[slot].sayings else { return ["whose \(words)"] }
      return narrowed.filter { $0.slot == slot }.map { literal in
        guard let member = literal.member else {
          let all = model.types.values(of: model.slots[slot].type)
          return "who " + sayings.words(ofValues: literal.values, among: all)
        }
        return "who " + sayings.words(ofMember: member, isIn: literal.values == [1])
      }
    }
  }

  /// Returns a term without the values that are impossible together with the rest of it.
  private func narrowed(_ term: [Literal], to possible: Diagram) -> [Literal] {
    let met = term.reduce(possible) { space.diagrams.and($0, diagram(of: $1)) }
    return term.map { literal in
      var literal = literal
      let had = literal.values.filter { value in
        var alone = literal
        alone.values = [value]
        return space.diagrams.and(met, diagram(of: alone)) != .no
      }
      if !had.isEmpty { literal.values = had }
      return literal
    }
  }
}
