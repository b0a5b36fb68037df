import Findings
import SafeText
import SignIn
import TransitionTables

/// A table of variants of a pool: the next steps of each, the properties that fail, and the
/// affected users of the first variant.
package struct VariantTable: PlainReport {
  /// The result for one variant.
  package struct Variant: Sendable, Hashable {
    /// The name, such as `bookshop` or `mfa=optional`.
    package var name: String
    /// The reason why the service rejects the variant or it cannot be explored; the rest is empty
    /// then.
    package var refusal = ""
    /// The next steps that occur, in the order of the table.
    package var nextSteps: [String] = []
    /// The severity of each property that fails, by its id.
    package var failing: [String: String] = [:]
    /// The number of records of users of the first variant who can sign in there.
    package var users = 0
    /// The number of these records whose users cannot sign in here.
    package var affected = 0
    /// Descriptions of the affected users: `who has no phone number`.
    package var groups: [String] = []
  }

  package var variants: [Variant]
  /// The ids of all properties, in the order of the table.
  private let properties: [String]
  private let steps: [String]

  /// Explores some variants and compares them with the first.
  ///
  /// - Parameters:
  ///   - pools: the variants with their names.
  ///   - comparer: explores the variants.
  /// - Throws: an error where the first variant cannot be explored, a limit is reached, or the
  ///   system fails.
  package init(
    of pools: [(name: String, pool: LoadedPool)], by comparer: PoolComparer
  ) throws(CommandFailure) {
    properties = comparer.model.properties.map(\.fullID)
    steps = comparer.model.messages.filter { $0.isKind(.nextStep) }.map(\.name)
    variants = []
    for (position, (name, pool)) in pools.enumerated() {
      comparer.environment.progress("variant \(position + 1) of \(pools.count): \(name)")
      do throws(CommandFailure) {
        variants.append(try Self.variant(name, pool, pools[0].pool, position, comparer, steps))
      } catch {
        let isFinal = [.systemFailure, .usage, .limitReached].contains(error.status)
        guard position > 0, !isFinal else { throw error }
        let reason = error.diagnostics.first { $0.severity == .error }
        variants.append(
          Variant(name: name, refusal: reason.map { "\($0.message) [\($0.code)]" } ?? "refused"))
      }
    }
  }

  private static func variant(
    _ name: String, _ pool: LoadedPool, _ first: LoadedPool, _ position: Int,
    _ comparer: PoolComparer, _ steps: [String]
  ) throws(CommandFailure) -> Variant {
    var request = comparer.request
    (request.listsPaths, request.replaysPaths, request.triesRemedies) = (true, false, false)
    let report = try PoolExplorer(
      model: comparer.model, request: request, environment: comparer.environment
    ).explore(pool).report
    try comparer.goOn(before: "all variants were explored", pool)
    let shown = Set(report.paths.flatMap(\.calls).filter { !$0.isError }.map(\.step))
    var variant = Variant(name: name)
    variant.nextSteps = steps.filter(shown.contains)
    for finding in report.findings { variant.failing[finding.id] = finding.severity.rawValue }
    guard position > 0 else { return variant }
    let users = try comparer.users(of: first, under: pool)
    (variant.users, variant.affected) = (users.records, users.affectedRecords)
    variant.groups = users.affectedInShort.map { group in
      group.clauses.isEmpty ? "everybody" : group.clauses.joined(separator: " and ")
    }
    return variant
  }

  /// 151 if the service refuses a variant or it cannot be explored, otherwise 0.
  package var status: ExitStatus {
    variants.contains { !$0.refusal.isEmpty } ? .illegal : .allHold
  }

  // MARK: Rows

  /// The rows of the table in titled groups, each with a cell for every variant.
  private var groups: [(title: String, rows: [[String]])] {
    let shown = steps.filter { step in variants.contains { $0.nextSteps.contains(step) } }
    let failing = properties.filter { id in variants.contains { $0.failing[id] != nil } }
    func row(_ name: String, _ cell: (Variant) -> String) -> [String] {
      [name] + variants.map { $0.refusal.isEmpty ? cell($0) : "refused" }
    }
    var users = [
      row("cannot sign in any more") { variant in
        variant == variants[0]
          ? "–" : "\(TextLayout.grouped(variant.affected)) of \(TextLayout.grouped(variant.users))"
      }
    ]
    let kinds = variants.flatMap(\.groups).reduce(into: [String]()) { kinds, kind in
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    users += kinds.map { kind in row(kind) { $0.groups.contains(kind) ? "affected" : "–" } }
    return [
      (
        "Next steps that the app must handle",
        shown.map { step in
          row(step) { $0.nextSteps.contains(step) ? "yes" : "–" }
        }
      ),
      ("Properties that fail", failing.map { id in row(id) { $0.failing[id] ?? "–" } }),
      ("Users of the first variant", users),
    ]
  }

  /// The table as text, with the variants numbered above it.
  package var text: String {
    var out = ""
    for (number, variant) in variants.enumerated() {
      out += "[\(number + 1)] \(variant.name)\n"
      if !variant.refusal.isEmpty { out += TextLayout.labelled("    refused: ", variant.refusal) }
    }
    for group in groups where !group.rows.isEmpty {
      let head = [group.title] + variants.indices.map { "[\($0 + 1)]" }
      let lines = TextLayout.columns([head] + group.rows.map { ["  " + $0[0]] + $0.dropFirst() })
      out += "\n" + lines.map { $0 + "\n" }.joined()
    }
    return out
  }

  /// The table as Markdown.
  package var markdown: String {
    var out = "| |\(variants.map { " \(MarkdownText.escaped($0.name)) |" }.joined())\n"
    out += "|---|\(String(repeating: "---|", count: variants.count))\n"
    for group in groups where !group.rows.isEmpty {
      out += "| **\(group.title)** |\(String(repeating: " |", count: variants.count))\n"
      for row in group.rows {
        out += "| \(row.map(MarkdownText.escaped).joined(separator: " | ")) |\n"
      }
    }
    for variant in variants where !variant.refusal.isEmpty {
      out += "\n\(MarkdownText.escaped(variant.name)) is refused: "
      out += "\(MarkdownText.prose(variant.refusal))\n"
    }
    return out
  }

  package var value: JSONValue {
    .array(
      variants.map { variant in
        .object([
          "name": .string(variant.name), "refusal": .string(variant.refusal),
          "nextSteps": .strings(variant.nextSteps),
          "failing": .object(variant.failing.mapValues { .string($0) }),
          "users": .number(variant.users), "affectedUsers": .number(variant.affected),
          "affectedGroups": .strings(variant.groups),
        ])
      })
  }
}
