import TransitionTables

/// What a pool has that hangs on its feature plan and is no parameter of the model.
extension UserPoolImporter {
  static let lambdaVersions = WireNames.words("V1_0", "V2_0", "V3_0")
  /// The source of events of the export of user activity.
  static let activity = "userAuthEvents"

  /// The version of the events that the trigger before token generation gets: from the second on
  /// they reach the access tokens.
  mutating func readTokenTrigger() {
    let trigger = reader.record(
      properties["LambdaConfig"]["PreTokenGenerationConfig"], "PreTokenGenerationConfig")
    guard
      case .value(let version, let place) = reader.word(
        trigger["LambdaVersion"], "LambdaVersion", Self.lambdaVersions)
    else { return }
    take(FixedFact(.accessTokenTrigger, value: version, location: place))
  }

  /// Where the pool sends its logs: only the export of user activity hangs on the plan; of messages
  /// that could not be sent every plan states.
  ///
  /// - Parameter configurations: `LogConfigurations`, of a template's
  ///   `AWS::Cognito::LogDeliveryConfiguration` or of what stands for it.
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
