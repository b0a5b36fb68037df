public import SignInCryptography
public import SignInTestBed

/// The ways that users of an endpoint went, without names and secrets, to measure coverage by.
public struct SignInLog: Sendable {
  private var byUser: [String: [WireExchange]] = [:]
  /// Ways of other runs, as a file brought them.
  private var earlier: Set<[WireExchange]> = []

  /// The most exchanges that are kept of one user.
  static let longest = 2_000

  /// An empty log.
  public init() {}

  /// What other runs have left in files.
  ///
  /// - Parameter json: as ``json`` writes it.
  /// - Returns: nil where it is none.
  public init?(_ json: JSON) {
    guard let ways = json["waymarkCoverage"]?.elements else { return nil }
    for way in ways {
      let texts = (way.elements ?? []).compactMap(\.text)
      earlier.insert(texts.compactMap { WireExchange($0) })
    }
  }

  mutating func note(_ exchange: WireExchange, of user: String) {
    guard byUser[user, default: []].count < Self.longest else { return }
    byUser[user, default: []].append(exchange)
  }

  /// Adds what another log holds.
  public mutating func add(_ other: SignInLog) {
    earlier.formUnion(other.earlier)
    earlier.formUnion(other.byUser.values)
  }

  /// The ways, each once, in a fixed order.
  public var ways: [[WireExchange]] {
    earlier.union(byUser.values).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// What a file of coverage holds.
  public var json: JSON {
    let ways = ways.map { way in JSON.array(way.map { .string($0.text) }) }
    return .members(["waymarkCoverage": .array(ways)])
  }
}
