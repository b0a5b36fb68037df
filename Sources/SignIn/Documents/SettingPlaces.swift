public import TransitionTables

/// The places in the documents of a pool that explain a result: those of the settings that decide
/// it.
public struct SettingPlaces: Sendable {
  /// A parameter that a document sets, with the place.
  public struct Place: Sendable, Hashable {
    /// The slot of the parameter.
    public var slot: Int
    /// The place where the document sets the parameter.
    public var location: SourceLocation
  }

  /// The greatest number of places for one result.
  public static let most = 3

  private let model: Model
  private let located: [Int: SourceLocation]

  /// - Parameters:
  ///   - model: the table of the parameters.
  ///   - located: for each slot, the place where a document sets the parameter.
  public init(model: Model, located: [Int: SourceLocation]) {
    self.model = model
    self.located = located
  }

  /// The places of decisive settings: those that the expressions read come first, then those in the
  /// guards of the rows, from the last row backwards; at most three.
  ///
  /// - Parameters:
  ///   - expressions: the claim whose settings come first.
  ///   - rows: the positions of the fired rows in the model, in the order in which they fired.
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
