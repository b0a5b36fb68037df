import StateSpace

extension CompiledModel {
  /// The model under its configuration as Promela, for SPIN: one process that repeats one of its
  /// options, each a rule in a single `d_step`.
  ///
  /// Compiled by SPIN with `-DSAFETY -DNOREDUCE`, the states that SPIN stores are the states of
  /// this model with the collapse of urgent states off, and its transitions are the steps and one
  /// more for the initial state: self loops count, and so do steps by different rows to one state.
  /// The invariants that the model was compiled with are assertions, in options that are enabled in
  /// bad states alone; `spin -DCOUNT` leaves them out, so that a broken model can be counted too.
  /// Invariants `within` steps are judged in urgent states, the others at rest only, both after
  /// what is forgotten at rest is cleared. The text depends on the model alone.
  public func promela() -> String {
    let export = ExportedSystem(self, reserved: Promela.reserved)
    return Promela(export: export).text
  }
}

/// Writes Promela.
private struct Promela {
  static let reserved: Set<String> = [
    "active", "assert", "atomic", "bit", "bool", "break", "byte", "chan", "cond_expr", "d_proctype",
    "d_step", "do", "else", "empty", "enabled", "end", "eval", "false", "fi", "for", "full", "goto",
    "hidden", "if", "in", "init", "inline", "int", "len", "local", "ltl", "mtype", "nempty",
    "never", "nfull", "notrace", "np_", "od", "of", "pc_value", "pid", "printf", "priority",
    "proctype", "product", "provided", "return", "run", "select", "short", "show", "skip",
    "timeout", "trace", "true", "typedef", "unless", "unsigned", "xr", "xs", "_", "_pid", "_nr_pr",
    "_last", "Urgent", "table",
  ]

  let export: ExportedSystem

  var text: String {
    let name = export.compiled.model.name
    var lines = ["/* \(name), exported by Waymark */", ""]
    for (variable, value) in zip(export.variables, export.initialValues) {
      let type = variable.width == 1 ? "bit" : "byte"
      lines.append("\(type) \(variable.name) = \(value); /* \(export.meaning(of: variable)) */")
    }
    lines += ["", "#define Urgent (\(anyOf(export.system.urgent)))", ""]
    lines += ["active proctype table() {", "end:", "  do"]
    for rule in export.system.rules { lines += option(rule) }
    lines.append("#ifndef COUNT")
    for invariant in export.system.invariants {
      let bad = anyOf(invariant.badCubes)
      let place = invariant.within ? "" : " && !Urgent"
      lines.append("  :: d_step { (\(bad))\(place) -> /* \(invariant.name) */ assert(false) }")
    }
    lines += ["#endif", "  od", "}", ""]
    return lines.joined(separator: "\n")
  }

  private func option(_ rule: TransitionRule) -> [String] {
    guard !rule.cubes.isEmpty else { return [] }
    let changes = export.changes(of: rule).map { change in
      let name = export.variables[change.variable].name
      if change.written == export.variables[change.variable].mask {
        return "\(name) = \(change.value)"
      }
      let kept = export.variables[change.variable].mask & ~change.written
      return "\(name) = (\(name) & \(kept)) | \(change.value)"
    }
    let update = (changes.isEmpty ? ["skip"] : changes) + clearing
    return [
      "  :: d_step { /* \(export.title(of: rule)) */",
      "    (\(anyOf(rule.cubes))) ->",
      "    " + update.joined(separator: "; "),
      "  }",
    ]
  }

  /// What is forgotten where a step comes to rest.
  private var clearing: [String] {
    let names = export.variables.filter(export.isTransient).map { "\($0.name) = 0" }
    guard !names.isEmpty else { return [] }
    return ["if :: Urgent -> skip :: else -> \(names.joined(separator: "; ")) fi"]
  }

  private func anyOf(_ cubes: [PackedCube]) -> String {
    if cubes.isEmpty { return "false" }
    return cubes.map(text(of:)).joined(separator: " || ")
  }

  private func text(of cube: PackedCube) -> String {
    let parts = export.conditions(of: cube).map { condition in
      let variable = export.variables[condition.variable]
      return condition.mask == variable.mask
        ? "\(variable.name) == \(condition.value)"
        : "(\(variable.name) & \(condition.mask)) == \(condition.value)"
    }
    return parts.isEmpty ? "true" : "(" + parts.joined(separator: " && ") + ")"
  }
}
