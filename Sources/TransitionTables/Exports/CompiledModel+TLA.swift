import StateSpace

/// A TLA+ module with the configuration that TLC needs beside it.
public struct TLAModule: Sendable, Hashable {
  /// The module's name, also that of its file, without `.tla`.
  public var name: String
  /// The module.
  public var module: String
  /// The configuration, for a file of the same name with `.cfg`.
  public var configuration: String
}

extension CompiledModel {
  /// The model under its configuration as TLA+, for TLC: one action for each rule over integers.
  ///
  /// States are those with the collapse of urgent states off; the invariants that the model was
  /// compiled with are invariants, judged as in ``promela()``. The text depends on the model alone.
  public func tla() -> TLAModule {
    TLA(export: ExportedSystem(self, reserved: TLA.reserved)).result
  }
}

/// Writes TLA+.
private struct TLA {
  static let reserved: Set<String> = [
    "ASSUME", "CASE", "CHOOSE", "CONSTANT", "DOMAIN", "ELSE", "ENABLED", "EXCEPT", "EXTENDS", "IF",
    "IN", "INSTANCE", "LET", "LOCAL", "MODULE", "OTHER", "SUBSET", "THEN", "THEOREM", "UNCHANGED",
    "UNION", "VARIABLE", "VARIABLES", "WITH", "Nat", "Int", "Integers", "Init", "Next", "Spec",
    "Bit", "vars", "Urgent", "TRUE", "FALSE", "BOOLEAN", "STRING",
  ]

  let export: ExportedSystem

  private var name: String { ExportedSystem.identifier(export.compiled.model.name) }

  var result: TLAModule {
    let invariants = export.system.invariants.indices.map { "Invariant\($0)" }
    let configuration =
      ["SPECIFICATION Spec", "CHECK_DEADLOCK FALSE"] + invariants.map { "INVARIANT \($0)" }
    return TLAModule(
      name: name, module: module,
      configuration: configuration.joined(separator: "\n") + "\n")
  }

  private var module: String {
    let names = export.variables.map(\.name)
    let start = zip(names, export.initialValues).map { "  /\\ \($0) = \($1)" }
    var lines = ["---- MODULE \(name) ----", "EXTENDS Integers", "VARIABLES"]
    for (position, variable) in export.variables.enumerated() {
      let comma = position == export.variables.count - 1 ? "" : ","
      lines.append("  \(variable.name)\(comma) \\* \(export.meaning(of: variable))")
    }
    lines += ["vars == <<\(names.joined(separator: ", "))>>", ""]
    lines += ["Bit(x, b) == (x \\div b) % 2", ""]
    let parameters = urgentVariables.map { "x_\(names[$0])" }
    let head = parameters.isEmpty ? "Urgent" : "Urgent(\(parameters.joined(separator: ", ")))"
    lines.append("\(head) == \(anyOf(export.system.urgent) { "x_" + names[$0] })")
    lines += ["", "Init =="] + start + [""]
    let rules = export.system.rules.enumerated().filter { !$1.cubes.isEmpty }
    for (number, rule) in rules { lines += action(number, rule) }
    lines += ["Next =="] + rules.map { "  \\/ Rule\($0.offset)" }
    lines += ["", "Spec == Init /\\ [][Next]_vars", ""]
    for (number, invariant) in export.system.invariants.enumerated() {
      let place = invariant.within ? "" : " /\\ ~\(urgent { names[$0] })"
      lines.append("\\* \(invariant.name)")
      let bad = anyOf(invariant.badCubes) { names[$0] }
      lines.append("Invariant\(number) == ~((\(bad))\(place))")
    }
    return (lines + ["===="]).joined(separator: "\n") + "\n"
  }

  /// The variables that decide what is urgent.
  private var urgentVariables: [Int] {
    export.variables.indices.filter { position in
      export.system.urgent.contains { export.variables[position].value(in: $0.mask) != 0 }
    }
  }

  private func urgent(_ name: (Int) -> String) -> String {
    let values = urgentVariables.map(name)
    return values.isEmpty ? "Urgent" : "Urgent(\(values.joined(separator: ", ")))"
  }

  private func action(_ number: Int, _ rule: TransitionRule) -> [String] {
    var following = export.variables.map(\.name)
    for change in export.changes(of: rule) { following[change.variable] = text(of: change) }
    let goesOn = urgent { following[$0] }
    let next = export.variables.enumerated().map { position, variable in
      export.isTransient(variable) && following[position] != "0"
        ? "  /\\ \(variable.name)' = IF \(goesOn) THEN \(following[position]) ELSE 0"
        : "  /\\ \(variable.name)' = \(following[position])"
    }
    return ["\\* \(export.title(of: rule))", "Rule\(number) =="]
      + ["  /\\ \(anyOf(rule.cubes) { export.variables[$0].name })"] + next + [""]
  }

  /// The value after a change: single bits are added and taken away.
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
    let texts = cubes.map { cube in
      let parts = export.conditions(of: cube).map { text(of: $0, name($0.variable)) }
      return parts.isEmpty ? "TRUE" : "(" + parts.joined(separator: " /\\ ") + ")"
    }
    return "(" + texts.joined(separator: " \\/ ") + ")"
  }

  private func text(of condition: ExportedCondition, _ name: String) -> String {
    let variable = export.variables[condition.variable]
    if condition.mask == variable.mask { return "\(name) = \(condition.value)" }
    let bits = (0..<variable.width).filter { condition.mask >> UInt64($0) & 1 == 1 }
    return bits.map { "Bit(\(name), \(1 << $0)) = \(condition.value >> UInt64($0) & 1)" }
      .joined(separator: " /\\ ")
  }
}
