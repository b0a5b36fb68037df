import StateSpace

extension CompiledModel {
  /// Returns the model under its configuration as SMV, for NuSMV: a Boolean variable for each bit,
  /// an input that selects a rule, and the next value of each bit by the selected rule.
  ///
  /// Rule 0 changes nothing, so that an end is not a deadlock. The states that NuSMV reaches are
  /// those of this model without the collapse of urgent states. The invariants that the model was
  /// compiled with are `INVARSPEC`s in their order, checked as in ``tla(name:)``. The text depends
  /// only on the model and the name.
  ///
  /// - Parameter name: the title in the comment at the top; the model's own name by default.
  public func smv(name: String? = nil) -> String {
    SMV(export: ExportedSystem(self, reserved: SMV.reserved), title: name ?? model.name).text
  }
}

/// The writer of SMV. Bits are named `slot_0`, `slot_1`, …, the lowest first.
private struct SMV {
  static let reserved: Set<String> = [
    "A", "ABF", "ABG", "AF", "AG", "ASSIGN", "AX", "BU", "COMPASSION", "COMPUTE", "CONSTANTS",
    "CONSTRAINT", "CTLSPEC", "DEFINE", "E", "EBF", "EBG", "EF", "EG", "EX", "F", "FAIRNESS",
    "FALSE", "FROZENVAR", "G", "H", "IN", "INIT", "INVAR", "INVARSPEC", "ISA", "ITYPE", "IVAR",
    "JUSTICE", "LTLSPEC", "MAX", "MIN", "MODULE", "NAME", "O", "PSLSPEC", "S", "SIMPWFF", "SPEC",
    "T", "TRANS", "TRUE", "U", "V", "VAR", "X", "Y", "Z", "abs", "array", "bool", "boolean", "case",
    "count", "esac", "extend", "floor", "in", "init", "integer", "max", "min", "mod", "next", "of",
    "process", "pred", "real", "resize", "rule", "self", "signed", "sizeof", "swconst", "toint",
    "union", "unsigned", "uwconst", "word", "word1", "xnor", "xor",
  ]

  let export: ExportedSystem
  let title: String
  private let system: TransitionSystem
  /// The names of each variable's bits.
  private let bits: [[String]]

  init(export: ExportedSystem, title: String) {
    (self.export, self.title) = (export, title)
    system = export.system.uncollapsed()
    bits = export.variables.map { variable in
      (0..<variable.width).map { "\(variable.name)_\($0)" }
    }
  }

  var text: String {
    let rules = system.rules.filter { !$0.cubes.isEmpty }
    var lines = ["-- \(title), exported by Waymark"]
    lines += export.compiled.configurationLines.map { "--   \($0)" }
    lines += export.omissions.map { "-- \($0)" }
    lines += ["", "MODULE main", "", "IVAR rule : 0..\(rules.count);", "", "VAR"]
    for (variable, names) in zip(export.variables, bits) {
      lines.append("  -- \(export.meaning(of: variable))")
      lines += names.map { "  \($0) : boolean;" }
    }
    lines += ["", "ASSIGN"]
    let changes = changes(by: rules)
    for (position, names) in bits.enumerated() {
      for (place, name) in names.enumerated() {
        let isSet = export.initialValues[position] >> UInt64(place) & 1 == 1
        lines.append("  init(\(name)) := \(isSet ? "TRUE" : "FALSE");")
        lines += next(name, changes[position][place])
      }
    }
    for (number, rule) in rules.enumerated() {
      lines += ["", "-- \(export.title(of: rule))"]
      lines.append("TRANS rule = \(number + 1) -> \(anyOf(rule.cubes));")
    }
    for invariant in system.invariants {
      lines += ["", "-- \(invariant.name)", "INVARSPEC !\(anyOf(invariant.badCubes));"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// For each bit of each variable, the numbers of the rules that clear it and of those that set
  /// it.
  private func changes(by rules: [TransitionRule]) -> [[(clear: [Int], set: [Int])]] {
    var found = bits.map { names in names.map { _ in (clear: [Int](), set: [Int]()) } }
    for (number, rule) in rules.enumerated() {
      for change in export.changes(of: rule) {
        for place in bits[change.variable].indices where change.written >> UInt64(place) & 1 == 1 {
          if change.value >> UInt64(place) & 1 == 1 {
            found[change.variable][place].set.append(number + 1)
          } else {
            found[change.variable][place].clear.append(number + 1)
          }
        }
      }
    }
    return found
  }

  private func next(_ name: String, _ rules: (clear: [Int], set: [Int])) -> [String] {
    func branch(_ numbers: [Int], _ value: String) -> [String] {
      guard !numbers.isEmpty else { return [] }
      return ["    rule in {\(numbers.map(String.init).joined(separator: ", "))} : \(value);"]
    }
    return ["  next(\(name)) := case"] + branch(rules.clear, "FALSE") + branch(rules.set, "TRUE")
      + ["    TRUE : \(name);", "  esac;"]
  }

  private func anyOf(_ cubes: [PackedCube]) -> String {
    if cubes.isEmpty { return "(FALSE)" }
    return "(" + cubes.map(text(of:)).joined(separator: " | ") + ")"
  }

  private func text(of cube: PackedCube) -> String {
    let literals = export.conditions(of: cube).flatMap { condition in
      bits[condition.variable].enumerated().compactMap { place, name -> String? in
        guard condition.mask >> UInt64(place) & 1 == 1 else { return nil }
        return condition.value >> UInt64(place) & 1 == 1 ? name : "!\(name)"
      }
    }
    return literals.isEmpty ? "TRUE" : "(" + literals.joined(separator: " & ") + ")"
  }
}
