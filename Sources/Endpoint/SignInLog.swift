public import SignInCryptography
public import SignInTestBed

/// The exchanges of each user of an endpoint, without names and secrets, from which coverage is
/// measured.
public struct SignInLog: Sendable {
  private var byUser: [String: [WireExchange]] = [:]
  /// The exchanges of earlier runs, read from files.
  private var earlier: Set<[WireExchange]> = []

  /// The largest number of exchanges kept for one user.
  static let longest = 2_000

  /// Creates an empty log.
  public init() {}

  /// Reads the log of other runs from a file.
  ///
  /// - Parameter json: the content of the file, as ``json`` writes it.
  /// - Returns: nil where the file is not a log.
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

  /// Adds the content of another log.
  public mutating func add(_ other: SignInLog) {
    earlier.formUnion(other.earlier)
    earlier.formUnion(other.byUser.values)
  }

  /// The distinct sequences of exchanges, in a fixed order.
  public var ways: [[WireExchange]] {
    earlier.union(byUser.values).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The content of a coverage file.
  public var json: JSON {
    let ways = ways.map { way in JSON.array(way.map { .string($0.text) }) }
    return .members(["waymarkCoverage": .array(ways)])
  }
}
