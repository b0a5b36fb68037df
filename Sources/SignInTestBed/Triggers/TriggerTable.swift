import SignIn
import SignInCryptography
import TransitionTables

/// The pool owner's Lambda functions as `Models/triggers` describes them: where each is called,
/// with which event, and what its answers mean in the table.
public struct TriggerTable: Sendable {
  /// The settings that an answer makes if it matches a pattern.
  struct Meaning: Sendable {
    var pattern: JSON
    /// The slots by name, or all members of an indexed one, with values in the table's words.
    var settings: [(name: String, text: String)]
  }

  /// One Lambda function of the pool's owner.
  struct Function: Sendable {
    /// The table's name of the function, such as `preSignUp`.
    var name: String
    /// `triggerSource` by the place of the call: a row, an effect, a member, `message`, or `after`
    /// and a row.
    var places: [String: String]
    /// `triggerSource` by the request's operation or challenge; it takes precedence over `places`.
    var sources: [String: String]
    /// The names of the members of `event.request`.
    var request: [String]
    /// The initial `event.response` that the function gets.
    var response: JSON
    /// The types of the members that the function may return.
    var types: [String: MemberType]
    var meanings: [Meaning]

    /// Whether an answer is an object whose members have the declared types.
    func recognizes(_ response: JSON) -> Bool {
      guard case .object(let members) = response else { return false }
      return members.allSatisfy { types[$0.name]?.has($0.value) ?? true }
    }
  }

  /// The type of a member of an answer.
  enum MemberType: String, Sendable {
    case boolean, text, list, map

    /// Whether a value has the type; null always has.
    func has(_ value: JSON) -> Bool {
      switch (self, value) {
      case (_, .null), (.boolean, .bool), (.text, .string), (.list, .array), (.map, .object): true
      default: false
      }
    }
  }

  /// The exception that a failing function causes, and its text.
  struct Failure: Sendable {
    var exception: String
    var text: String
  }

  let functions: [Function]
  /// The failures, by the function's behaviour: `refuses`, `fails`, `answersNonsense`.
  let failures: [String: Failure]

  /// The names of the functions, in the order of the file.
  public var names: [String] { functions.map(\.name) }

  /// Reads the bundled table.
  ///
  /// - Throws: a `DiagnosticList` where the file cannot be read.
  public static func bundled() throws -> TriggerTable {
    TriggerTable(try BundledTable.triggers())
  }

  /// Reads a table.
  ///
  /// - Parameter document: the document, written like `Models/triggers/triggers.yaml`.
  init(_ document: LocatedDocument) {
    let root = document.root
    functions = (root["triggers"]?.entries ?? []).map { entry in
      Function(
        name: entry.key, places: Self.places(entry.value),
        sources: Self.texts(entry.value["by"]),
        request: (entry.value["request"]?.elements ?? []).compactMap(\.text),
        response: JSON(entry.value["response"]),
        types: Self.texts(entry.value["types"]).compactMapValues(MemberType.init(rawValue:)),
        meanings: (entry.value["means"]?.elements ?? []).map { meaning in
          Meaning(
            pattern: JSON(meaning["where"]),
            settings: (meaning["set"]?.entries ?? []).map { ($0.key, $0.value.text ?? "") })
        })
    }
    failures = Dictionary(
      uniqueKeysWithValues: (root["failures"]?.entries ?? []).map { entry in
        let texts = Self.texts(entry.value)
        return (
          entry.key, Failure(exception: texts["exception"] ?? "", text: texts["text"] ?? "")
        )
      })
  }

  private static func places(_ function: LocatedNode) -> [String: String] {
    let following = texts(function["after"]).map { (after($0.key), $0.value) }
    return texts(function["at"]).merging(following) { first, _ in first }
  }

  /// The name of the place after a row.
  static func after(_ row: String) -> String { "after \(row)" }

  private static func texts(_ node: LocatedNode?) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: (node?.entries ?? []).map { ($0.key, $0.value.text ?? "") })
  }

  /// The functions that are called at a place, in the order of the file.
  func functions(at place: String) -> [Function] { functions.filter { $0.places[place] != nil } }

  /// Whether an answer matches a pattern of the file.
  static func matches(_ pattern: JSON, _ answer: JSON?) -> Bool {
    switch (pattern, answer) {
    case (.string("any"), let answer): return answer != nil && answer != .null
    case (.object(let members), let answer):
      return members.allSatisfy { matches($0.value, answer?[$0.name]) }
    // Attribute values are texts, but some functions return `true` for them.
    case (.string("true"), .bool(true)?): return true
    default: return pattern == answer
    }
  }
}

extension JSON {
  /// Converts a value of a YAML document; null where there is none.
  init(_ node: LocatedNode?) {
    switch node?.content {
    case nil: self = .null
    case .mapping(let entries)?:
      self = .object(entries.map { JSON.Member($0.key, JSON($0.value)) })
    case .sequence(let elements)?: self = .array(elements.map { JSON($0) })
    case .scalar(let text, let isQuoted)?:
      if isQuoted {
        self = .string(text)
      } else if node?.isNull == true {
        self = .null
      } else {
        let flags: [String: JSON] = ["true": .bool(true), "false": .bool(false)]
        self = flags[text] ?? .string(text)
      }
    }
  }
}
