import StateSpace

/// A TLA+ module and the configuration file for TLC.
public struct TLAModule: Sendable, Hashable {
  /// The name of the module and of its file, without `.tla`.
  public var name: String
  /// The text of the module.
  public var module: String
  /// The text of the configuration, for a file of the same name with `.cfg`.
  public var configuration: String
}

extension CompiledModel {
  /// Returns the model under its configuration as TLA+, for TLC: one action on integers for each
  /// rule.
  ///
  /// A stuttering step is possible in every state, so that an end is not a deadlock. TLC therefore
  /// generates one more state for each distinct state, in addition to the steps and the initial
  /// state.
  ///
  /// The states are those without the collapse of urgent states. The invariants that the model was
  /// compiled with are checked as in ``promela(name:)``; one that reads transient variables also
  /// forbids the states from which a step would reach such an end. The text depends only on the
  /// model and the name.
  ///
  /// - Parameter name: the name that the module's name is derived from; the model's own by default.
  public func tla(name: String? = nil) -> TLAModule {
    let export = ExportedSystem(self, reserved: TLA.reserved)
    return TLA(export: export, title: name ?? model.name).result
  }
}

/// The writer of TLA+. Names that end in an underscore are free: no variable has one.
private struct TLA {
  static let reserved: Set<String> = [
    "ACTION", "ASSUME", "ASSUMPTION", "AXIOM", "BOOLEAN", "BY", "CASE", "CHOOSE", "CONSTANT",
    "CONSTANTS", "COROLLARY", "DEF", "DEFINE", "DEFS", "DOMAIN", "ELSE", "ENABLED", "EXCEPT",
    "EXTENDS", "FALSE", "HAVE", "HIDE", "IF", "IN", "INSTANCE", "LAMBDA", "LEMMA", "LET", "LOCAL",
    "MODULE", "NEW", "OBVIOUS", "OMITTED", "ONLY", "OTHER", "PICK", "PROOF", "PROPOSITION",
    "PROVE", "QED", "RECURSIVE", "STATE", "STRING", "SUBSET", "SUFFICES", "TAKE", "TEMPORAL",
    "THEN", "THEOREM", "TRUE", "UNCHANGED", "UNION", "USE", "VARIABLE", "VARIABLES", "WITH",
    "WITNESS", "Nat", "Int", "Integers", "Init", "Next", "Spec", "Bit", "vars", "Urgent",
  ]

  let export: ExportedSystem
  let title: String

  private var name: String { ExportedSystem.identifier(title) }

  var result: TLAModule {
    let invariants = export.invariantNames(avoiding: Self.reserved)
    let configuration = ["SPECIFICATION Spec"] + invariants.map { "INVARIANT \($0)" }
    return TLAModule(
      name: name, module: module,
      configuration: configuration.joined(separator: "\n") + "\n")
  }

  private var module: String {
    let names = export.variables.map(\.name)
    let start = zip(names, export.initialValues).map { "  /\\ \($0) = \($1)" }
    var lines = ["---- MODULE \(name) ----", "EXTENDS Integers", ""]
    lines.append("\\* \(title), exported by Waymark")
    lines += export.compiled.configurationLines.map { "\\*   \($0)" }
    lines += export.omissions.map { "\\* \($0)" } + ["", "VARIABLES"]
    for (position, variable) in export.variables.enumerated() {
      let comma = position == export.variables.count - 1 ? "" : ","
      lines.append("  \(variable.name)\(comma) \\* \(export.meaning(of: variable))")
    }
    lines += ["vars == <<\(names.joined(separator: ", "))>>", ""]
    lines += ["Bit(value_, bit_) == (value_ \\div bit_) % 2", ""]
    let parameters = urgentVariables.map { "\(names[$0])_" }
    let head = parameters.isEmpty ? "Urgent" : "Urgent(\(parameters.joined(separator: ", ")))"
    lines.append("\(head) == \(anyOf(export.system.urgent) { names[$0] + "_" })")
    lines += ["", "Init =="] + start + [""]
    let rules = export.system.rules.filter { !$0.cubes.isEmpty }
    let claims = export.invariantNames(avoiding: Self.reserved)
    let actions = export.ruleNames(of: rules, avoiding: Self.reserved.union(claims))
    for (name, rule) in zip(actions, rules) { lines += action(name, rule) }
    // The stuttering step; the configuration of older TLC versions cannot disable the deadlock
    // check.
    let steps = choice(of: Array(rules.indices), rules, actions, deciding: export.places)
    lines += ["Next =="] + steps.map { "  " + $0 } + ["  \\/ UNCHANGED vars"]
    lines += ["", "Spec == Init /\\ [][Next]_vars", ""]
    for (claim, invariant) in zip(claims, export.system.invariants) {
      let place = invariant.within ? "" : " /\\ ~\(urgent { names[$0] })"
      lines.append("\\* \(invariant.name)")
      let bad = anyOf(invariant.badCubes + export.system.badEnds(invariant)) { names[$0] }
      lines.append("\(claim) == ~((\(bad))\(place))")
    }
    return (lines + ["===="]).joined(separator: "\n") + "\n"
  }

  /// A disjunction of some actions, nested by the values that their guards require of the given
  /// variables. TLC tries actions one after the other, but skips those under a value that does not
  /// apply.
  private func choice(
    of chosen: [Int], _ rules: [TransitionRule], _ names: [String], deciding places: [Int]
  ) -> [String] {
    guard let place = places.first, chosen.count > 1 else {
      return chosen.map { "\\/ \(names[$0])" }
    }
    let rest = Array(places.dropFirst())
    let asked = Dictionary(grouping: chosen) { export.value(askedBy: rules[$0], of: place) }
    var lines: [String] = []
    for (value, members) in asked.sorted(by: { $0.key ?? .max < $1.key ?? .max }) {
      let inner = choice(of: members, rules, names, deciding: rest)
      guard let value else {
        lines += inner
        continue
      }
      lines.append("\\/ /\\ \(export.variables[place].name) = \(value)")
      lines += zip(inner.indices, inner).map { ($0 == 0 ? "   /\\ " : "      ") + $1 }
    }
    return lines
  }

  /// The variables that urgency depends on.
  private var urgentVariables: [Int] {
    export.variables.indices.filter { position in
      export.system.urgent.contains { export.variables[position].value(in: $0.mask) != 0 }
    }
  }

  private func urgent(_ name: (Int) -> String) -> String {
    let values = urgentVariables.map(name)
    return values.isEmpty ? "Urgent" : "Urgent(\(values.joined(separator: ", ")))"
  }

  private func action(_ name: String, _ rule: TransitionRule) -> [String] {
    var following = export.variables.map(\.name)
    for change in export.changes(of: rule) { following[change.variable] = text(of: change) }
    let goesOn = urgent { following[$0] }
    let ending = export.system.ending(of: rule)
    let next = export.variables.enumerated().map { position, variable in
      let value = following[position]
      guard export.isTransient(variable), value != "0" else { return (variable.name, value) }
      return switch ending {
      case .goesOn: (variable.name, value)
      case .rests: (variable.name, "0")
      case .depends: (variable.name, "IF \(goesOn) THEN \(value) ELSE 0")
      }
    }.map { "  /\\ \($0)' = \($1)" }
    return ["\\* \(export.title(of: rule))", "\(name) =="]
      + ["  /\\ \(condition(of: rule))"] + next + [""]
  }

  /// The guard. A disjunction is written as a value, since TLC would count each true disjunct as a
  /// separate step.
  private func condition(of rule: TransitionRule) -> String {
    let text = anyOf(rule.cubes) { export.variables[$0].name }
    return rule.cubes.count > 1 ? "\(text) = TRUE" : text
  }

  /// The value after a change; single bits are added and subtracted.
  private func text(of change: ExportedChange) -> String {
    let variable = export.variables[change.variable]
    if change.written == variable.mask { return String(change.value) }
    let bits = (0..<variable.width).filter { change.written >> UInt64($0) & 1 == 1 }
    let terms = bits.map { bit in
      let weight = 1 << bit
      let found = "Bit(\(variable.name), \(weight))"
      return change.value >> UInt64(bit) & 1 == 1
        ? " + \(weight) * (1 - \(found))" : " - \(weight) * \(found)"
    }
    return variable.name + terms.joined()
  }

  private func anyOf(_ cubes: [PackedCube], _ name: (Int) -> String) -> String {
    if cubes.isEmpty { return "FALSE" }
    let (bits, others) = export.singleBits(cubes)
    let any = bits.map { bits in
      let variable = export.variables[bits.variable]
      if bits.mask == variable.mask { return "\(name(bits.variable)) # 0" }
      return ExportedCondition(variable: bits.variable, mask: bits.mask, value: bits.mask)
        .bits.map { "Bit(\(name(bits.variable)), \($0)) = 1" }.joined(separator: " \\/ ")
    }
    let texts = others.map { cube in
      let parts = export.conditions(of: cube).map { text(of: $0, name($0.variable)) }
      return parts.isEmpty ? "TRUE" : "(" + parts.joined(separator: " /\\ ") + ")"
    }
    return "(" + (any + texts).joined(separator: " \\/ ") + ")"
  }

  private func text(of condition: ExportedCondition, _ name: String) -> String {
    let variable = export.variables[condition.variable]
    if condition.mask == variable.mask { return "\(name) = \(condition.value)" }
    return condition.bits.map { "Bit(\(name), \($0)) = \(condition.value & $0 == 0 ? 0 : 1)" }
      .joined(separator: " /\\ ")
  }
}
