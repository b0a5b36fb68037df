import TransitionTables

/// Checks an app client against the service's rules that go beyond its parameters.
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
      reader.refuse(.l43, at: own.location, "the client generates a secret and is given one")
    }
    let name = "EnablePropagateAdditionalUserContextData"
    guard properties[name].isTrue, settings[.clientSecret]?.value == .bool(false),
      !own.isCertain
    else { return }
    reader.refuse(
      .l44, at: properties[name].location, "\(reader.spelled(name)) is on without a secret")
  }

  private mutating func checkOAuth() {
    let name = "AllowedOAuthFlows"
    guard case .list(let elements) = properties[name].content else { return }
    let flows = elements.compactMap(\.text)
    for element in elements {
      guard reader.author == .person, let text = element.text, !text.isEmpty,
        !Self.oAuthFlows.contains(text)
      else { continue }
      reader.complain(
        "document.unknown-value", at: element.location,
        "\(reader.spelled(name)) cannot be `\(element.quoted(text))`",
        remedy: Self.oAuthFlows.nearest(to: text).map { "did you mean `\($0)`?" }
          ?? "write \(Self.oAuthFlows.list), each as a word of its own")
    }
    guard flows.contains("client_credentials") else { return }
    let place = properties[name].location
    if let other = flows.first(where: { $0 != "client_credentials" }) {
      reader.refuse(.l45, at: place, "client_credentials stands with \(other)")
    } else if settings[.clientSecret]?.value == .bool(false),
      !properties["ClientSecret"].isCertain
    {
      reader.refuse(.n993, at: place, "client_credentials stands without a secret")
    }
  }

  private static let oAuthFlows = ["code", "implicit", "client_credentials"]

  /// A diagnostic where the client states OAuth flows but does not switch them on, or nil. The
  /// service accepts such a client, and its pages and its token endpoint reject it (N973). It does
  /// not apply to a program's overrides of another client.
  var flowsOff: Diagnostic? {
    let (flows, page) = (properties["AllowedOAuthFlows"], properties[Self.page])
    guard case .list(let listed) = flows.content, listed.contains(where: { $0.text != nil }),
      !page.isTrue, page.unknownReason == nil
    else { return nil }
    let names = ["AllowedOAuthFlows", Self.page].map(reader.spelled)
    // Whoever writes `false` says so.
    let isWritten = reader.author == .person && page.text != nil
    return reader.document.diagnostic(
      "document.pages-off", isWritten ? .note : .warning, at: flows.location,
      "\(names[0]) has no effect without \(names[1]): the service takes such a client, but"
        + " the pages of managed login and the token endpoint refuse it; users sign in by the API"
        + " alone",
      remedy: "set \(names[1]) to true, or leave the OAuth flows out")
  }

  /// The property that switches the OAuth flows on.
  static let page = "AllowedOAuthFlowsUserPoolClient"

  // MARK: Validities

  /// Checks the validities of tokens, with one complaint for all at the first of them: usually they
  /// all lack their units.
  private mutating func checkValidities() {
    var wrong: [(place: SourceLocation, words: String)] = []
    for validity in ClientValidity.ofTokens {
      let fact = properties[validity.member]
      let unit = properties[ClientValidity.unitMember][validity.unitKey]
      guard let number = fact.number, unit.unknownReason == nil,
        ClientValidity.units[unit.text ?? validity.defaultUnit] != nil
      else { continue }
      // 0 stands for the default: always for a refresh token, and for every token in Terraform's
      // states.
      if number == 0, dialect == .terraform || validity.unitKey == "RefreshToken" { continue }
      guard validity.seconds(Int64(number), in: unit.text) == nil else { continue }
      wrong.append(
        (
          fact.location,
          "\(reader.spelled(validity.member)) is "
            + "\(number) \(unit.text ?? validity.defaultUnit), not \(validity.words)"
        ))
    }
    if let first = wrong.first {
      reader.refuse(.l46, at: first.place, wrong.map(\.words).joined(separator: "; "))
    } else {
      checkOrderOfValidities()
    }
    let validity = ClientValidity.session
    let session = properties[validity.member]
    guard let minutes = session.number, validity.seconds(Int64(minutes), in: nil) == nil else {
      return
    }
    reader.refuse(
      .l46, at: session.location,
      "\(reader.spelled(validity.member)) is \(minutes) minutes, not \(validity.words)")
  }
}

extension AppClientImporter {
  private mutating func checkOrderOfValidities() {
    guard let limit = seconds(.refresh) else { return }
    for validity in [ClientValidity.access, .id] {
      guard let length = seconds(validity), length > limit else { continue }
      reader.refuse(
        .n499, at: properties[validity.member].location,
        "\(reader.spelled(validity.member)) is more than"
          + " \(reader.spelled(ClientValidity.refresh.member))")
      return
    }
  }

  /// The validity of a token in seconds, or nil where it is not known.
  private func seconds(_ validity: ClientValidity) -> Int64? {
    let fact = properties[validity.member]
    let unit = properties[ClientValidity.unitMember][validity.unitKey]
    if case .absent = fact.content { return validity.ordinary }
    guard let number = fact.number, unit.unknownReason == nil else { return nil }
    return validity.seconds(Int64(number), in: unit.text)
  }
}

extension Fact {
  /// Whether the fact states `true`, also in quotes.
  var isTrue: Bool { ["true", "yes", "on"].contains(text?.lowercased() ?? "") }
}
