/// One factual statement of a source document, in our own words, and what shows it.
///
/// A list of statements ties documents to the table: each is bound to the scenario, the property or
/// the rule that shows it, or to several of them, one for each of its parts, or says why there is
/// nothing to show. Tests break the row behind each binding; a statement whose evidence does not
/// notice is bound to the wrong thing.
public struct Statement: Sendable, Hashable {
  /// What shows a statement.
  public enum Evidence: Sendable, Hashable {
    /// A scenario, which fires this row and cannot pass without it.
    case scenario(name: String, row: String)
    /// A property, by id.
    case property(String)
    /// A rule of legality, by id; its malformed pool and the legal neighbour show it.
    case rule(String)
    /// A rule about changes of a deployed pool, by id; its pair of example pools shows it.
    case change(String)
    /// A check of the documents' readers, by the code of its diagnostic; `legality.L47` for a rule
    /// that the readers check, which its malformed pool shows.
    case check(String)

    /// The rule of legality that it names, by id, in the table or among the readers' checks.
    public var rule: String? {
      switch self {
      case .rule(let id): id
      case .check(let code) where code.hasPrefix("legality."): String(code.dropFirst(9))
      case .scenario, .property, .change, .check: nil
      }
    }
  }

  /// How a statement stands to the model.
  public enum Binding: Sendable, Hashable {
    /// It holds, and these show it together: a statement of several parts needs one for each.
    case shown([Evidence])
    /// Service or client do otherwise: the fact that says so, and what happens instead.
    case contradicted(fact: String, Evidence)
    /// It holds under a condition on the configuration only; both sides are shown.
    case holdsOnlyIf(condition: Expression, text: String, [Evidence], otherwise: [Evidence])
    /// Nothing that a state machine can show, for this reason.
    case informative(reason: String)

    /// The word for it in a table: `shown`, `contradicted`, `holds only if`, `informative`.
    public var word: String {
      switch self {
      case .shown: "shown"
      case .contradicted: "contradicted"
      case .holdsOnlyIf: "holds only if"
      case .informative: "informative"
      }
    }

    /// Everything that shows it; empty for an informative one.
    public var evidence: [Evidence] {
      switch self {
      case .shown(let evidence): evidence
      case .contradicted(_, let evidence): [evidence]
      case .holdsOnlyIf(_, _, let evidence, let otherwise): evidence + otherwise
      case .informative: []
      }
    }
  }

  /// Its mark, unique in the model.
  public var id: String
  /// The document that states it, by the name of its file.
  public var document: String
  /// The statement in our own words.
  public var text: String
  /// Names on the wire or in other languages that it uses, and the message of the app that each
  /// means; in order of writing.
  public var aliases: [Alias]
  public var binding: Binding
  /// Where it is declared.
  public var location: SourceLocation

  /// Another name of an app's message: `CONFIRM_SIGN_IN_WITH_SMS_CODE`.
  public struct Alias: Sendable, Hashable {
    public var name: String
    public var message: String
  }
}

extension Model {
  /// The message of the app that a statement knows by another name, such as
  /// `CONFIRM_SIGN_IN_WITH_SMS_CODE`; nil where none does.
  public func message(byAlias name: String) -> String? {
    for statement in statements {
      if let alias = statement.aliases.first(where: { $0.name == name }) { return alias.message }
    }
    return nil
  }
}
