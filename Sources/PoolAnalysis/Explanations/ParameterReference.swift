import Findings
import SignIn
import TransitionTables

/// The reference of a pool file's keys: every parameter with its values, default, effect and the
/// property that states it in each kind of document, followed by the assumptions.
struct ParameterReference {
  let model: Model

  /// The page as Markdown.
  var text: String {
    let parameters = slots(.parameter)
    let assumptions = slots(.assumption)
    var out = "# The keys of a pool file\n\n" + ReferencePages.note
    out += """
      A pool file has `pool:` (its name), `doc:` (a sentence), `configuration:` (the parameters \
      below), `open:` (a list of parameters of which all values are explored), `unstated:` (a list \
      of those that nobody knows, of which ordinary values are explored), `customChallenge:` \
      (a custom challenge in short), `facts:` (what matters when the pool is changed) and \
      `expect:` (findings that are known).

      `--set name=value` decides a parameter on the command line, and the value `open` explores \
      all its values; `--assume name=value` decides an assumption. `waymark import POOL` writes \
      any document as a pool file and names the line that states each value.

      Properties below are those of `AWS::Cognito::UserPool` and `AWS::Cognito::UserPoolClient`; \
      `describe-user-pool` and `describe-user-pool-client` use the same names unless another is \
      given.

      ## Parameters


      """
    out += index(parameters) + parameters.map(section).joined()
    out += "\n## Assumptions\n\nWhat public evidence leaves open; `check` names those whose change "
    out += "alone flips a verdict.\n\n" + index(assumptions)
    return out + assumptions.map(section).joined()
  }

  /// One line for each parameter and assumption: the name, its kind and its default.
  var lines: [(name: String, text: String)] {
    (slots(.parameter) + slots(.assumption)).map { slot in
      let kind = model.slots[slot].kind == .assumption ? "assumption" : "parameter"
      return (name(slot), "\(kind), default \(standard(slot))")
    }
  }

  /// The first slot of each parameter; an indexed parameter has one slot per member.
  private func slots(_ kind: Slot.Kind) -> [Int] {
    var seen: Set<String> = []
    return model.parameters.filter {
      model.slots[$0].kind == kind && seen.insert(name($0)).inserted
    }
  }

  private func name(_ slot: Int) -> String {
    String(model.slots[slot].name.prefix { $0 != "[" })
  }

  private func standard(_ slot: Int) -> String {
    model.text(of: model.slots[slot].initial, in: slot)
  }

  private func index(_ slots: [Int]) -> String {
    "| key | default |\n|---|---|\n"
      + slots.map { "| `\(name($0))` | `\(standard($0))` |\n" }.joined()
  }

  private func section(_ slot: Int) -> String {
    let declared = model.slots[slot]
    var out = "\n### \(name(slot))\n\n\(ReferencePages.words(declared.documentation))\n\n"
    if declared.name.contains("[") { out += "- A value for each member, by its name.\n" }
    out += "- Takes \(model.choices(for: slot)); default `\(standard(slot))`\n"
    if let documented = DocumentedParameter(declared) {
      let answer = documented.answer.map { "; in the service's answers: `\($0)`" } ?? ""
      out += "- Template: `\(documented.property)`\(answer)\n"
      out += "- Terraform: `\(documented.terraform)`\n"
      if let absence = documented.absence { out += "- Where it is left out: \(absence)\n" }
    } else if declared.kind == .parameter {
      out += "- Stated \(DocumentedParameter.place(ofOther: declared.name))\n"
    }
    let rules = model.legality.filter { $0.parameters.contains(declared.name) }.map(\.id)
    if !rules.isEmpty {
      let unique = rules.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      out += "- Rules of legality: \(unique.map { "`\($0)`" }.joined(separator: ", "))\n"
    }
    if let source = declared.source {
      out += "- Source: \(ReferencePages.words(ReportAssembly.text(of: source)))\n"
    }
    return out
  }
}
