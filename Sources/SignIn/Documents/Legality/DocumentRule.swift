import Foundation
import Models
import TransitionTables

/// A rule of legality about something that is no parameter of the model: the text of a template, a
/// validity, a custom attribute.
///
/// The importers check these rules in documents that people write; the service's own answers are
/// legal. A violation is a diagnostic with the code `legality.` and the rule's id.
public struct DocumentRule: Sendable, Hashable {
  /// The id of the rule, such as `L30`.
  public var id: String
  /// What the service rejects, in one sentence.
  public var statement: String
  /// The service's own error message, or empty where no public source quotes it.
  public var refusal: String
  public var source: String
  /// The confidence, from A, measured at the service, to D, not settled.
  public var confidence: String
  public var remedy: String
  /// The effect of a change that the service accepts on people who have an account, or empty.
  public var harms: String
  var remedyOfHarm: String

  /// The code of the rule's diagnostics.
  public var code: String { "legality.\(id)" }

  /// The rule with an id; nil where the importers do not check it.
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

  /// The words of one list in a table of words.
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

  /// Whether all required texts are present.
  var isComplete: Bool {
    let ofChange = id == KnownRule.l29.id ? [harms, remedyOfHarm] : []
    return !([statement, remedy, source, confidence] + ofChange).contains("")
  }
}

/// The rules that importers refer to. Each is looked up when the table is loaded; the table has no
/// others.
enum KnownRule: String, CaseIterable, Sendable {
  case l3, l4, l19, l22, l27, l28, l29, l30, l31, l40, l43, l44, l45, l46, l47, n488, n491, n499,
    n503, n505, n507, n993

  /// The id as the reference writes it.
  var id: String { rawValue.uppercased() }
}
