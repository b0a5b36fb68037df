public import TransitionTables

/// The origin of a parameter's value.
public enum Origin: Hashable, Sendable {
  /// A document states the value at this place.
  case document(SourceLocation)
  /// No document states the value, and the service has this default.
  case serviceDefault(String)
  /// No document states the value, and a framework between the document and the service, such as
  /// Amplify's `defineAuth`, has this default.
  case frameworkDefault(String)
  /// The command line overrides the documents.
  case commandLine
  /// The parameter has no value; the text is the reason.
  case open(String)

  /// A pool file names the parameter under `open:`, so that all values are explored.
  public static let leftOpen = Origin.open("the pool file leaves it open")

  /// A pool file names the parameter under `unstated:`: its source documents do not state it, and
  /// only ordinary values are explored.
  public static let unstated = Origin.open("the pool file's documents do not state it")

  /// No document of the service can state the parameter, such as the answer of the pool owner's own
  /// trigger; the table's own default applies.
  public static let untold = Origin.open("no document of the service states it")
}

/// The known part of a set that documents leave open: members listed in neither array are excluded.
public struct SetBounds: Hashable, Sendable {
  /// The members that are certainly in the set.
  public var given: [String]
  /// The members that the documents leave undecided.
  public var undecided: [String]

  public init(given: [String] = [], undecided: [String] = []) {
    (self.given, self.undecided) = (given, undecided)
  }
}

/// The value of a parameter with its origin.
public struct Setting: Hashable, Sendable {
  /// The value, or nil where the parameter is open.
  public var value: ParameterValue?
  public var origin: Origin
  /// For an open set: the members that the documents decide, or nil where they decide none.
  public var bounds: SetBounds?
  /// For an open setting: the possible values; empty where any value is possible.
  public var possible: [ParameterValue] = []

  public init(value: ParameterValue?, origin: Origin) {
    self.value = value
    self.origin = origin
  }

  /// The setting of a parameter that stays open, with the reason.
  public static func open(_ reason: String) -> Setting {
    Setting(value: nil, origin: .open(reason))
  }

  static func stated(_ value: ParameterValue, at location: SourceLocation) -> Setting {
    Setting(value: value, origin: .document(location))
  }

  /// Whether another setting is equal, where the origin counts only for settings without a value.
  func isLike(_ other: Setting) -> Bool {
    value == other.value && bounds == other.bounds && possible == other.possible
      && (value != nil || origin == other.origin)
  }

  /// Whether a document states the value.
  var isStated: Bool {
    if case .document = origin { true } else { false }
  }

  /// Whether the value is a framework's default.
  var isOfFramework: Bool {
    if case .frameworkDefault = origin { true } else { false }
  }
}

extension [String: Setting] {
  /// Narrows the open settings that every end of a choice in the documents decides: they keep only
  /// the values at these ends.
  /// - Parameter ends: the settings for each end of the choice.
  mutating func narrow(to ends: [[String: Setting]]) {
    for (name, setting) in self where setting.value == nil {
      let decided = ends.compactMap { $0[name] }.filter { $0.value != nil }
      guard let first = decided.first, decided.count == ends.count else { continue }
      let values = decided.compactMap(\.value).reduce(into: [ParameterValue]()) { all, value in
        if !all.contains(value) { all.append(value) }
      }
      guard values.count > 1 else {
        self[name] = first
        continue
      }
      self[name]?.bounds = nil
      self[name]?.possible = values
    }
  }
}
