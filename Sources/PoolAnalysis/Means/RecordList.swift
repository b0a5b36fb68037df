import Findings
import StateSpace
import TransitionTables

/// The records that users of a pool can have, written as a few conditions that distinguish them
/// from all other records, and read back.
struct RecordList: Sendable {
  let model: Model
  /// The slots of a record, in the order of the table.
  let slots: [Int]
  /// The values of the slots, one record for each element.
  private(set) var records: [[Int]]

  /// The most records that a file may describe.
  private static let mostRecords = 5_000_000

  init(_ analysis: MeansAnalysis) {
    (model, slots) = (analysis.model, analysis.slots)
    records = analysis.starts.map(\.record)
  }

  /// The descriptions of sets of these records.
  var words: RecordWords { RecordWords(records, over: slots, of: model) }

  // MARK: Writing

  /// - Parameter words: the descriptions of these records.
  func value(_ words: RecordWords) -> JSONValue {
    let differing = Set(words.slots)
    var alike: [String: JSONValue] = [:]
    for (position, slot) in slots.enumerated() where !differing.contains(slot) {
      guard let value = records.first?[position], value != model.slots[slot].initial else {
        continue
      }
      alike[model.slots[slot].name] = .string(model.text(of: value, in: slot))
    }
    return .object([
      "count": .number(records.count),
      "differIn": .strings(words.slots.map { model.slots[$0].name }),
      "allHave": .object(alike), "never": .strings(words.impossible),
    ])
  }

  // MARK: Reading

  /// Reads ``value(_:)``; a variable that it does not mention has its initial value.
  ///
  /// - Throws: a diagnostic where it names variables or values that the table lacks, or where it
  ///   does not describe as many records as it states.
  init(
    _ node: LocatedNode, of model: Model,
    _ complaint: (LocatedNode, String) -> DiagnosticList
  ) throws(DiagnosticList) {
    self.model = model
    slots = MeansAnalysis.recordSlots(of: model)
    let known = Dictionary(
      slots.map { (model.slots[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    var plain = model.slots.map(\.initial)
    for entry in node["allHave"]?.entries ?? [] {
      guard let slot = known[entry.key] else {
        throw complaint(entry.value, "`\(entry.key.prefix(40))` is nothing that a record has")
      }
      do {
        plain[slot] = try model.value(entry.value, for: slot)
      } catch {
        throw complaint(entry.value, error.message)
      }
    }
    guard let names = node["differIn"]?.elements,
      let count = node["count"]?.text.flatMap({ Int($0) })
    else { throw complaint(node, "`records` has `count`, `differIn` and `never`") }
    var differing: [Int] = []
    for name in names {
      guard let slot = name.text.flatMap({ known[$0] }), !differing.contains(slot) else {
        throw complaint(name, "`\(name.text?.prefix(40) ?? "")` is nothing that a record has")
      }
      differing.append(slot)
    }
    let space = SymbolicSpace(model: model, slots: differing)
    let diagrams = space.diagrams
    var all = diagrams.and(differing.map(space.validity))
    for node in node["never"]?.elements ?? [] {
      let condition = try Self.condition(node, of: model, among: differing, complaint)
      all = diagrams.minus(all, space.condition(condition))
    }
    let width = space.bits.values.reduce(0) { $0 + $1.count }
    guard (0...Self.mostRecords).contains(count),
      diagrams.count(all, among: Array(0..<width)) == Double(count)
    else {
      throw complaint(
        node, "the records of this file are not \(count): another table of Waymark wrote it")
    }
    let slots = slots
    records = Self.assignments(of: all, width, diagrams).map { bits in
      var valuation = plain
      for slot in differing {
        let pattern = (space.bits[slot] ?? []).enumerated().reduce(UInt64(0)) {
          $0 | (bits[$1.element] ? 1 << UInt64($1.offset) : 0)
        }
        valuation[slot] = model.types.decode(pattern, as: model.slots[slot].type)
      }
      return slots.map { valuation[$0] }
    }
  }

  private static func assignments(
    of set: Diagram, _ count: Int, _ diagrams: DecisionDiagrams
  ) -> [[Bool]] {
    var found: [[Bool]] = []
    func go(_ set: Diagram, _ bits: [Bool]) {
      guard set != .no else { return }
      guard bits.count < count else { return found.append(bits) }
      for bit in [false, true] {
        go(diagrams.restrict(set, bits.count, to: bit), bits + [bit])
      }
    }
    go(set, [])
    return found
  }

  /// Returns the records that fulfil at least one of some conditions, by number.
  func users(
    _ nodes: [LocatedNode], _ complaint: (LocatedNode, String) -> DiagnosticList
  ) throws(DiagnosticList) -> [Int] {
    var any: [Expression] = []
    for node in nodes {
      any.append(try Self.condition(node, of: model, among: slots, complaint))
    }
    guard !any.isEmpty else { return [] }
    var valuation = model.slots.map(\.initial)
    return records.indices.filter { number in
      for (slot, value) in zip(slots, records[number]) { valuation[slot] = value }
      let here = ConcreteEvaluator(valuation)
      return any.contains(where: here.holds)
    }
  }

  private static func condition(
    _ node: LocatedNode, of model: Model, among slots: [Int],
    _ complaint: (LocatedNode, String) -> DiagnosticList
  ) throws(DiagnosticList) -> Expression {
    let expression: Expression
    do {
      expression = try model.expression(node.text ?? "", at: node.location)
    } catch {
      throw complaint(node, error.message)
    }
    guard Set(expression.slots).isSubset(of: slots) else {
      throw complaint(node, "`\((node.text ?? "").prefix(60))` is no condition on a record")
    }
    return expression
  }
}
