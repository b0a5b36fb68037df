import TransitionTables

/// Where what no document states would stand.
extension PoolAssembly {
  /// The place of the pool, and that of the app client, or of what makes or names it, for each of
  /// their settings that has the default of the service or of a framework.
  func defaultPlaces(
    of settings: [(parameter: String, setting: Setting)]
  ) -> [String: SourceLocation] {
    let pool = parts.lazy.compactMap(\.poolPlace).first
    let client = parts.lazy.compactMap(\.clientPlace).first
    return settings.reduce(into: [:]) { places, own in
      guard let half = PoolParameter(rawValue: own.parameter).flatMap(parameters.half),
        let place = half == .client ? client : pool
      else { return }
      switch own.setting.origin {
      case .serviceDefault, .frameworkDefault: places[own.parameter] = place
      default: break
      }
    }
  }
}
