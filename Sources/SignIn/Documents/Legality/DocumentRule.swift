import Foundation
import Models
import TransitionTables

/// A rule of legality about something that is no parameter of the model: a template's text, a
/// validity, a custom attribute.
///
/// The importers check these rules in documents that people write; what the service itself answers
/// is legal. A violation is a diagnostic with the code `legality.` and the rule's id.
public struct DocumentRule: Sendable, Hashable {
  /// `L30`.
  public var id: String
  /// What is refused, in one sentence.
  public var statement: String
  /// The service's own words, or empty where no public source quotes them.
  public var refusal: String
  public var source: String
  /// From A, measured at the service, to D, not settled.
  public var confidence: String
  public var remedy: String
  /// What a change that the service accepts does to people who have an account, or empty.
  public var harms: String
  var remedyOfHarm: String

  /// The code of its diagnostics.
  public var code: String { "legality.\(id)" }

  /// The rule with an id, or nil where the model or nobody checks it.
  public static func rule(_ id: String) -> DocumentRule? { all.first { $0.id == id } }

  static func rule(_ known: KnownRule) -> DocumentRule? { rule(known.id) }

  /// All rules that the importers check, in the order of their numbers: the table of words
  /// `documentRules`. Without it no table is loaded, see `DocumentBinding`.
  public static let all: [DocumentRule] = {
    (words?["documentRules"]?.entries ?? []).map(DocumentRule.init)
  }()

  /// The tables of words in the file of these rules.
  private static let words: LocatedNode? = {
    let file = BundledModels.directory.appending(path: "cognito/document-rules.yaml")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return try? LocatedDocument(parsing: text, file: file.lastPathComponent).root["words"]
  }()

  /// The words of a list in one of these tables.
  static func words(of table: String, _ key: String) -> Set<String> {
    Set((words?[table]?[key]?.elements ?? []).compactMap(\.text))
  }

  init(_ entry: LocatedNode.Entry) {
    let text = { (key: String) in entry.value[key]?.text ?? "" }
    (id, statement) = (entry.key, text("statement"))
    (refusal, remedy) = (text("refusal"), text("remedy"))
    source = entry.value["because"]?["source"]?.text ?? ""
    confidence = entry.value["because"]?["confidence"]?.text ?? ""
    let change = { (key: String) in entry.value["change"]?[key]?.text ?? "" }
    (harms, remedyOfHarm) = (change("harms"), change("remedy"))
  }

  /// Whether all is said that must be.
  var isComplete: Bool {
    let ofChange = id == KnownRule.l29.id ? [harms, remedyOfHarm] : []
    return !([statement, remedy, source, confidence] + ofChange).contains("")
  }
}

/// The rules that importers look for, looked up when the table is loaded; the table has no others.
enum KnownRule: String, CaseIterable, Sendable {
  case l3, l4, l19, l22, l27, l28, l29, l30, l31, l40, l43, l44, l45, l46, l47, n488, n491, n499,
    n503, n505, n507

  /// As the reference has it.
  var id: String { rawValue.uppercased() }
}
