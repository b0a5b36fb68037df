public import TransitionTables

/// Where the value of a parameter comes from.
public enum Origin: Hashable, Sendable {
  /// A document says so, at this place.
  case document(SourceLocation)
  /// No document says so, and the service then does this: what the default is, and whose.
  case serviceDefault(String)
  /// No document says so, and a framework between the document and the service, such as Amplify's
  /// `defineAuth`, then does this: what it does, and which framework.
  case frameworkDefault(String)
  /// The command line overrides the documents.
  case commandLine
  /// The parameter has no value: why the documents cannot say.
  case open(String)

  /// A pool file names the parameter under `open:`; its author wants all values explored.
  public static let leftOpen = Origin.open("the pool file leaves it open")

  /// A pool file names the parameter under `unstated:`; the documents that it was made of do not
  /// state it, and nobody asked for every value.
  public static let unstated = Origin.open("the pool file's documents do not state it")

  /// The parameter is nothing that a document of the service could state, such as what the pool
  /// owner's own trigger answers; the table's own default stands.
  public static let untold = Origin.open("no document of the service states it")
}

/// What documents decide of a set that they leave open: each further member is not in it.
public struct SetBounds: Hashable, Sendable {
  /// The members that are in it.
  public var given: [String]
  /// Those of which the documents do not decide whether they are.
  public var undecided: [String]

  public init(given: [String] = [], undecided: [String] = []) {
    (self.given, self.undecided) = (given, undecided)
  }
}

/// A parameter's value together with its origin.
public struct Setting: Hashable, Sendable {
  /// The value, or nil where the parameter is open.
  public var value: ParameterValue?
  public var origin: Origin
  /// Of an open set of which the documents decide some members: which. Nil where they decide none.
  public var bounds: SetBounds?
  /// Of an open setting the values that the documents leave possible; empty where they leave all.
  public var possible: [ParameterValue] = []

  public init(value: ParameterValue?, origin: Origin) {
    self.value = value
    self.origin = origin
  }

  /// A parameter that stays open, and why.
  public static func open(_ reason: String) -> Setting {
    Setting(value: nil, origin: .open(reason))
  }

  static func stated(_ value: ParameterValue, at location: SourceLocation) -> Setting {
    Setting(value: value, origin: .document(location))
  }

  /// Whether it is the same as another one, wherever documents state the two.
  func isLike(_ other: Setting) -> Bool {
    value == other.value && bounds == other.bounds && possible == other.possible
      && (value != nil || origin == other.origin)
  }

  /// Whether a document states it.
  var isStated: Bool {
    if case .document = origin { true } else { false }
  }

  /// Whether no document states it, and a framework does it by default.
  var isOfFramework: Bool {
    if case .frameworkDefault = origin { true } else { false }
  }
}
