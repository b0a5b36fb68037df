public import TransitionTables

/// Where in the documents of a pool something has its cause: the settings that decide it.
public struct SettingPlaces: Sendable {
  /// A parameter that a document sets, with the place.
  public struct Place: Sendable, Hashable {
    /// The parameter, by slot.
    public var slot: Int
    /// Where the document sets it.
    public var location: SourceLocation
  }

  /// The most places of one cause.
  public static let most = 3

  private let model: Model
  private let located: [Int: SourceLocation]

  /// - Parameters:
  ///   - model: the table whose parameters these are.
  ///   - located: where a document sets a parameter, by slot.
  public init(model: Model, located: [Int: SourceLocation]) {
    self.model = model
    self.located = located
  }

  /// The settings that a document decides: those that the expressions read first, then those that
  /// decide the rows, from the last row back; at most three.
  ///
  /// - Parameters:
  ///   - expressions: what is claimed; the settings that it reads come first.
  ///   - rows: by position in the rows of the model, in the order in which they fired.
  public func places(of expressions: [Expression], rows: [Int]) -> [Place] {
    let guards = rows.reversed().map { model.rows[$0].when }
    var places: [Place] = []
    for slot in (expressions + guards).flatMap(\.slots) {
      guard let location = located[slot], !places.contains(where: { $0.slot == slot }) else {
        continue
      }
      places.append(Place(slot: slot, location: location))
      if places.count == Self.most { break }
    }
    return places
  }
}
