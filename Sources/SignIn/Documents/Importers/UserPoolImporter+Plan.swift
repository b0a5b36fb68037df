import TransitionTables

/// The properties of a pool that depend on its feature plan and are no parameters of the model.
extension UserPoolImporter {
  static let lambdaVersions = WireNames.words("V1_0", "V2_0", "V3_0")
  /// The event source for the export of user activity.
  static let activity = "userAuthEvents"

  /// Reads the event version of the trigger before token generation: from the second version on the
  /// trigger can change access tokens.
  mutating func readTokenTrigger() {
    let trigger = reader.record(
      properties["LambdaConfig"]["PreTokenGenerationConfig"], "PreTokenGenerationConfig")
    guard
      case .value(let version, let place) = reader.word(
        trigger["LambdaVersion"], "LambdaVersion", Self.lambdaVersions)
    else { return }
    take(FixedFact(.accessTokenTrigger, value: version, location: place))
  }

  /// Reads where the pool sends its logs. Only the export of user activity depends on the plan;
  /// every plan can report messages that could not be sent.
  ///
  /// - Parameter configurations: `LogConfigurations`, of a template's
  ///   `AWS::Cognito::LogDeliveryConfiguration` or of its equivalent.
  mutating func readLogDelivery(_ configurations: Fact) {
    guard case .list(let elements) = configurations.content else { return }
    for element in elements {
      let source = reader.word(
        element["EventSource"], "EventSource", .words(Self.activity, "userNotification"))
      guard case .value(Self.activity, let place) = source else { continue }
      let fact = FixedFact(.activityLogs, value: Self.activity, location: place)
      take(fact)
      guard settings[.threatProtection]?.value == .choice(.off),
        settings[.tier]?.value == .choice(.plus)
      else { continue }
      reader.warn(
        .l27, at: place, "no user activity is logged while threat protection is off")
    }
  }

  private mutating func take(_ fact: FixedFact) {
    planFacts.append(fact)
    reader.checkPlan(of: fact, tier: settings[.tier]?.value)
  }
}
