/// One factual statement of a source document, in our own words, with the evidence that shows it.
///
/// A list of statements ties documents to the table. Each statement is bound to the scenario,
/// property or rule that shows it, or to several, one for each of its parts; otherwise it gives the
/// reason why there is nothing to show. Tests break the row behind each binding: a statement whose
/// evidence still passes is bound to the wrong item.
public struct Statement: Sendable, Hashable {
  /// A piece of evidence that shows a statement.
  public enum Evidence: Sendable, Hashable {
    /// A scenario that fires this row and cannot pass without it.
    case scenario(name: String, row: String)
    /// A property, by id.
    case property(String)
    /// A legality rule, by id; its malformed pool and the legal neighbour show the statement.
    case rule(String)
    /// A rule about changes of a deployed pool, by id; its pair of example pools shows the
    /// statement.
    case change(String)
    /// A check of the documents' readers, by the code of its diagnostic; `legality.L47` for a rule
    /// that the readers check, which its malformed pool shows.
    case check(String)

    /// The id of the legality rule that the evidence names, in the table or among the readers'
    /// checks.
    public var rule: String? {
      switch self {
      case .rule(let id): id
      case .check(let code) where code.hasPrefix("legality."): String(code.dropFirst(9))
      case .scenario, .property, .change, .check: nil
      }
    }
  }

  /// The relation of a statement to the model.
  public enum Binding: Sendable, Hashable {
    /// The statement holds; these show it together. A statement of several parts needs one for
    /// each.
    case shown([Evidence])
    /// Service or client behave otherwise: the fact that states it, and the evidence of what
    /// happens.
    case contradicted(fact: String, Evidence)
    /// The statement holds only under a condition on the configuration; both sides are shown.
    case holdsOnlyIf(condition: Expression, text: String, [Evidence], otherwise: [Evidence])
    /// The statement contains nothing that a state machine can show, for this reason.
    case informative(reason: String)

    /// The name of the binding in a table: `shown`, `contradicted`, `holds only if`, `informative`.
    public var word: String {
      switch self {
      case .shown: "shown"
      case .contradicted: "contradicted"
      case .holdsOnlyIf: "holds only if"
      case .informative: "informative"
      }
    }

    /// All evidence of the binding; empty for an informative statement.
    public var evidence: [Evidence] {
      switch self {
      case .shown(let evidence): evidence
      case .contradicted(_, let evidence): [evidence]
      case .holdsOnlyIf(_, _, let evidence, let otherwise): evidence + otherwise
      case .informative: []
      }
    }
  }

  /// The id of the statement, unique in the model.
  public var id: String
  /// The document that contains the statement, by the name of its file.
  public var document: String
  /// The statement in our own words.
  public var text: String
  /// Names on the wire or in other languages that the statement uses, each with the message of the
  /// app that it means; in order of writing.
  public var aliases: [Alias]
  public var binding: Binding
  /// Where the statement is declared.
  public var location: SourceLocation

  /// Another name of an app's message: `CONFIRM_SIGN_IN_WITH_SMS_CODE`.
  public struct Alias: Sendable, Hashable {
    public var name: String
    public var message: String
  }
}

extension Model {
  /// Returns the message of the app that a statement calls by another name, such as
  /// `CONFIRM_SIGN_IN_WITH_SMS_CODE`; nil where none does.
  public func message(byAlias name: String) -> String? {
    for statement in statements {
      if let alias = statement.aliases.first(where: { $0.name == name }) { return alias.message }
    }
    return nil
  }
}
