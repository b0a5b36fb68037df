/// How a message looks on the wire: its name there, and the members of its JSON in their order.
///
/// A table declares it next to the fields of the message (`wire:`), so that whoever speaks the wire
/// (a service, a client, a log, a picture) reads one description and no list of its own.
public struct WireForm: Sendable, Hashable {
  /// The name of the operation, challenge or exception in the API.
  public var name: String
  /// The members that the message has by itself.
  public var members: [WireMember] = []
  /// The members that hold others and are no plain objects.
  public var containers: [[String]: Container] = [:]
  /// The members that answer it, where it is a challenge.
  public var answers: [WireMember] = []
  /// The field that names the challenge that is answered, and the member that holds the answers.
  public var answering: Answering?
  /// Other operations that send the message, each with the slot of a field that is true then. One
  /// that another message is called after is this where the texts that this has then are there.
  public var others: [String: Int] = [:]
  /// What a field is taken for where no member of a request carries it; the first value of all
  /// others.
  public var absent: [Int: Int] = [:]
  /// What a call that changes settings makes of parameters that no member carries, once those that
  /// some do are changed.
  public var implies: [ParameterChange] = []
  /// The service's words that go with it, unless a row or a field has others; or empty.
  public var text = ""

  /// How a member that holds others is written.
  public enum Container: String, Sendable, Hashable, CaseIterable {
    /// A list with one object.
    case list
    /// A list of objects, each with the name and the value of one member.
    case pairs
  }

  /// Where the answers to a challenge stand.
  public struct Answering: Sendable, Hashable {
    /// The slot of the field that names the challenge.
    public var field: Int
    /// The member that holds the answers.
    public var path: [String]
  }

  /// A form without members.
  public init(name: String) { self.name = name }
}

extension Model {
  /// The constant texts that a message has on the wire while a boolean field of it is true, the
  /// others having their first values.
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
  /// How a value of the table is written.
  public enum Encoding: String, Sendable, Hashable, CaseIterable {
    /// A member of an enum by its wire name.
    case word
    /// A set as a list of wire names, in their alphabetical order.
    case list
    /// The same list, as JSON in a text.
    case listText
    /// A boolean as itself.
    case flag
    /// A boolean that is true where the member is there.
    case presence
    /// A boolean that is true where the member, or one of its parts, is missing.
    case absence
    /// A text that a maker of bytes makes.
    case bytes
    /// The same for what is no text: a list or an object.
    case json
    /// Several members side by side, which a maker makes together.
    case spread
    /// A boolean on the wire that is true for some members of an enum (`words`).
    case among
    /// A set that holds a member (`words`) where this is there, or is true.
    case holds
    /// The same text each time.
    case constant
  }

  /// The names from the outermost member to this one.
  public var path: [String]
  /// The slot that it carries, or nil: of a field of the message, or of a parameter in a result.
  public var field: Int?
  /// How the value of the field is written.
  public var encoding: Encoding
  /// Who makes its bytes; empty where the field's value alone says what is written.
  public var maker: String
  /// The kind of evidence whose bytes it carries; or empty.
  public var evidence: String
  /// What the encoding needs in addition: the text of a constant; the words for false and true; the
  /// members that are true among others; the word where an enum says `=`; what stands before each
  /// name of a list. Empty for most.
  public var words: [String]
  /// The condition on the message's fields and on the configuration under which it is there.
  public var when: Expression
  /// Whether its text is a secret, which logs and pictures must not show.
  public var isSecret: Bool
  /// The condition under which the service refuses the message without it.
  public var required: Expression
  /// The most bytes that the service takes; 0 for the service's own limit.
  public var limit: Int
  /// Where it is declared.
  public var location: SourceLocation

  /// Its own name.
  public var name: String { path.last ?? "" }
}

/// What a row makes next to the state: something with bytes, time or a record in it.
public struct Effect: Sendable, Hashable {
  /// Its name, as rows have it under `effects:`.
  public var name: String
  /// What carries it out, where that is not its own name; several effects may share it.
  public var action: String
  /// The ``action`` of effects that leave no bytes.
  public static let nothing = "nothing"
  /// The kind of evidence that it makes or ends; or empty.
  public var evidence: String
  /// A life in seconds; 0 where it has none.
  public var seconds: Int
  /// What a person gets of it, in the words of pictures; empty where that is nothing.
  public var saying: String
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where it is declared.
  public var location: SourceLocation
}
