/// The form of a message on the wire: its name there, and the members of its JSON in order.
///
/// A table declares it next to the fields of the message (`wire:`), so that every reader and writer
/// of the wire (a service, a client, a log, a picture) uses one description.
public struct WireForm: Sendable, Hashable {
  /// The name of the operation, challenge or exception in the API.
  public var name: String
  /// The members of the message itself.
  public var members: [WireMember] = []
  /// The members that hold other members without being plain objects, by path.
  public var containers: [[String]: Container] = [:]
  /// The members of the answer, where the message is a challenge.
  public var answers: [WireMember] = []
  /// The field that names the answered challenge, and the member that holds the answers.
  public var answering: Answering?
  /// Other operations that send the message, each with the slot of a field that is true then. Where
  /// another message bears the operation's name, it is this one if the texts of that field are
  /// present.
  public var others: [String: Int] = [:]
  /// The value of a field that no member of a request carries, by slot; for all other fields it is
  /// the first value.
  public var absent: [Int: Int] = [:]
  /// The new values of parameters that no member carries, for a call that changes settings; they
  /// are computed after the parameters that members carry.
  public var implies: [ParameterChange] = []
  /// The service's text in the message, unless a row or a field has another; or empty.
  public var text = ""

  /// The form of a member that holds other members.
  public enum Container: String, Sendable, Hashable, CaseIterable {
    /// A list that contains one object.
    case list
    /// A list of objects, each with the name and the value of one member.
    case pairs
  }

  /// The place of the answers to a challenge.
  public struct Answering: Sendable, Hashable {
    /// The slot of the field that names the challenge.
    public var field: Int
    /// The path of the member that holds the answers.
    public var path: [String]
  }

  /// A form with a name and no members.
  public init(name: String) { self.name = name }
}

extension Model {
  /// The constant texts that a message has on the wire while one of its boolean fields is true and
  /// the other fields have their first values.
  public func texts(of message: Int, under field: Int) -> [WireMember] {
    var valuation = slots.map(\.initial)
    valuation[field] = 1
    return messages[message].wire.members.filter {
      $0.encoding == .constant && ConcreteEvaluator(valuation).holds($0.when)
    }
  }
}

/// One member of a message on the wire.
public struct WireMember: Sendable, Hashable {
  /// The encoding of a value of the table.
  public enum Encoding: String, Sendable, Hashable, CaseIterable {
    /// A member of an enum, written as its wire name.
    case word
    /// A set, written as a list of wire names in alphabetical order.
    case list
    /// A set, written as a text that contains the JSON of such a list.
    case listText
    /// A boolean, written as itself.
    case flag
    /// A boolean that is true where the member is present.
    case presence
    /// A boolean that is true where the member, or one of its parts, is missing.
    case absence
    /// A text whose bytes a maker produces.
    case bytes
    /// A list or an object that a maker produces.
    case json
    /// Several adjacent members that a maker produces together.
    case spread
    /// A boolean on the wire that is true for some members of an enum (named in `words`).
    case among
    /// A set that contains a member (named in `words`) where the wire member is present, or true.
    case holds
    /// A constant text.
    case constant
  }

  /// The names from the outermost member to this one.
  public var path: [String]
  /// The slot that the member carries, a field of the message or a parameter in a result; or nil.
  public var field: Int?
  /// The encoding of the field's value.
  public var encoding: Encoding
  /// The name of the maker of its bytes; empty where the field's value determines the text.
  public var maker: String
  /// The kind of evidence whose bytes it carries; or empty.
  public var evidence: String
  /// Additional input of the encoding: the text of a constant; the words for false and true; the
  /// members that are true among others; the word where an enum has `=`; the prefix of each name in
  /// a list. Empty for most.
  public var words: [String]
  /// The condition on the message's fields and on the configuration under which the member is
  /// present.
  public var when: Expression
  /// Whether the value is a secret, which logs and pictures must not show.
  public var isSecret: Bool
  /// The condition under which the service refuses the message without it.
  public var required: Expression
  /// The maximum number of bytes that the service accepts; 0 for the service's own limit.
  public var limit: Int
  /// Where the member is declared.
  public var location: SourceLocation

  /// The last name in the path.
  public var name: String { path.last ?? "" }
}

/// An effect of a row that the state does not record: it concerns bytes, time or a record.
public struct Effect: Sendable, Hashable {
  /// The name of the effect, as rows use it under `effects:`.
  public var name: String
  /// The name of the implementation, where it differs; several effects may share one.
  public var action: String
  /// The ``action`` of effects that produce no bytes.
  public static let nothing = "nothing"
  /// The kind of evidence that the effect creates or ends; or empty.
  public var evidence: String
  /// The lifetime in seconds; 0 where there is none.
  public var seconds: Int
  /// What a person receives through the effect, in the words of pictures; empty where it is
  /// nothing.
  public var saying: String
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where the effect is declared.
  public var location: SourceLocation
}
