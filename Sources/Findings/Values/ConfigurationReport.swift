/// The configuration that a report speaks about: what is fixed, by whom, and what is open.
public struct ConfigurationReport: Sendable, Hashable, Codable {
  /// A value as people and programs write it.
  public enum Value: Sendable, Hashable, Codable {
    case bool(Bool)
    case number(Int)
    case member(String)
    case set([String])

    /// `true`, `3`, `optional`, `{sms, totp}`.
    public var text: String {
      switch self {
      case .bool(let value): String(value)
      case .number(let value): String(value)
      case .member(let member): member
      case .set(let members): "{" + members.joined(separator: ", ") + "}"
      }
    }
  }

  /// A parameter with its value.
  public struct Closed: Sendable, Hashable, Codable {
    /// Who decided the value.
    public enum Authority: Sendable, Hashable, Codable {
      /// A document, at `file:line:column`.
      case document(String)
      case commandLine
      /// Nobody: the service's or the model's default.
      case byDefault
    }

    public var name: String
    public var value: Value
    public var authority: Authority
    public var isAssumption: Bool

    public init(
      _ name: String, _ value: Value, by authority: Authority, isAssumption: Bool = false
    ) {
      self.name = name
      self.value = value
      self.authority = authority
      self.isAssumption = isAssumption
    }
  }

  /// A parameter without a value.
  public struct Open: Sendable, Hashable, Codable {
    public var name: String
    /// How many values it may take.
    public var valueCount: Int
    /// Why no document decides it.
    public var reason: String

    public init(_ name: String, valueCount: Int, reason: String) {
      self.name = name
      self.valueCount = valueCount
      self.reason = reason
    }
  }

  /// An assumption whose change alone flips verdicts.
  public struct Decisive: Sendable, Hashable, Codable {
    public var name: String
    /// The value with which the verdicts are other ones.
    public var otherwise: String
    /// The ids of the properties.
    public var flips: [String]
    /// What is assumed, in a sentence; empty where nobody says.
    public var says = ""

    public init(_ name: String, otherwise: String, flips: [String]) {
      self.name = name
      self.otherwise = otherwise
      self.flips = flips
    }
  }

  /// A parameter that bounds the exploration, not the service.
  public struct Bound: Sendable, Hashable, Codable {
    public var name: String
    /// The most that were explored, or `open`.
    public var most: String
    /// What is counted.
    public var counted: String

    public init(_ name: String, most: String, counted: String) {
      self.name = name
      self.most = most
      self.counted = counted
    }
  }

  /// Beyond which nothing was explored, of what this configuration ever comes to.
  public var bounds: [Bound] = []
  /// What came of changing each assumption alone.
  public enum Trial: Sendable, Hashable, Codable {
    /// Those that decide a verdict, in the order of the model's declarations.
    case tried([Decisive])
    /// A limit was reached on the way: those found to decide a verdict until then, and the
    /// names of those that were not tried with every value.
    case cutOff([Decisive], untried: [String])
    /// Why none was changed.
    case notTried(String)
  }

  /// The assumptions that decide a verdict; nil where that was no question.
  public var trial: Trial?
  /// In the order of the model's declarations.
  public var closed: [Closed]
  public var open: [Open]

  public init(closed: [Closed], open: [Open] = []) {
    self.closed = closed
    self.open = open
  }
}

extension [ConfigurationReport.Closed] {
  /// The list for people: neighbouring members of one indexed parameter that nobody has decided and
  /// that have the same value are one line, `define[…]`.
  public var folded: [ConfigurationReport.Closed] {
    var out: [ConfigurationReport.Closed] = []
    for entry in self {
      guard entry.authority == .byDefault, let array = Self.array(of: entry),
        let last = out.last, last.authority == .byDefault, last.value == entry.value,
        Self.array(of: last) == array
      else {
        out.append(entry)
        continue
      }
      out[out.count - 1].name = array + "[…]"
    }
    return out
  }

  private static func array(of entry: ConfigurationReport.Closed) -> Substring? {
    entry.name.firstIndex(of: "[").map { entry.name[..<$0] }
  }
}
