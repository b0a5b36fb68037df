import TransitionTables

/// Where what no document states would stand.
extension PoolAssembly {
  /// The place of the app client, or of what makes or names it, for each of its settings that has
  /// the default of the service or of a framework.
  func clientPlaces(
    of settings: [(parameter: String, setting: Setting)]
  ) -> [String: SourceLocation] {
    guard let place = parts.lazy.compactMap(\.clientPlace).first else { return [:] }
    return settings.reduce(into: [:]) { places, own in
      guard PoolParameter(rawValue: own.parameter).flatMap(parameters.half) == .client else {
        return
      }
      switch own.setting.origin {
      case .serviceDefault, .frameworkDefault: places[own.parameter] = place
      default: break
      }
    }
  }
}
