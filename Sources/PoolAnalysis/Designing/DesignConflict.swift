import Findings
import SignIn
import TransitionTables

/// Explains why nothing fulfils some wishes: a minimal subset of them and of the base's settings.
struct DesignConflict {
  let model: Model
  let wishes: [Wish]
  let pool: LoadedPool

  /// A setting with its fixed value.
  typealias Value = (slot: Int, value: Int)

  /// The closed settings that conditions can read, with their values. Defaults come first and the
  /// settings of the command line last, so that these are named only where nothing else is to
  /// blame.
  func laidDown(among slots: Set<Int>) -> [Value] {
    func rank(_ slot: Int) -> Int {
      switch pool.origins[slot] {
      case .commandLine: 2
      case .document: 1
      default: 0
      }
    }
    return slots.filter { slot in
      model.slots[slot].isSetting && model.slots[slot].kind == .parameter
        && !pool.open.contains(slot)
    }
    .sorted { (rank($0), $0) < (rank($1), $1) }
    .map { ($0, pool.closed[$0] ?? model.slots[$0].initial) }
  }

  /// The parameters that rules of legality and wishes read.
  var slotsRead: Set<Int> {
    Set(
      model.legality.filter(\.isError).flatMap(\.forbid.slots) + wishes.flatMap(\.condition.slots))
  }

  /// The conflict of wishes whose settings are impossible with the base's settings.
  var ofSettings: PoolDesign.Conflict {
    let values = laidDown(among: slotsRead)
    let parts = space(opening: values)
    let demands = parts.laidDown(values) + parts.settings
    return conflict(
      of: parts.conflict(among: demands).map(\.origin), values, among: demands, in: parts)
  }

  /// The space of all open settings, with some closed settings opened too.
  func space(opening values: [Value]) -> DesignSpace {
    let opened = pool.opening(values.map(\.slot))
    return DesignSpace(model: model, wishes: wishes, open: opened.open, closed: opened.closed)
  }

  /// Describes demands that nothing fulfils together.
  ///
  /// - Parameters:
  ///   - kept: the origins of the demands in the conflict.
  ///   - values: the fixed values of the settings among them.
  ///   - demands: all demands.
  ///   - parts: the space of configurations that the demands are about.
  func conflict(
    of kept: [DesignSpace.Demand.Origin], _ values: [Value],
    among demands: [DesignSpace.Demand], in parts: DesignSpace
  ) -> PoolDesign.Conflict {
    var (numbers, reasons, settings) = (Set<Int>(), [PoolDesign.Reason](), [PoolDesign.LaidDown]())
    for origin in kept {
      switch origin {
      case .rule(let position): reasons.append(reason(model.legality[position]))
      case .property(let id): reasons += reason(id)
      case .wish(let number): numbers.insert(number)
      case .claim(let number, let id):
        numbers.insert(number)
        reasons += reason(id)
      case .setting(let slot):
        guard let value = values.first(where: { $0.slot == slot })?.value else { continue }
        settings.append(laidDown(slot, value))
      }
    }
    if reasons.isEmpty { reasons = clashes(of: kept, among: demands, in: parts) }
    var seen: Set<String> = []
    return PoolDesign.Conflict(
      wishes: numbers.sorted().map { wishes[$0] }, settings: settings,
      reasons: reasons.filter { seen.insert($0.id).inserted })
  }

  /// The greatest number of values that are listed.
  private static let mostValues = 3

  /// The settings for which demands leave no common value: the reason where no rule or property is
  /// one.
  private func clashes(
    of kept: [DesignSpace.Demand.Origin], among demands: [DesignSpace.Demand],
    in parts: DesignSpace
  ) -> [PoolDesign.Reason] {
    let own = demands.filter { kept.contains($0.origin) }
    let slots = Set(own.flatMap(slots)).intersection(parts.open).sorted()
    let reasons = slots.compactMap { slot -> PoolDesign.Reason? in
      let all = model.types.values(of: model.slots[slot].type)
      let left = own.map { demand in
        (demand.origin, Set(all.filter { parts.leaves($0, of: slot, in: demand) }))
      }.filter { $0.1.count < all.count }
      guard left.reduce(Set(all), { $0.intersection($1.1) }).isEmpty else { return nil }
      let texts = left.map { origin, values in
        let names = values.sorted().map { model.text(of: $0, in: slot) }
        return "\(name(of: origin)) leaves "
          + (names.count > Self.mostValues
            ? "\(names.count) of \(all.count) values" : names.joined(separator: " or "))
      }
      return PoolDesign.Reason(
        id: model.slots[slot].name, text: texts.joined(separator: ", "), source: nil)
    }
    guard reasons.isEmpty, !slots.isEmpty else { return reasons }
    return [
      PoolDesign.Reason(
        id: slots.map { model.slots[$0].name }.joined(separator: ", "),
        text: "no values of these settings are left by all of them together", source: nil)
    ]
  }

  private func slots(of demand: DesignSpace.Demand) -> Set<Int> {
    switch demand.origin {
    case .wish(let number): Set(wishes[number].condition.slots)
    case .setting(let slot): [slot]
    case .rule, .property, .claim: []
    }
  }

  private func name(of origin: DesignSpace.Demand.Origin) -> String {
    if case .wish(let number) = origin { wishes[number].id } else { "what is laid down" }
  }

  /// A setting with its place in the base.
  func laidDown(_ slot: Int, _ value: Int) -> PoolDesign.LaidDown {
    var line = ""
    if case .document(let place) = pool.origins[slot], let lines = pool.lines[place.file],
      lines.indices.contains(place.line - 1)
    {
      line = String(lines[place.line - 1].drop { $0.isWhitespace }.prefix(60))
    }
    return PoolDesign.LaidDown(
      setting: model.slots[slot].name, value: model.text(of: value, in: slot),
      origin: pool.origins[slot], line: line)
  }

  private func reason(_ rule: LegalityRule) -> PoolDesign.Reason {
    let texts = [rule.documentation, rule.refusal, rule.forbidText]
    return PoolDesign.Reason(
      id: rule.id, text: texts.first { !$0.isEmpty } ?? "", source: rule.source)
  }

  private func reason(_ id: String) -> [PoolDesign.Reason] {
    model.properties.filter { $0.fullID == id }.map {
      PoolDesign.Reason(id: id, text: $0.prose, source: $0.source)
    }
  }
}

extension LoadedPool {
  /// The pool with more of its parameters open.
  func opening(_ slots: [Int]) -> LoadedPool {
    var pool = self
    pool.open = Set(open + slots).sorted()
    for slot in pool.open { pool.closed[slot] = nil }
    return pool
  }
}
