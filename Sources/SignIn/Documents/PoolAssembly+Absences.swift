import TransitionTables

/// Notes about settings of a pool's app client that need something which no document has.
extension PoolAssembly {
  /// The note that the client gets tokens on the pages of managed login but no document has a
  /// domain for these; nil where another document may have one.
  var absenceOfDomain: Diagnostic? {
    guard let part = parts.first(where: \.signsInOnPages), !part.format.isOfDeployed,
      parts.contains(where: { $0.poolPlace != nil }), !parts.contains(where: \.hasDomain),
      !parts.contains(where: \.format.isOfAmplify),
      let flows = part.fixed.first(where: { $0.kind == .setting("AllowedOAuthFlows") })
    else { return nil }
    return Diagnostic(
      "document.no-domain", .note, at: flows.location,
      "the app client hands out tokens on the pages of managed login, and no document here has a"
        + " domain of the pool, at which they stand: unless it has one elsewhere, nobody gets to"
        + " them",
      remedy: "declare the domain next to the pool, or give the document that has it")
  }

  /// The note that the client lists the custom flow but the pool has no trigger to define a
  /// challenge; nil where the flow is not listed, or only by a framework or a legacy name, or where
  /// the triggers are not known.
  var absenceOfChallenge: Diagnostic? {
    let flows = settle(PoolParameter.flows.rawValue)
    guard case .document(let place) = flows.origin, case .set(let listed)? = flows.value,
      listed.contains(.custom), !parts.contains(where: \.format.isOfAmplify),
      !parts.flatMap(\.diagnostics).contains(where: { Self.withoutChallenge.contains($0.code) }),
      parts.contains(where: { $0.poolPlace != nil || $0.format == .describeUserPool }),
      case .set(let triggers)? = settle(PoolParameter.triggers.rawValue).value,
      !triggers.contains(.defineAuthChallenge)
    else { return nil }
    let listing = parts.first { $0.settings[.flows]?.origin == flows.origin }
    return Diagnostic(
      "document.flow-without-challenge", .note, at: listing?.customFlowPlace ?? place,
      "the app client allows ALLOW_CUSTOM_AUTH, and the pool has no DefineAuthChallenge trigger:"
        + " whoever signs in by the custom flow is refused, “Custom auth lambda trigger is not"
        + " configured for the user pool.”",
      remedy: "take ALLOW_CUSTOM_AUTH off the client, or give the pool the triggers of a custom"
        + " challenge")
  }

  /// The complaints next to which the absence of a challenge needs no note: of a list with a legacy
  /// name, and of functions that the framework attaches to another pool.
  private static let withoutChallenge = ["document.legacy-flow", "serverless.own-pool"]
}
