/// Supports two apps of one user, each with its own sign-in and its own tokens.
extension WireApp {
  /// A second app of the same user, without a sign-in.
  var nextTo: WireApp {
    var app = self
    (app.user.session, app.user.tokens, app.user.refreshToken) = (nil, nil, nil)
    (app.proof, app.deviceProof, app.proposed) = (nil, nil, nil)
    app.challenge = .object([])
    return app
  }

  /// This app, with what the user learned while the other app was in the foreground.
  func sharing(with front: WireApp) -> WireApp {
    var app = front
    app.user.session = user.session
    (app.user.tokens, app.user.refreshToken) = (user.tokens, user.refreshToken)
    (app.proof, app.deviceProof, app.challenge) = (proof, deviceProof, challenge)
    return app
  }
}
