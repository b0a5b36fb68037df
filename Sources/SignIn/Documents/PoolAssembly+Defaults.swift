import TransitionTables

/// Where what no document states would stand.
extension PoolAssembly {
  /// The place of the app client, for each of its settings that has the service's default.
  func clientPlaces(
    of settings: [(parameter: String, setting: Setting)]
  ) -> [String: SourceLocation] {
    guard let place = parts.lazy.compactMap(\.clientPlace).first else { return [:] }
    return settings.reduce(into: [:]) { places, own in
      guard case .serviceDefault = own.setting.origin,
        PoolParameter(rawValue: own.parameter).flatMap(parameters.half) == .client
      else { return }
      places[own.parameter] = place
    }
  }
}
