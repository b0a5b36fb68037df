public import SignIn
import SignInCryptography

/// How long the sessions and tokens of an app client live: `AuthSessionValidity`,
/// `AccessTokenValidity` and their like.
///
/// The table has an order of times and no lengths, so they are no parameters of it.
public struct ClientLives: Sendable, Equatable {
  /// A member of the API that says how long something lives.
  private struct Member {
    var name: String
    /// Its unit's name in `TokenValidityUnits`; empty where minutes are the unit.
    var unitName: String
    var defaultUnit: String
    /// In seconds.
    var range: ClosedRange<Int64>
    var defaultLife: Int64
  }

  private static let access = Member(
    name: "AccessTokenValidity", unitName: "AccessToken", defaultUnit: "hours",
    range: 300...86_400, defaultLife: 3_600)
  private static let id = Member(
    name: "IdTokenValidity", unitName: "IdToken", defaultUnit: "hours", range: 300...86_400,
    defaultLife: 3_600)
  private static let refresh = Member(
    name: "RefreshTokenValidity", unitName: "RefreshToken", defaultUnit: "days",
    range: 3_600...315_360_000, defaultLife: 2_592_000)
  private static let session = Member(
    name: "AuthSessionValidity", unitName: "", defaultUnit: "minutes", range: 180...900,
    defaultLife: 180)
  private static let members = [refresh, access, id, session]
  private static let units: [String: Int64] = [
    "seconds": 1, "minutes": 60, "hours": 3_600, "days": 86_400,
  ]
  private static let unitMember = "TokenValidityUnits"

  /// What was given, by member; the others have the service's defaults.
  private var numbers: [String: Int64] = [:]
  /// The units that were given, by token.
  private var units: [String: String] = [:]

  /// The service's defaults: sessions of three minutes, tokens of an hour, thirty days to refresh
  /// them.
  public init() {}

  /// What documents state. A value that the service would not take counts as left out, as does 0,
  /// which stands for the default.
  ///
  /// - Parameter facts: what the documents state next to the parameters.
  public init(stated facts: [FixedFact]) {
    for fact in facts {
      guard case .setting(let name) = fact.kind else { continue }
      if name.hasPrefix(Self.unitMember + "."), Self.units[fact.value] != nil {
        units[String(name.dropFirst(Self.unitMember.count + 1))] = fact.value
      } else if Self.members.contains(where: { $0.name == name }) {
        numbers[name] = Int64(fact.value)
      }
    }
    numbers = numbers.filter { name, _ in
      Self.members.contains { $0.name == name && isTaken($0) }
    }
  }

  /// Reads the members of a call that makes or changes an app client: what it leaves out has its
  /// default.
  init(_ input: ServiceInput) throws(ServiceException) {
    let given = try input.object(Self.unitMember)
    for member in Self.members {
      if let number = try input.integer(member.name), number != 0 { numbers[member.name] = number }
      guard let unit = try given?.text(member.unitName, limit: 128) else { continue }
      guard Self.units[unit] != nil else {
        throw .invalidParameter("[\(unit), no unit of time: the words are not known]")
      }
      units[member.unitName] = unit
    }
    for member in Self.members where !isTaken(member) {
      throw .invalidParameter(
        member.unitName.isEmpty
          ? "[\(member.name) is not 3 to 15: the words are not known]"
          : "Invalid range for token validity.")
    }
  }

  private func isTaken(_ member: Member) -> Bool {
    guard let number = numbers[member.name] else { return true }
    return seconds(number, member).map(member.range.contains) ?? false
  }

  /// Nil where there are too many to count.
  private func seconds(_ number: Int64, _ member: Member) -> Int64? {
    let unit = Self.units[units[member.unitName] ?? member.defaultUnit] ?? 1
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: unit)
    return isTooLarge ? nil : product
  }

  private func life(_ member: Member) -> Int64 {
    numbers[member.name].flatMap { seconds($0, member) } ?? member.defaultLife
  }

  /// In seconds.
  var session: Int64 { life(Self.session) }
  var tokens: TokenIssuer.Lifetimes {
    TokenIssuer.Lifetimes(
      access: life(Self.access), id: life(Self.id), refresh: life(Self.refresh))
  }

  /// A member of a description of the client; nil for one that is left out there.
  func json(_ name: String) -> JSON? {
    if let number = numbers[name] { return .integer(number) }
    switch name {
    case Self.unitMember:
      let given = units.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) }
      return given.isEmpty ? nil : .object(given)
    case Self.refresh.name: return .integer(30)
    case Self.session.name: return .integer(3)
    default: return nil
    }
  }
}

extension PoolService {
  /// Lets what begins from now on live for so long.
  mutating func take(_ lives: ClientLives) {
    clientLives = lives
    (conventions.pool.sessionLife, conventions.pool.tokenLives) = (lives.session, lives.tokens)
    for (key, account) in accounts.all {
      var account = account
      account.world.pool.conventions = conventions.pool
      accounts[key] = account
    }
  }
}
