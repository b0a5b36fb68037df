import TransitionTables

/// What the service refuses of an app client beyond its parameters.
extension AppClientImporter {
  mutating func checkLegality() {
    checkSecret()
    checkOAuth()
    checkValidities()
  }

  private mutating func checkSecret() {
    let generates = properties["GenerateSecret"].isTrue
    let own = properties["ClientSecret"]
    if generates, own.isCertain {
      reader.refuse("L43", at: own.location, "the client generates a secret and is given one")
    }
    let name = "EnablePropagateAdditionalUserContextData"
    guard properties[name].isTrue, settings["clientSecret"]?.value == .bool(false),
      !own.isCertain
    else { return }
    reader.refuse(
      "L44", at: properties[name].location, "\(reader.spelled(name)) is on without a secret")
  }

  private mutating func checkOAuth() {
    let name = "AllowedOAuthFlows"
    guard case .list(let elements) = properties[name].content else { return }
    let flows = elements.compactMap(\.text)
    guard flows.contains("client_credentials"),
      let other = flows.first(where: { $0 != "client_credentials" })
    else { return }
    reader.refuse(
      "L45", at: properties[name].location, "client_credentials stands with \(other)")
  }

  // MARK: Validities

  /// Seconds in each unit.
  private static let units = ["seconds": 1, "minutes": 60, "hours": 3600, "days": 86_400]

  /// A token's validity: its property, its key among the units, the unit without one, the limits in
  /// seconds and in words.
  private struct Validity {
    var property: String
    var unitKey: String
    var defaultUnit: String
    var limits: ClosedRange<Int>
    var words: String
  }

  private static let validities = [
    Validity(
      property: "AccessTokenValidity", unitKey: "AccessToken", defaultUnit: "hours",
      limits: 300...86_400, words: "5 minutes to 1 day"),
    Validity(
      property: "IdTokenValidity", unitKey: "IdToken", defaultUnit: "hours",
      limits: 300...86_400, words: "5 minutes to 1 day"),
    Validity(
      property: "RefreshTokenValidity", unitKey: "RefreshToken", defaultUnit: "days",
      limits: 3600...315_360_000, words: "1 hour to 3650 days"),
  ]

  /// One complaint for all tokens, at the first: mostly they want one thing, their units.
  private mutating func checkValidities() {
    var wrong: [(place: SourceLocation, words: String)] = []
    for validity in Self.validities {
      let fact = properties[validity.property]
      let unit = properties["TokenValidityUnits"][validity.unitKey]
      guard let number = fact.number, unit.unknownReason == nil,
        let seconds = Self.units[unit.text ?? validity.defaultUnit]
      else { continue }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: seconds)
      // 0 stands for the default: of a refresh token always, and of all in Terraform's states.
      if number == 0, dialect == .terraform || validity.unitKey == "RefreshToken" { continue }
      if !isTooLarge, validity.limits.contains(product) { continue }
      wrong.append(
        (
          fact.location,
          "\(reader.spelled(validity.property)) is "
            + "\(number) \(unit.text ?? validity.defaultUnit), not \(validity.words)"
        ))
    }
    if let first = wrong.first {
      reader.refuse("L46", at: first.place, wrong.map(\.words).joined(separator: "; "))
    }
    let session = properties["AuthSessionValidity"]
    guard let minutes = session.number, !(3...15).contains(minutes) else { return }
    reader.refuse(
      "L46", at: session.location,
      "\(reader.spelled("AuthSessionValidity")) is \(minutes) minutes, not 3 to 15")
  }
}

extension Fact {
  /// Whether it states `true`, also in quotes.
  var isTrue: Bool { ["true", "yes", "on"].contains(text?.lowercased() ?? "") }
}
