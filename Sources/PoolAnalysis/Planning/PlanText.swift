import Findings
import SafeText
import SignIn
import TransitionTables

/// Renders a plan as text, as Markdown for a change request, or as JSON.
package struct PlanText: PlainReport {
  package let plan: ChangePlan

  package init(plan: ChangePlan) { self.plan = plan }

  /// A part of the report: a heading and its blocks.
  private struct Part {
    enum Block {
      case line(String)
      case item(String)
      case code([String])
    }

    var title: String
    var blocks: [Block]
  }

  private var model: Model { plan.model }

  // MARK: Parts

  private var headline: String {
    guard plan.isFound else { return "No order of calls changes this pool into the other." }
    guard !plan.steps.isEmpty else {
      let (old, new) = (plan.oldPool.name, plan.newPool.name)
      let place = old == new ? "in \(old)" : "from \(old) to \(new)"
      return "Nothing changes \(place): no call is needed."
    }
    let calls = TextLayout.counted(plan.steps.count, "call")
    let isOne = plan.steps.count == 1
    guard let first = plan.affectedSteps.first else {
      let others = [
        ("users who had something else to do first", plan.strandedSteps.first),
        ("apps in use", plan.harmedSteps.first),
      ].compactMap { who, step in
        step.map { isOne ? "\(who) are" : "\(who) are, at step \($0 + 1)" }
      }
      let but = others.isEmpty ? "" : ", but \(others.joined(separator: ", and "))"
      let place = isOne ? "" : " at any of them"
      return "\(calls); nobody who could sign in before is affected\(place)\(but)."
    }
    guard !isOne else { return "\(calls), which affects users." }
    return "\(calls); users are affected at step \(first + 1)."
  }

  private var parts: [Part] {
    let found = plan.isFound ? plan.steps.indices.map(part) : [blocks]
    return (found + [order, tools, remarks]).filter { !$0.blocks.isEmpty }
  }

  private var blocks: Part {
    Part(
      title: "What refuses it",
      blocks: plan.blocks.flatMap { block in
        [.item("\(block.message) [\(block.code)]"), .line("→ \(block.remedy)")]
      })
  }

  private func changes(_ slots: [Int], _ before: [Int], _ after: [Int]) -> [String] {
    slots.map { slot in
      "\(model.slots[slot].name): \(plan.text(of: slot, in: before)) ⇒ "
        + plan.text(of: slot, in: after)
    }
  }

  private func part(_ position: Int) -> Part {
    let step = plan.steps[position]
    var blocks: [Part.Block] = changes(step.slots, step.before, step.after).map { .item($0) }
    // A call that lifts a rule creates something new, and its documentation says what happens to
    // the old.
    if step.call.isManual || !step.call.lifts.isEmpty {
      blocks.append(.line(step.call.documentation))
    }
    blocks += users(step.users).map { .line($0) }
    blocks += step.remarks.map { .line("\($0.documentation) [\($0.id)]") }
    let command = CallScript(plan: plan, step: step, number: position + 1).lines
    if !command.isEmpty { blocks.append(.code(command)) }
    blocks.append(.line(failure(position)))
    return Part(title: "\(position + 1). \(step.call.id)", blocks: blocks)
  }

  private func users(_ users: UserComparison) -> [String] {
    let all = TextLayout.counted(users.records, "record")
    var out: [String] = []
    if users.affectedRecords == 0 {
      out.append("Users: nobody is affected; all \(all) that could sign in still can.")
    }
    out += users.affected.map { group in
      let who = group.clauses.isEmpty ? "everybody" : group.clauses.joined(separator: " and ")
      let help =
        group.needsAdministrator
        ? "only an administrator can help" : "they can help themselves"
      return "Affected: \(who) (\(TextLayout.grouped(group.records)) of \(all)); \(help)."
    }
    return out
      + users.stranded.map { group in
        let who = group.clauses.isEmpty ? "everybody" : group.clauses.joined(separator: " and ")
        let help = group.needsAdministrator ? "; only an administrator can help" : ""
        return "No longer able to finish what they had to do first: \(who)\(help)."
      }
  }

  /// The deployed state if a step fails, and how to proceed or go back.
  private func failure(_ position: Int) -> String {
    let step = plan.steps[position]
    guard position > 0 else { return "If it fails: nothing has changed." }
    let done = plan.steps[..<position].flatMap(\.slots)
    let deployed = Set(done).sorted().map { slot in
      "\(model.slots[slot].name) = \(plan.text(of: slot, in: step.before))"
    }
    let back =
      step.back.map { calls in
        "go back by "
          + calls.map { call in
            let names = call.slots.map { model.slots[$0].name }.joined(separator: ", ")
            return "\(model.updates[call.call].id) (\(names))"
          }.joined(separator: ", then ")
      } ?? "there is no way back that the service accepts"
    return "If it fails: deployed is \(deployed.joined(separator: ", ")), a legal pool. "
      + "Go on by making the call again; \(back)."
  }

  private var order: Part {
    var blocks: [Part.Block] = plan.refusals.map { refusal in
      let rules = refusal.rules.map { "\($0.id) (“\($0.words)”)" }.joined(separator: ", ")
      return .item("\(refusal.call) first, with all that it carries, is refused by \(rules)")
    }
    if plan.isAffectingAtOnce {
      blocks.append(.item("in one step users are affected as well: the new pool excludes them"))
    }
    if plan.compared.of > 1 {
      blocks.append(
        .item(
          "users were compared along \(plan.compared.orders) of "
            + TextLayout.counted(plan.compared.of, "accepted order")))
    }
    return Part(title: "Why this order", blocks: blocks)
  }

  /// The results of tools; tools with the same result share a line.
  private var tools: Part {
    var groups: [(names: [String], said: String)] = []
    for outcome in plan.outcomes {
      let stop = outcome.text.hasSuffix(".”") || outcome.text.hasSuffix(".") ? "" : "."
      let end = outcome.verdict == .refused ? " \(outcome.tool.failure)" : ""
      // Where no order of calls is accepted, the remedy stands above.
      let remedy = plan.isFound && !outcome.remedy.isEmpty ? " \(outcome.remedy)" : ""
      let said = outcome.text + stop + end + remedy
      if let known = groups.firstIndex(where: { $0.said == said }) {
        groups[known].names.append(outcome.tool.id)
      } else {
        groups.append(([outcome.tool.id], said))
      }
    }
    let creations = plan.creations.map { creation in
      Part.Block.line(
        "Made anew from the same documents, such a pool was refused to "
          + "\(creation.tools.joined(separator: ", ")) \(creation.rule.seen): "
          + "“\(creation.rule.refusal)”. Instead: " + creation.rule.steps.joined(separator: " "))
    }
    return Part(
      title: "The same change in one deployment by a tool",
      blocks: groups.map { .item("\($0.names.joined(separator: ", ")): \($0.said)") } + creations)
  }

  private var remarks: Part {
    var items = plan.taken.map { taken in
      (taken.isClient
        ? "the documents of \(taken.pool) have no app client; of what they do not state of it this "
          + "is what the other pool has, or the default, and no call is planned for it: "
        : "the documents of \(taken.pool) leave open, and this is what the other pool has, or the "
          + "default: ") + taken.settings.joined(separator: ", ")
    }
    if !plan.unread.isEmpty {
      items.append(
        "these settings differ too, no row reads them, and no call is planned for them: "
          + plan.unread.joined(separator: ", "))
    }
    let names = plan.choices.map { model.slots[$0].name }
    if !names.isEmpty {
      items.append("\(names.list) is a choice of what is explored; the new pool's was taken")
    }
    return Part(title: "To know", blocks: items.map { .item($0) })
  }

  // MARK: Text and Markdown

  package var text: String {
    let (old, new) = (plan.oldPool.name, plan.newPool.name)
    let title = old == new ? "Changing \(old)\n" : "\(old) ⇒ \(new)\n"
    let summary = TextLayout.labelled("", headline)
    var out = plan.isFound && plan.steps.isEmpty ? summary : title + summary
    for part in parts {
      out += "\n\(part.title)\n"
      for block in part.blocks {
        switch block {
        case .line(let text):
          // Continuation lines are aligned behind an arrow.
          let label = text.hasPrefix("→ ") ? "  → " : "  "
          out += TextLayout.labelled(label, String(text.dropFirst(label.count - 2)))
        case .item(let text): out += TextLayout.labelled("  · ", text)
        case .code(let lines):
          out +=
            "\n" + lines.flatMap { $0.split(separator: "\n") }.map { "    \($0)\n" }.joined()
            + "\n"
        }
      }
    }
    return out
  }

  package var markdown: String {
    let names = [plan.oldPool, plan.newPool].map { MarkdownText.escaped($0.name) }
    let title = names[0] == names[1] ? "Changing \(names[0])" : "From \(names[0]) to \(names[1])"
    var out = "# \(title)\n\n\(MarkdownText.prose(headline))\n"
    for part in parts {
      while out.hasSuffix("\n\n") { out.removeLast() }
      out += "\n## \(part.title.replacing(". ", with: "\\. "))\n\n"
      var isList = false
      for block in part.blocks {
        let isItem = if case .item = block { true } else { false }
        if isList, !isItem { out += "\n" }
        isList = isItem
        switch block {
        case .line(let text): out += MarkdownText.prose(text) + "\n\n"
        case .item(let text): out += "* \(MarkdownText.prose(text))\n"
        case .code(let lines):
          out += MarkdownText.block(lines.joined(separator: "\n"), language: "sh") + "\n"
        }
      }
    }
    while out.hasSuffix("\n\n") { out.removeLast() }
    return out
  }

  // MARK: JSON

  package var value: JSONValue {
    .object([
      "old": .string(plan.oldPool.name), "new": .string(plan.newPool.name),
      "isFound": .bool(plan.isFound), "ordersFound": .number(plan.compared.of),
      "ordersCompared": .number(plan.compared.orders),
      "isAffectingAtOnce": .bool(plan.isAffectingAtOnce),
      "blocks": .array(
        plan.blocks.map {
          .object([
            "rule": .string($0.code), "message": .string($0.message), "remedy": .string($0.remedy),
          ])
        }),
      "refusedFirst": .array(
        plan.refusals.map {
          .object(["call": .string($0.call), "rules": .strings($0.rules.map(\.id))])
        }),
      "steps": .array(plan.steps.indices.map(value)),
      "taken": .array(
        plan.taken.map {
          .object([
            "pool": .string($0.pool), "settings": .strings($0.settings),
            "isClient": .bool($0.isClient),
          ])
        }),
      "unread": .strings(plan.unread),
      "cannotCreate": .array(
        plan.creations.map {
          .object([
            "tools": .strings($0.tools), "text": .string($0.rule.refusal),
            "steps": .strings($0.rule.steps),
          ])
        }),
      "tools": .array(
        plan.outcomes.map {
          .object([
            "tool": .string($0.tool.id), "verdict": .string($0.verdict.rawValue),
            "text": .string($0.text), "onFailure": .string($0.tool.failure),
            "remedy": .string($0.remedy),
          ])
        }),
    ])
  }

  private func value(_ position: Int) -> JSONValue {
    let step = plan.steps[position]
    let command = CallScript(plan: plan, step: step, number: position + 1).lines
    return .object([
      "call": .string(step.call.id),
      "changes": .array(
        step.slots.map { slot in
          .object([
            "parameter": .string(model.slots[slot].name),
            "old": .string(plan.text(of: slot, in: step.before)),
            "new": .string(plan.text(of: slot, in: step.after)),
          ])
        }),
      "commands": .strings(command), "remarks": .strings(step.remarks.map(\.id)),
      "users": .number(step.users.records), "affectedUsers": .number(step.users.affectedRecords),
      "affected": .array(
        step.users.affected.map { group in
          .object([
            "who": .strings(group.clauses), "records": .number(group.records),
            "needsAdministrator": .bool(group.needsAdministrator),
          ])
        }),
      "stranded": .array(
        step.users.stranded.map {
          .object([
            "who": .strings($0.clauses), "records": .number($0.records),
            "needsAdministrator": .bool($0.needsAdministrator),
          ])
        }),
      "back": step.back.map { calls in
        .array(
          calls.map { call in
            .object([
              "call": .string(model.updates[call.call].id),
              "parameters": .strings(call.slots.map { model.slots[$0].name }),
            ])
          })
      } ?? .null,
    ])
  }
}
