import SignInCryptography

/// The bundled makers and judges: the user half makes the evidence that a class names, and the pool
/// half judges its bytes.
extension TestBedRegistry {
  mutating func registerEvidence() {
    registerPasswords()
    registerCodes()
    registerAuthenticators()
    registerSessionStrings()
    registerPossessions()
    registerTokens()
  }

  /// Registers passwords, sent or proved, and the check of their age.
  private mutating func registerPasswords() {
    methods["password"] = EvidenceMethod(
      make: { world, _, sent throws(CryptographyError) in
        let secret = try world.user.password(sent, random: &world.random)
        guard world.provesPassword else { return .text(secret) }
        return .proof(try world.makeSRPClient(), of: secret)
      },
      judge: { world, _, presented throws(CryptographyError) in
        guard case .proof(let client, let secret) = presented else {
          return try world.pool.judge(passwordOnWire: Secret(presented.text))
        }
        return try world.pool.judge(
          proofBy: client, password: secret,
          at: (pool: world.now, client: world.now + world.clientSkew), random: &world.random)
      },
      probe: { world, _, sent throws(CryptographyError) in try world.takesPassword(sent) },
      counted: { $0.srp += 1 }, lacks: [:])
    methods["temporaryPassword"] = EvidenceMethod(
      make: { _, _, _ in .text(Secret("")) },
      judge: { world, _, _ in world.pool.judgeTemporaryPassword(at: world.now) },
      probe: { world, _, sent in
        guard sent == .stale, let expires = world.pool.password?.expires else { return nil }
        return world.pool.judgeTemporaryPassword(at: expires).isAccepted
      },
      lacks: EvidenceClass.onlyAge)
  }

  /// Registers codes that are sent: for a session, with a life of their own, or for an attribute.
  private mutating func registerCodes() {
    let make: EvidenceMethod.Maker = { world, kind, sent throws(CryptographyError) in
      .text(Secret(try world.user.code(sent, for: kind.name, random: &world.random)))
    }
    methods["sessionCode"] = EvidenceMethod(
      make: make,
      judge: { world, _, presented in world.pool.judge(mfaCode: presented.text) },
      probe: { world, kind, sent throws(CryptographyError) in
        try world.takesSessionCode(sent, kind.name)
      },
      handOut: { world, kind throws(CryptographyError) in
        try world.sendSessionCode(for: kind.name)
      },
      counted: { $0.codes += 1 })
    methods["mailedCode"] = EvidenceMethod(
      make: make,
      judge: { world, kind, presented in
        world.pool.judge(code: presented.text, for: kind.name, at: world.now)
      },
      probe: { world, kind, sent throws(CryptographyError) in
        try world.takesMailedCode(sent, kind.name)
      },
      handOut: { world, kind throws(CryptographyError) in
        try world.sendCode(for: kind.name, life: kind.life)
      },
      counted: { $0.codes += 1 })
    methods["attributeCode"] = EvidenceMethod(
      make: { world, kind, sent throws(CryptographyError) in
        // The table sends and checks this code in one step, so it is sent here and is not in the
        // state.
        let code = try OneTimeCode(randomness: &world.random)
        world.pool.attributeCode = code
        world.user.inbox[kind.name, default: []].append(code.text)
        return try make(&world, kind, sent)
      },
      judge: { world, _, presented in
        world.pool.attributeCode?.judge(presented.text) == .matches
          ? .accepted : .refused(.mismatch)
      },
      probe: { world, _, sent throws(CryptographyError) in try world.takesAttributeCode(sent) },
      counted: { $0.codes += 1 })
    // The custom-challenge trigger decides about the answer: no row judges it.
    methods["customAnswer"] = EvidenceMethod(
      make: make, judge: { _, _, _ in .refused(.mismatch) }, probe: { _, _, _ in nil },
      classes: ["right", "wrong", "empty"])
  }

  /// Registers codes of an active authenticator, and of one that is being set up.
  private mutating func registerAuthenticators() {
    methods["totp"] = EvidenceMethod(
      make: { world, _, sent throws(CryptographyError) in
        let code = try world.user.timeBasedCode(
          sent, of: world.user.authenticator, at: world.now, random: &world.random)
        return .text(Secret(code))
      },
      judge: { world, _, presented throws(CryptographyError) in
        try world.pool.judge(timeBasedCode: presented.text, at: world.now)
      },
      probe: { world, _, sent throws(CryptographyError) in try world.takesTimeBasedCode(sent) },
      counted: { $0.totp += 1 })
    methods["totpSetup"] = EvidenceMethod(
      make: { world, _, sent throws(CryptographyError) in
        let code = try world.user.timeBasedCode(
          sent, of: world.user.pendingAuthenticator, at: world.now, random: &world.random)
        return .text(Secret(code))
      },
      judge: { world, _, presented throws(CryptographyError) in
        let judged = try world.pool.judge(setupCode: presented.text, at: world.now)
        world.provedVerifier = judged.verifier
        return judged.verdict
      },
      probe: { world, _, sent throws(CryptographyError) in try world.takesSetupCode(sent) },
      counted: { $0.totp += 1 })
  }

  /// Registers session strings of a challenge and of a sign-up.
  private mutating func registerSessionStrings() {
    methods["session"] = EvidenceMethod(
      make: { world, _, sent in .text(world.user.session(sent)) },
      judge: { world, _, presented in
        world.pool.judge(session: Secret(presented.text), at: world.now)
      },
      probe: { world, _, sent throws(CryptographyError) in try world.takesSession(sent) },
      counted: { $0.sessions += 1 }, classes: ["current", "previous"])
    methods["signUpSession"] = EvidenceMethod(
      make: { world, _, _ in .text(world.user.signUpSession ?? Secret("")) },
      judge: { world, _, presented in
        world.pool.judge(signUpSession: Secret(presented.text), at: world.now)
      },
      probe: { world, _, sent throws(CryptographyError) in try world.takesSignUpSession(sent) },
      counted: { $0.sessions += 1 }, classes: ["none", "current", "used"])
  }

  /// Registers proofs of devices and passkeys.
  private mutating func registerPossessions() {
    let ceremonies: Set = [
      "current", "unverified", "anotherUsers", "altered", "otherOrigin", "otherRelyingParty",
    ]
    methods["deviceProof"] = EvidenceMethod(
      make: { world, _, sent throws(CryptographyError) in try world.makeDeviceProof(sent) },
      judge: { world, _, presented throws(CryptographyError) in
        try world.judge(deviceProof: presented)
      },
      probe: { world, _, sent throws(CryptographyError) in try world.takesDeviceProof(sent) },
      counted: { $0.deviceSRP += 1 }, lacks: [:], classes: ["current", "altered"])
    methods["assertion"] = EvidenceMethod(
      make: { world, _, sent throws(CryptographyError) in
        .text(Secret(try world.makeAssertion(sent)))
      },
      judge: { world, _, presented throws(CryptographyError) in
        try world.judge(assertion: presented.text)
      },
      probe: { world, _, sent throws(CryptographyError) in try world.takesAssertion(sent) },
      handOut: { world, _ throws(CryptographyError) in try world.beginAssertion() },
      counted: { $0.webAuthn += 1 }, classes: ceremonies)
    methods["registration"] = EvidenceMethod(
      make: { world, _, sent throws(CryptographyError) in
        .text(Secret(try world.makeRegistration(sent)))
      },
      judge: { world, _, presented throws(CryptographyError) in
        try world.judge(registration: presented.text)
      },
      probe: { world, _, sent throws(CryptographyError) in try world.takesRegistration(sent) },
      counted: { $0.webAuthn += 1 }, classes: ceremonies)
  }

  private mutating func registerTokens() {
    methods["refreshToken"] = EvidenceMethod(
      make: { world, _, sent throws(CryptographyError) in
        .text(try world.refreshToken(sent) ?? Secret(""))
      },
      judge: { world, _, presented throws(CryptographyError) in
        world.judge(refreshToken: presented.text)
      },
      probe: { world, _, sent throws(CryptographyError) in try world.takesRefreshToken(sent) },
      counted: { $0.tokens += 1 }, classes: ["current", "retired", "neverIssued"],
      mayLack: [.reused: "taken until it expires, for tokens do not rotate here"])
    methods["accessToken"] = EvidenceMethod(
      make: { world, _, _ in .text(world.user.tokens?.access ?? Secret("")) },
      judge: { world, _, presented throws(CryptographyError) in
        try world.judge(accessToken: presented.text)
      },
      probe: { world, _, sent throws(CryptographyError) in try world.takesAccessToken(sent) },
      counted: { $0.tokens += 1 },
      lacks: EvidenceClass.noExchange.merging([.reused: "taken until it expires"]) { $1 })
  }
}
