public import SignIn
import SignInCryptography

/// The lifetimes of an app client's sessions and tokens: `AuthSessionValidity`,
/// `AccessTokenValidity` and the like.
///
/// The table orders times but has no durations, so the lifetimes are not parameters of the table.
public struct ClientLives: Sendable, Equatable {
  private static let members = ClientValidity.ofTokens + [.session]

  /// The numbers that were given, by member; the other members have the service's defaults.
  private var numbers: [String: Int64] = [:]
  /// The units that were given, by token.
  private var units: [String: String] = [:]

  /// The service's defaults: sessions of three minutes, access and ID tokens of an hour, refresh
  /// tokens of thirty days.
  public init() {}

  /// The lifetimes that documents state. A value that the service would refuse counts as omitted,
  /// and so does 0, which stands for the default.
  ///
  /// - Parameter facts: the settings that the documents state in addition to the parameters.
  public init(stated facts: [FixedFact]) {
    for fact in facts {
      guard case .setting(let name) = fact.kind else { continue }
      if name.hasPrefix(ClientValidity.unitMember + "."), ClientValidity.units[fact.value] != nil {
        units[String(name.dropFirst(ClientValidity.unitMember.count + 1))] = fact.value
      } else if Self.members.contains(where: { $0.member == name }) {
        numbers[name] = Int64(fact.value)
      }
    }
    numbers = numbers.filter { name, _ in
      Self.members.contains { $0.member == name && isTaken($0) }
    }
  }

  /// Reads the members of a call that creates or changes an app client; omitted members have their
  /// defaults.
  init(_ input: ServiceInput) throws(ServiceException) {
    let given = try input.object(ClientValidity.unitMember)
    for validity in Self.members {
      let number = try input.integer(validity.member)
      if number != 0 { numbers[validity.member] = number }
      guard let unit = try given?.text(validity.unitKey, limit: 128) else { continue }
      guard ClientValidity.units[unit] != nil else {
        throw .invalidParameter("[\(unit), no unit of time: the words are not known]")
      }
      units[validity.unitKey] = unit
    }
    for validity in Self.members where !isTaken(validity) {
      guard validity.unitKey.isEmpty else { throw .said(.lifeOutOfRange) }
      throw .invalidParameter(
        "[\(validity.member) is not \(validity.words): the words are not known]")
    }
  }

  private func isTaken(_ validity: ClientValidity) -> Bool {
    numbers[validity.member] == nil || given(validity) != nil
  }

  private func given(_ validity: ClientValidity) -> Int64? {
    numbers[validity.member].flatMap { validity.seconds($0, in: units[validity.unitKey]) }
  }

  private func life(_ validity: ClientValidity) -> Int64 {
    given(validity) ?? validity.ordinary
  }

  /// The lifetime of a session, in seconds.
  var session: Int64 { life(.session) }
  var tokens: TokenIssuer.Lifetimes {
    TokenIssuer.Lifetimes(access: life(.access), id: life(.id), refresh: life(.refresh))
  }

  /// A member of the client's description; nil for one that the description omits.
  func json(_ name: String) -> JSON? {
    if let number = numbers[name] { return .integer(number) }
    switch name {
    case ClientValidity.unitMember:
      let given = units.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) }
      return given.isEmpty ? nil : .object(given)
    case ClientValidity.refresh.member: return .integer(30)
    case ClientValidity.session.member: return .integer(3)
    default: return nil
    }
  }
}

extension PoolService {
  /// Applies new lifetimes to sessions and tokens that are issued from now on.
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
