import StateSpace

/// A part of at most eight bits of a packed state, with a name that other languages accept.
///
/// A slot is one variable, with `at[left]` renamed to `at_left`; a set of more than eight members
/// is split into several, numbered from the lowest bits. Values are the bit patterns of the packed
/// state: the position of an enum's member, the bits of a set's members, an integer minus its least
/// value.
struct ExportedVariable: Hashable {
  static let mostBits = 8

  var name: String
  var slot: Int
  var word: Int
  var shift: Int
  var width: Int

  var mask: UInt64 { (1 << UInt64(width)) - 1 }
  func value(in words: [UInt64]) -> UInt64 {
    (word < words.count ? words[word] >> UInt64(shift) : 0) & mask
  }
}

/// The effect of an update on one variable.
struct ExportedChange {
  var variable: Int
  /// The bits that are written, and their new value.
  var written: UInt64
  var value: UInt64
}

/// The condition of a cube on one variable.
struct ExportedCondition {
  var variable: Int
  var mask: UInt64
  var value: UInt64

  /// The single bits of the mask, each as its weight.
  var bits: [UInt64] { (0..<64).map { 1 << $0 }.filter { mask & $0 != 0 } }
}

/// A compiled model for other checkers: named variables, and one atomic step for each rule.
///
/// Urgent states are not collapsed: they are states, and each firing of a row is a separate step.
/// Transient bits are cleared in the step that comes to rest.
struct ExportedSystem {
  let variables: [ExportedVariable]
  let system: TransitionSystem
  let compiled: CompiledModel
  /// The variables that never change and are omitted from the text, as lines of a comment.
  let omissions: [String]

  /// - Parameter reserved: the keywords of the other language.
  init(_ compiled: CompiledModel, reserved: Set<String>) {
    self.compiled = compiled
    let analysis = compiled.valueAnalysis()
    system = compiled.system.simplified(by: analysis).mergingRules()
    let all = Self.variables(of: compiled)
    func changes(_ variable: ExportedVariable) -> Bool {
      variable.value(in: analysis.fixed) != variable.mask
    }
    var chosen = all.filter(changes)
    // Other languages need at least one variable.
    if chosen.isEmpty { chosen = Array(all.prefix(1)) }
    let idle = all.filter { !chosen.contains($0) }.map(\.name)
    var used = reserved
    for place in chosen.indices {
      chosen[place].name = Self.unused(chosen[place].name, among: &used)
    }
    variables = chosen
    let rules = analysis.canFire.filter { !$0 }.count
    omissions = Self.omissions(rules: (rules, analysis.canFire.count), variables: idle)
  }

  /// All slots of the state, split into variables that other languages can represent.
  static func variables(of compiled: CompiledModel) -> [ExportedVariable] {
    compiled.layout.fields.enumerated().flatMap { slot, field -> [ExportedVariable] in
      guard let field, field.width > 0 else { return [] }
      let name = identifier(compiled.model.slots[slot].name)
      let most = ExportedVariable.mostBits
      return stride(from: 0, to: field.width, by: most).map { start in
        ExportedVariable(
          name: field.width > most ? "\(name)_\(start / most)" : name, slot: slot,
          word: field.word, shift: field.shift + start, width: min(field.width - start, most))
      }
    }
  }

  private static func omissions(
    rules: (idle: Int, all: Int), variables: [String]
  ) -> [String] {
    guard rules.idle > 0 || !variables.isEmpty else { return [] }
    var lines = [
      "Left out, since no run of this configuration can come to it: "
        + "\(rules.idle) of \(rules.all) rules,",
      "and variables that keep their first value" + (variables.isEmpty ? "." : ":"),
    ]
    var line = ""
    for name in variables {
      if line.count + name.count > 88 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + name
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Converts a name to letters, digits and single underscores, beginning with a letter.
  static func identifier(_ name: String) -> String {
    var result = ""
    for character in name {
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      if isPlain {
        result.append(character)
      } else if result.last != "_" {
        result.append("_")
      }
    }
    while result.last == "_" { result.removeLast() }
    return result.first.map { $0.isLetter } == true ? result : "v" + result
  }

  var initialValues: [UInt64] {
    variables.map { $0.value(in: system.initialStates.first ?? []) }
  }

  func conditions(of cube: PackedCube) -> [ExportedCondition] {
    variables.indices.compactMap { position in
      let mask = variables[position].value(in: cube.mask)
      let value = variables[position].value(in: cube.value)
      return mask == 0
        ? nil : ExportedCondition(variable: position, mask: mask, value: value)
    }
  }

  /// Splits cubes into those that require a single set bit, merged by variable, and the others.
  func singleBits(
    _ cubes: [PackedCube]
  ) -> (bits: [(variable: Int, mask: UInt64)], others: [PackedCube]) {
    var masks: [Int: UInt64] = [:]
    var others: [PackedCube] = []
    for cube in cubes {
      let found = conditions(of: cube)
      if let only = found.first, found.count == 1, only.value == only.mask,
        only.mask.nonzeroBitCount == 1
      {
        masks[only.variable, default: 0] |= only.mask
      } else {
        others.append(cube)
      }
    }
    return (masks.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, others)
  }

  func changes(of rule: TransitionRule) -> [ExportedChange] {
    variables.indices.compactMap { position in
      let set = variables[position].value(in: rule.set)
      let written = variables[position].value(in: rule.clear) | set
      return written == 0
        ? nil : ExportedChange(variable: position, written: written, value: set)
    }
  }

  /// The variables of locations and of the message under way, which distinguish most rules.
  var places: [Int] {
    let slots = compiled.model.components.map(\.locationSlot)
    let message = compiled.model.messageSlot.map { [$0] } ?? []
    return (message + slots).flatMap { slot in
      variables.indices.filter { variables[$0].slot == slot }
    }
  }

  /// The value that a variable must have for a rule to fire, where all its cubes require the same.
  func value(askedBy rule: TransitionRule, of variable: Int) -> UInt64? {
    let asked = Set(
      rule.cubes.map { cube -> UInt64? in
        let variable = variables[variable]
        let isWhole = variable.value(in: cube.mask) == variable.mask
        return isWhole ? variable.value(in: cube.value) : nil
      })
    return asked.count == 1 ? asked.first ?? nil : nil
  }

  /// Whether the variable is cleared at rest.
  func isTransient(_ variable: ExportedVariable) -> Bool {
    variable.value(in: system.transient) != 0
  }

  /// Returns the rule's action with inputs and its row: `yield(p: left) · yield[left]`.
  func title(of rule: TransitionRule) -> String {
    let label = compiled.labels[Int(rule.label)]
    let row = compiled.model.rows[label.row].fullID
    return label.action == nil ? row : "\(compiled.actionText(of: label)) · \(row)"
  }

  /// Returns a name for each invariant, different from those of all variables.
  func invariantNames(avoiding reserved: Set<String>) -> [String] {
    var used = reserved.union(variables.map(\.name))
    return system.invariants.map { invariant in
      Self.unused(Self.identifier(invariant.name), among: &used)
    }
  }

  /// Returns a name for each rule, derived from its row, different from those of all variables.
  func ruleNames(of rules: [TransitionRule], avoiding reserved: Set<String>) -> [String] {
    var used = reserved.union(variables.map(\.name))
    return rules.map { rule in
      let row = compiled.model.rows[compiled.labels[Int(rule.label)].row]
      return Self.unused(Self.identifier(row.fullID), among: &used)
    }
  }

  /// Returns the name, or the first of `name_2`, `name_3`, … that is not yet used.
  private static func unused(_ plain: String, among used: inout Set<String>) -> String {
    var name = plain
    var number = 2
    while !used.insert(name).inserted {
      name = "\(plain)_\(number)"
      number += 1
    }
    return name
  }

  /// Returns the meaning of a variable's values, for a comment.
  func meaning(of variable: ExportedVariable) -> String {
    let type = compiled.model.slots[variable.slot].type
    let types = compiled.model.types
    let name = compiled.model.slots[variable.slot].name
    switch type {
    case .bool: return "\(name): 0 false, 1 true"
    case .integer(let range): return "\(name): the value less \(range.lowerBound)"
    case .set(let id):
      return "\(name): bits " + types.enums[id].members.joined(separator: ", ")
    case .member(let id):
      let members = types.enums[id].members.enumerated().map { "\($0.offset) \($0.element)" }
      return "\(name): " + members.joined(separator: ", ")
    }
  }
}
