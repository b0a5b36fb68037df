import StateSpace

/// A piece of a packed state of at most eight bits with a name that other languages accept.
///
/// A slot is one variable, `at[left]` becoming `at_left`; a set of more than eight members is
/// several, numbered from the lowest bits. Values are the bit patterns of the packed state: the
/// position of an enum's member, the bits of a set's members, an integer less its least value.
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

/// What an update does to one variable.
struct ExportedChange {
  var variable: Int
  /// The bits that are written, and as what.
  var written: UInt64
  var value: UInt64
}

/// What a cube asks of one variable.
struct ExportedCondition {
  var variable: Int
  var mask: UInt64
  var value: UInt64

  /// The single bits of the mask, each as its weight.
  var bits: [UInt64] { (0..<64).map { 1 << $0 }.filter { mask & $0 != 0 } }
}

/// A compiled model as other checkers see it: named variables, and one atomic step for each rule.
///
/// The collapse of urgent states is off: each firing of a row is a step of its own, and urgent
/// states are states. What is forgotten at rest is cleared in the same step that comes to rest.
struct ExportedSystem {
  let variables: [ExportedVariable]
  let system: TransitionSystem
  let compiled: CompiledModel
  /// What the text does not have because it never happens, as lines of a comment.
  let omissions: [String]

  /// - Parameter reserved: the words that are no names in the other language.
  init(_ compiled: CompiledModel, reserved: Set<String>) {
    self.compiled = compiled
    let analysis = compiled.valueAnalysis()
    system = compiled.system.simplified(by: analysis).mergingRules()
    let all = Self.variables(of: compiled)
    func changes(_ variable: ExportedVariable) -> Bool {
      variable.value(in: analysis.fixed) != variable.mask
    }
    var chosen = all.filter(changes)
    // Other languages want one at least.
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

  /// All slots of the state, in pieces that other languages can hold.
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

  /// Letters, digits and single underscores, beginning with a letter.
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

  /// Cubes that ask for one set bit each, joined by their variable, and the other cubes.
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

  /// The variables for locations and for the message under way, by which most rules are
  /// distinguished.
  var places: [Int] {
    let slots = compiled.model.components.map(\.locationSlot)
    let message = compiled.model.messageSlot.map { [$0] } ?? []
    return (message + slots).flatMap { slot in
      variables.indices.filter { variables[$0].slot == slot }
    }
  }

  /// The value that a variable must have for a rule to fire, where all its cubes ask for the same.
  func value(askedBy rule: TransitionRule, of variable: Int) -> UInt64? {
    let asked = Set(
      rule.cubes.map { cube -> UInt64? in
        let variable = variables[variable]
        let isWhole = variable.value(in: cube.mask) == variable.mask
        return isWhole ? variable.value(in: cube.value) : nil
      })
    return asked.count == 1 ? asked.first ?? nil : nil
  }

  /// Whether the variable is forgotten at rest.
  func isTransient(_ variable: ExportedVariable) -> Bool {
    variable.value(in: system.transient) != 0
  }

  /// The rule's row with its inputs: `yield(p: left) · yield[left]`.
  func title(of rule: TransitionRule) -> String {
    let label = compiled.labels[Int(rule.label)]
    let row = compiled.model.rows[label.row].fullID
    return label.action == nil ? row : "\(compiled.actionText(of: label)) · \(row)"
  }

  /// A name for each invariant, different from all variables.
  func invariantNames(avoiding reserved: Set<String>) -> [String] {
    var used = reserved.union(variables.map(\.name))
    return system.invariants.map { invariant in
      Self.unused(Self.identifier(invariant.name), among: &used)
    }
  }

  /// A name for each rule, from its row, different from all variables.
  func ruleNames(of rules: [TransitionRule], avoiding reserved: Set<String>) -> [String] {
    var used = reserved.union(variables.map(\.name))
    return rules.map { rule in
      let row = compiled.model.rows[compiled.labels[Int(rule.label)].row]
      return Self.unused(Self.identifier(row.fullID), among: &used)
    }
  }

  /// The name, or the first of `name_2`, `name_3`, … that is not yet used.
  private static func unused(_ plain: String, among used: inout Set<String>) -> String {
    var name = plain
    var number = 2
    while !used.insert(name).inserted {
      name = "\(plain)_\(number)"
      number += 1
    }
    return name
  }

  /// What a variable's values mean, for a comment.
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
