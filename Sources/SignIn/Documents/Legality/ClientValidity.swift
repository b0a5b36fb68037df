/// A member of an app client that sets how long its tokens or its sessions are valid.
///
/// Source: the API's CreateUserPoolClient and TokenValidityUnitsType.
package struct ClientValidity: Sendable {
  /// The name of the member, such as `AccessTokenValidity`.
  package let member: String
  /// The token's key in ``unitMember``; empty where the unit is fixed.
  package let unitKey: String
  /// The unit of a number where none is given.
  let defaultUnit: String
  /// The allowed validities, in seconds.
  let limits: ClosedRange<Int64>
  /// The limits in words.
  package let words: String
  /// The default validity, in seconds.
  package let ordinary: Int64

  package static let unitMember = "TokenValidityUnits"
  /// The number of seconds in each unit.
  package static let units: [String: Int64] = [
    "seconds": 1, "minutes": 60, "hours": 3_600, "days": 86_400,
  ]

  package static let access = ClientValidity(
    member: "AccessTokenValidity", unitKey: "AccessToken", defaultUnit: "hours",
    limits: 300...86_400, words: "5 minutes to 1 day", ordinary: 3_600)
  package static let id = ClientValidity(
    member: "IdTokenValidity", unitKey: "IdToken", defaultUnit: "hours", limits: 300...86_400,
    words: "5 minutes to 1 day", ordinary: 3_600)
  package static let refresh = ClientValidity(
    member: "RefreshTokenValidity", unitKey: "RefreshToken", defaultUnit: "days",
    limits: 3_600...315_360_000, words: "1 hour to 3650 days", ordinary: 2_592_000)
  package static let session = ClientValidity(
    member: "AuthSessionValidity", unitKey: "", defaultUnit: "minutes", limits: 180...900,
    words: "3 to 15", ordinary: 180)
  package static let ofTokens = [access, id, refresh]

  /// The validity of a number in seconds; nil where the service does not accept it.
  ///
  /// - Parameter unit: the unit of the number; nil for the default.
  package func seconds(_ number: Int64, in unit: String?) -> Int64? {
    guard let factor = Self.units[unit ?? defaultUnit] else { return nil }
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: factor)
    return !isTooLarge && limits.contains(product) ? product : nil
  }
}
