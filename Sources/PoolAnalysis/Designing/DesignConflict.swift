import Findings
import SignIn
import TransitionTables

/// Why nothing fulfils some wishes: a smallest subset of them and of what the base lays down.
struct DesignConflict {
  let model: Model
  let wishes: [Wish]
  let pool: LoadedPool

  /// The closed settings that conditions can read, with their values: what nobody stated first,
  /// what the command line decides last, so that it is named only where nothing else is to blame.
  func laidDown(among slots: Set<Int>) -> [(slot: Int, value: Int)] {
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

  /// The parameters that rules and wishes read.
  var slotsRead: Set<Int> {
    Set(
      model.legality.filter(\.isError).flatMap(\.forbid.slots) + wishes.flatMap(\.condition.slots))
  }

  /// The conflict of wishes whose settings nothing fulfils next to what is laid down.
  var ofSettings: PoolDesign.Conflict {
    let values = laidDown(among: slotsRead)
    let parts = space(opening: values)
    return conflict(parts, parts.laidDown(values) + parts.settings, values)
  }

  /// Everything that could be chosen, with some closed settings among it.
  func space(opening values: [(slot: Int, value: Int)]) -> DesignSpace {
    let opened = pool.opening(values.map(\.slot))
    return DesignSpace(model: model, wishes: wishes, open: opened.open, closed: opened.closed)
  }

  /// A smallest subset of demands that nothing fulfils, in words.
  func conflict(
    _ parts: DesignSpace, _ demands: [DesignSpace.Demand], _ values: [(slot: Int, value: Int)]
  ) -> PoolDesign.Conflict {
    let kept = parts.conflict(among: demands)
    var (numbers, reasons, settings) = (Set<Int>(), [PoolDesign.Reason](), [PoolDesign.LaidDown]())
    for demand in kept {
      switch demand.origin {
      case .rule(let position): reasons.append(reason(model.legality[position]))
      case .property(let id): reasons += reason(id)
      case .wish(let number): numbers.insert(number)
      case .claim(let number, let id):
        numbers.insert(number)
        reasons += reason(id)
      case .setting(let slot):
        guard let value = values.first(where: { $0.slot == slot })?.value else { continue }
        let enough = parts.alternatives(to: slot, of: value, among: demands)
        // The subset leaves out the rules where properties are part of it, and what else the base
        // lays down; nobody is sent to what the service refuses.
        let some = kept + demands.filter { $0.isRule || $0.isSetting }
        let instead =
          enough.isEmpty ? parts.alternatives(to: slot, of: value, among: some) : enough
        settings.append(laidDown(slot, value, instead: instead, isEnough: !enough.isEmpty))
      }
    }
    var seen: Set<String> = []
    return PoolDesign.Conflict(
      wishes: numbers.sorted().map { wishes[$0] }, settings: settings,
      reasons: reasons.filter { seen.insert($0.id).inserted })
  }

  private func laidDown(
    _ slot: Int, _ value: Int, instead: [Int], isEnough: Bool
  ) -> PoolDesign.LaidDown {
    var line = ""
    if case .document(let place) = pool.origins[slot], let lines = pool.lines[place.file],
      lines.indices.contains(place.line - 1)
    {
      line = String(lines[place.line - 1].drop { $0.isWhitespace }.prefix(60))
    }
    return PoolDesign.LaidDown(
      setting: model.slots[slot].name, value: model.text(of: value, in: slot),
      origin: pool.origins[slot], line: line,
      instead: instead.map { model.text(of: $0, in: slot) }, isEnough: isEnough)
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
