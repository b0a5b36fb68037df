/// The configuration of a report: the parameters that are set, with the source of each value, and
/// the open ones.
public struct ConfigurationReport: Sendable, Hashable, Codable {
  /// A value as people and programs write it.
  public enum Value: Sendable, Hashable, Codable {
    case bool(Bool)
    case number(Int)
    case member(String)
    case set([String])

    /// The value as text: `true`, `3`, `optional`, `{sms, totp}`.
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
    /// The source of the value.
    public enum Authority: Sendable, Hashable, Codable {
      /// A document, at `file:line:column`.
      case document(String)
      case commandLine
      /// The default of the service or the model, where neither document nor command line sets it.
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
    /// The number of values that it may take.
    public var valueCount: Int
    /// The reason why no document decides it.
    public var reason: String

    public init(_ name: String, valueCount: Int, reason: String) {
      self.name = name
      self.valueCount = valueCount
      self.reason = reason
    }
  }

  /// An assumption that changes verdicts if it alone is changed.
  public struct Decisive: Sendable, Hashable, Codable {
    public var name: String
    /// The value with which the verdicts differ.
    public var otherwise: String
    /// The ids of the properties whose verdicts differ.
    public var flips: [String]
    /// The assumption in a sentence; empty if the model has none.
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
    /// The maximum that was explored, or `open`.
    public var most: String
    /// The things that are counted.
    public var counted: String

    public init(_ name: String, most: String, counted: String) {
      self.name = name
      self.most = most
      self.counted = counted
    }
  }

  /// The bounds of the exploration that this configuration can reach.
  public var bounds: [Bound] = []
  /// The result of changing each assumption alone.
  public enum Trial: Sendable, Hashable, Codable {
    /// The assumptions that decide a verdict, in the order of the model's declarations.
    case tried([Decisive])
    /// A limit was reached before all were tried: the assumptions found to decide a verdict until
    /// then, and the names of those that were not tried with every value.
    case cutOff([Decisive], untried: [String])
    /// No assumption was changed, with the reason.
    case notTried(String)
  }

  /// The result of the trial of assumptions; nil if none was requested.
  public var trial: Trial?
  /// The parameters with a value, in the order of the model's declarations.
  public var closed: [Closed]
  public var open: [Open]

  public init(closed: [Closed], open: [Open] = []) {
    self.closed = closed
    self.open = open
  }
}

extension [ConfigurationReport.Closed] {
  /// The list as people read it: adjacent members of one indexed parameter that have their default
  /// and the same value become one line, `define[…]`.
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
