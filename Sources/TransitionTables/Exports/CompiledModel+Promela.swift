import StateSpace

extension CompiledModel {
  /// Returns the model under its configuration as Promela, for SPIN: one process that repeats one
  /// of its options, each of which is a rule in a single `d_step`.
  ///
  /// Compiled by SPIN with `-DSAFETY -DNOREDUCE`, the stored states are the states of this model
  /// without the collapse of urgent states. The transitions are the steps, and one more for the
  /// initial state; self loops count, and so do steps by different rows to one state. SPIN reports
  /// no deadlocks, since every end state is declared valid.
  ///
  /// The invariants that the model was compiled with are assertions of variables that stay 0 and
  /// have their names, in options that are enabled only in bad states. `spin -DCOUNT` omits them,
  /// so that the steps of a faulty model can be counted too. Invariants `within` steps are checked
  /// in urgent states, too, and before transient bits are cleared. The text depends only on the
  /// model and the name.
  ///
  /// - Parameter name: the title in the comment at the top; the model's own name by default.
  public func promela(name: String? = nil) -> String {
    let export = ExportedSystem(self, reserved: Promela.reserved)
    return Promela(export: export, name: name ?? model.name).text
  }
}

/// The writer of Promela.
private struct Promela {
  static let reserved: Set<String> = [
    "active", "assert", "atomic", "bit", "bool", "break", "byte", "chan", "cond_expr", "d_proctype",
    "d_step", "do", "else", "empty", "enabled", "end", "eval", "false", "fi", "for", "full", "goto",
    "hidden", "if", "in", "init", "inline", "int", "len", "local", "ltl", "mtype", "nempty",
    "never", "nfull", "notrace", "np_", "od", "of", "pc_value", "pid", "printf", "priority",
    "proctype", "product", "provided", "return", "run", "select", "short", "show", "skip",
    "timeout", "trace", "true", "typedef", "unless", "unsigned", "xr", "xs", "_", "_pid", "_nr_pr",
    "_last", "Urgent", "table",
    // The keywords of C, since SPIN's variables become C variables.
    "auto", "case", "char", "const", "continue", "default", "double", "enum", "errno", "extern",
    "float", "long", "main", "now", "register", "signed", "sizeof", "static", "stdin", "stdout",
    "stderr", "struct", "switch", "uchar", "uint", "ulong", "union", "ushort", "void", "volatile",
    "while",
  ]

  let export: ExportedSystem
  let name: String

  var text: String {
    var lines = ["/* \(Self.comment(name)), exported by Waymark"]
    lines += export.compiled.configurationLines.map { "   \(Self.comment($0))" }
    if !export.omissions.isEmpty { lines += [""] + export.omissions.map { "   \($0)" } }
    lines += [
      "",
      "   spin -a FILE && cc -O2 -DSAFETY -DNOREDUCE -DNOFAIR -o pan pan.c && ./pan -m1000000",
      "   counts our states, and our steps and one more; add -DCOUNT to spin to leave the",
      "   assertions out where one fails. */", "",
    ]
    for (variable, value) in zip(export.variables, export.initialValues) {
      let type = variable.width == 1 ? "bit" : "byte"
      lines.append("\(type) \(variable.name) = \(value); /* \(export.meaning(of: variable)) */")
    }
    let claims = export.invariantNames(avoiding: Self.reserved)
    if !claims.isEmpty {
      lines += ["", "/* stay 0; an assertion of one names a broken invariant */"]
    }
    for (claim, invariant) in zip(claims, export.system.invariants) {
      lines.append("hidden byte \(claim); /* \(Self.comment(invariant.name)) */")
    }
    lines += ["", "#define Urgent (\(anyOf(export.system.urgent)))", ""]
    lines += ["active proctype table() {", "end:", "  do"]
    let fleeting = judgedBeforeClearing(claims)
    for rule in export.system.rules { lines += option(rule, fleeting) }
    lines += readingUnread
    lines.append("#ifndef COUNT")
    for (claim, invariant) in zip(claims, export.system.invariants) {
      let bad = anyOf(invariant.badCubes)
      let place = invariant.within ? "" : " && !Urgent"
      lines.append("  :: d_step { (\(bad))\(place) -> assert(\(claim)) }")
    }
    lines += ["#endif", "  od", "}", ""]
    return lines.joined(separator: "\n")
  }

  /// Escapes a text so that it cannot end the surrounding comment.
  private static func comment(_ text: String) -> String {
    text.split(separator: "*/").joined(separator: "* /")
  }

  /// An option that is never taken and reads the variables that no other option reads. SPIN treats
  /// a variable that is only written as dead, and merges states that differ only in it.
  private var readingUnread: [String] {
    let cubes = export.system.rules.flatMap(\.cubes)
    let unread = export.variables.filter { variable in
      cubes.allSatisfy { variable.value(in: $0.mask) == 0 }
    }
    guard !unread.isEmpty else { return [] }
    let sum = unread.map(\.name).joined(separator: " + ")
    return [
      "  /* never taken: SPIN would leave out of a state what is only written */",
      "  :: d_step { (\(sum) < 0) -> skip }",
    ]
  }

  /// The assertions of invariants that an end may break before transient bits are cleared.
  private func judgedBeforeClearing(_ claims: [String]) -> [String] {
    let statements = zip(claims, export.system.invariants).compactMap { claim, invariant in
      let bad = export.system.fleetingCubes(of: invariant)
      return bad.isEmpty
        ? nil : "    if :: (\(anyOf(bad))) -> assert(\(claim)) :: else -> skip fi;"
    }
    return statements.isEmpty ? [] : ["#ifndef COUNT"] + statements + ["#endif"]
  }

  private func option(_ rule: TransitionRule, _ fleeting: [String]) -> [String] {
    guard !rule.cubes.isEmpty else { return [] }
    let changes = export.changes(of: rule).map { change in
      let name = export.variables[change.variable].name
      if change.written == export.variables[change.variable].mask {
        return "\(name) = \(change.value)"
      }
      let kept = export.variables[change.variable].mask & ~change.written
      return "\(name) = (\(name) & \(kept)) | \(change.value)"
    }
    let update = (changes.isEmpty ? ["skip"] : changes).joined(separator: "; ")
    let head = [
      "  :: d_step { /* \(Self.comment(export.title(of: rule))) */",
      "    (\(anyOf(rule.cubes))) ->",
    ]
    let names = export.variables.filter(export.isTransient).map { "\($0.name) = 0" }
    let clearing = names.joined(separator: "; ")
    switch export.system.ending(of: rule) {
    case _ where names.isEmpty, .goesOn: return head + ["    \(update)", "  }"]
    case .rests: return head + ["    \(update);"] + fleeting + ["    \(clearing)", "  }"]
    case .depends:
      let last = "    if :: Urgent -> skip :: else -> \(clearing) fi"
      return head + ["    \(update);"] + fleeting + [last, "  }"]
    }
  }

  private func anyOf(_ cubes: [PackedCube]) -> String {
    if cubes.isEmpty { return "false" }
    let (bits, others) = export.singleBits(cubes)
    let any = bits.map { bits in
      let variable = export.variables[bits.variable]
      return bits.mask == variable.mask
        ? "\(variable.name) != 0" : "(\(variable.name) & \(bits.mask)) != 0"
    }
    return (any + others.map(text(of:))).joined(separator: " || ")
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
