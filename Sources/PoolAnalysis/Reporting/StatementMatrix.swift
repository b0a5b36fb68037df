import Findings
import TransitionTables

/// The statements of the source documents with what demonstrates each, as a table for readers and
/// programs.
package struct StatementMatrix {
  package let model: Model

  package init(model: Model) {
    self.model = model
  }

  /// The documents, in the order of their first statements.
  private var documents: [String] {
    var names: [String] = []
    for statement in model.statements where !names.contains(statement.document) {
      names.append(statement.document)
    }
    return names
  }

  /// A table for each document, after a summary that counts the statements by kind of binding.
  package var markdown: String {
    var out = "# What the source documents state, and what shows it\n\n"
    out += "\(TextLayout.counted(model.statements.count, "statement")). Renew with "
    out += "`waymark statements`.\n\n"
    out += "| document | shown | holds only if | contradicted | informative | all |\n"
    out += "|---|--:|--:|--:|--:|--:|\n"
    for document in documents {
      let own = model.statements.filter { $0.document == document }
      let counts = ["shown", "holds only if", "contradicted", "informative"].map { word in
        String(own.count { $0.binding.word == word })
      }
      out += "| \(document) | \(counts.joined(separator: " | ")) | \(own.count) |\n"
    }
    for document in documents {
      out += "\n## \(document)\n\n| id | statement | | by |\n|---|---|---|---|\n"
      for statement in model.statements where statement.document == document {
        out += line(statement)
      }
    }
    return out
  }

  private func line(_ statement: Statement) -> String {
    let names = statement.aliases.map { "`\($0.name)` is `\($0.message)`." }
    let text = ([statement.text] + names).joined(separator: " ")
    let cells = [
      "`\(statement.id)`", text, statement.binding.word, Self.reason(statement.binding),
    ]
    let written = cells.map { $0.replacing("|", with: "\\|").replacing("\n", with: " ") }
    return "| \(written.joined(separator: " | ")) |\n"
  }

  /// What demonstrates a statement, or the reason why nothing does.
  static func reason(_ binding: Statement.Binding) -> String {
    switch binding {
    case .shown(let evidence): text(evidence)
    case .contradicted(let fact, let evidence): "fact \(fact); \(text(evidence))"
    case .holdsOnlyIf(_, let condition, let evidence, let otherwise):
      "`\(condition)`: \(text(evidence)); otherwise: \(text(otherwise))"
    case .informative(let reason): reason
    }
  }

  private static func text(_ evidence: [Statement.Evidence]) -> String {
    evidence.map(text).joined(separator: ", and ")
  }

  private static func text(_ evidence: Statement.Evidence) -> String {
    switch evidence {
    case .scenario(let name, let row): "scenario `\(name)`, row `\(row)`"
    case .property(let id): "property `\(id)`"
    case .rule(let id): "legality \(id)"
    case .change(let id): "change \(id)"
    case .check(let code): "check `\(code)`"
    }
  }

  /// The matrix for programs: one object per statement.
  package var json: JSONValue {
    .array(
      model.statements.map { statement in
        .object([
          "id": .string(statement.id), "document": .string(statement.document),
          "statement": .string(statement.text), "binding": .string(statement.binding.word),
          "by": .string(Self.reason(statement.binding)),
          "aliases": .array(
            statement.aliases.map {
              .object(["name": .string($0.name), "message": .string($0.message)])
            }),
        ])
      })
  }
}
