/// Two apps of one user: each keeps its own sign-in and its own tokens.
extension WireApp {
  /// Another app of the same user, who is nowhere signed in with it.
  var nextTo: WireApp {
    var app = self
    (app.user.session, app.user.tokens, app.user.refreshToken) = (nil, nil, nil)
    (app.proof, app.deviceProof, app.proposed) = (nil, nil, nil)
    app.challenge = .object([])
    return app
  }

  /// This app, with what its user learned while the other one was in front.
  func sharing(with front: WireApp) -> WireApp {
    var app = front
    app.user.session = user.session
    (app.user.tokens, app.user.refreshToken) = (user.tokens, user.refreshToken)
    (app.proof, app.deviceProof, app.challenge) = (proof, deviceProof, challenge)
    return app
  }
}
