import SignInCryptography
import TransitionTables

/// The processing of one request by the table: the state before it, the verdicts on its proofs, and
/// the material that effects need.
struct ServiceTurn {
  /// The key of the account.
  var key: String
  var account: ServiceAccount
  var valuation: [Int]
  /// The state after the row whose effects are being carried out.
  var reached: [Int] = []
  /// The session string of the request, if it is known.
  var session: Secret?
  /// The key of the device that the request names, if the service knows it.
  var deviceKey: String?
  /// The position of the grant whose token came with the request.
  var grant: Int?
  /// Whether a revocation is meant for that grant alone.
  var revokesOneGrant = false
  /// Whether the bytes of each kind of evidence were accepted.
  var judged: [String: Bool] = [:]
  /// Whether the proof of the password in the request is right.
  var isProved = false
  /// The name in the request, its `SRP_A`, and the device key that was sent.
  var username: String?
  var publicKey: String?
  var sentDeviceKey: String?
  /// The SRP exchange that the reply offers.
  var offered: OfferedExchange?
  /// A new password in the request, to be stored.
  var newPassword: Secret?
  /// Whether a temporary password is sent to the user although the administrator chose it.
  var isInvited = false
  /// The device's verifier in ConfirmDevice.
  var deviceVerifier: SRPServer.Verifier?
  /// The attributes in the request, by their names in the API.
  var attributes: [String: String] = [:]
  /// The attribute that the request is about, by the table's name; empty where it is about none.
  var attribute = ""
  /// Whether the address is a verified alias of another account.
  var isClaimedByOther = false
  /// The name of the authenticator that came with its proof.
  var authenticatorName: String?
  /// The authenticator with the used time step, stored if its code is accepted.
  var usedAuthenticator: TimeBasedCodeVerifier?
  /// The tokens, session and custom answer that effects have made.
  var issued: TokenIssuer.Tokens?
  var sessionText: Secret?
  var customAnswer: OneTimeCode?
  /// The page that the reply lists.
  var page: ListPage?
  /// The group that the reply shows.
  var group: UserGroup?
  /// The questions to trigger functions, and their answers, for this request.
  var triggers = TriggerTurn()

  /// The typed name, where no account has it: its record has `?` and the name as its key.
  var unownedName: String? { key.first == "?" ? String(key.dropFirst()) : nil }
}

/// The result of running the pool's rows.
struct ServiceAnswer {
  /// The position of the message that answers, in the model; nil where nothing is sent.
  var message: Int?
  /// The wire name of the message: a challenge, a result or an exception.
  var name = ""
  var isException = false
  /// The service's text of an exception.
  var text = ""
  /// The state that holds the values of the message's fields.
  var valuation: [Int] = []
  /// The names of the actions that a granted request is followed by.
  var grants: [String] = []
  /// The kinds of evidence that the rows judged.
  var judged: Set<String> = []
  /// The effects that the rows have.
  var effects: Set<TableEffect> = []
}

extension PoolService {
  /// A turn for an account, in the state that cryptography and the clock give now.
  func turn(
    for key: String, session: Secret? = nil, deviceKey: String? = nil, grant: Int? = nil
  ) throws(ServiceException) -> ServiceTurn {
    guard let account = accounts[key] else { throw .internalError("no account for the request") }
    var turn = ServiceTurn(key: key, account: account, valuation: account.valuation)
    turn.session = session
    turn.deviceKey = deviceKey
    turn.grant = grant
    try endWhatIsOver(&turn)
    load(into: &turn)
    if let triggerBehaviour { set(.triggerBehaviour, triggerBehaviour, &turn) }
    abstract(&turn)
    noteClaim(&turn)
    return turn
  }

  /// Loads the session, device and grant of this request into the concrete record.
  private func load(into turn: inout ServiceTurn) {
    let session = turn.session.flatMap { sessions[$0] }
    turn.account.world.now = now
    turn.account.world.sessionUnderWay = nil
    turn.account.world.pool.session = session?.pending
    turn.triggers.history = session?.history ?? []
    turn.account.world.pool.mfaCode = session?.mfaCode
    turn.account.world.pool.passkeys.assertion = session?.assertion
    turn.account.world.pool.device = turn.deviceKey.flatMap { turn.account.devices[$0] }
    turn.account.world.pool.tokens =
      turn.grant.map { turn.account.grants[$0] } ?? GrantRecord()
    if session?.pending != nil {
      for (slot, value) in session?.slots ?? [:] { turn.valuation[slot] = value }
    }
  }

  /// Replaces the remembered values of what cryptography and the clock decide.
  private func abstract(_ turn: inout ServiceTurn) {
    for part in turn.account.world.abstraction {
      turn.valuation[part.slot] = part.code
    }
    // A used code of the step ahead counts as this step's, because the table has no third class.
    let used = turn.account.world.pool.authenticator?.usedSteps ?? []
    if used.contains(now / 30 + 1), holds(.usedNone, in: turn.valuation) {
      set(.usedCurrent, &turn)
    }
  }

  // MARK: Rows

  /// Runs the pool's rows for a message, carries out their effects and stores the resulting state.
  mutating func run(
    _ message: Int, _ fields: [Int: Int], _ turn: inout ServiceTurn
  ) throws(ServiceException) -> ServiceAnswer {
    let firings: [Interpreter.Firing]
    if triggers.connected.isEmpty {
      do throws(Interpreter.Fault) {
        firings = try interpreter.serve(message, fields: fields, to: turn.valuation)
      } catch {
        throw .internalError("the table cannot go on from \(model.messages[message].name)")
      }
    } else {
      firings = try self.firings(message, fields, &turn)
    }
    return try carryOut(firings, &turn)
  }

  /// Runs an action of an administrator; nil where the table does nothing. An omitted input has its
  /// first value.
  mutating func run(
    action name: String, _ given: [String: String] = [:], _ turn: inout ServiceTurn
  ) throws(ServiceException) -> ServiceAnswer? {
    guard let action = model.action(named: name) else {
      throw .internalError("the table has no action \(name)")
    }
    let known = model.actions[action].inputs
    var inputs = known.map { model.types.first(of: model.slots[$0.slot].type) }
    for (input, text) in given.sorted(by: { $0.key < $1.key }) {
      guard let at = known.firstIndex(where: { $0.name == input }) else {
        throw .invalidParameter("The action \(name) has no input \(input.prefix(64)).")
      }
      guard let value = model.value(text, in: known[at].slot) else {
        throw .invalidParameter("The input \(input) of \(name) cannot be \(text.prefix(64)).")
      }
      inputs[at] = value
    }
    let firings: [Interpreter.Firing]
    do throws(Interpreter.Fault) {
      firings = try interpreter.step(action, inputs: inputs, from: turn.valuation)
    } catch {
      throw .internalError("the table cannot go on from \(name)")
    }
    guard !firings.isEmpty else { return nil }
    let answer = try carryOut(firings, &turn)
    triggerBehaviour = text(.triggerBehaviour, in: turn.valuation)
    return answer
  }

  private mutating func carryOut(
    _ firings: [Interpreter.Firing], _ turn: inout ServiceTurn
  ) throws(ServiceException) -> ServiceAnswer {
    guard let last = firings.last else { throw .internalError("no row takes the request") }
    let mailed = turn.account.mail.count
    for firing in firings {
      let id = model.rows[firing.row].fullID
      rows.insert(id)
      fired.append(firing.row)
      compare(firing.row, turn)
      turn.reached = firing.valuation
      for effect in model.rows[firing.row].effects {
        try prepare(effect, firing.valuation, &turn)
        do throws(CryptographyError) { try apply(effect, &turn) } catch {
          throw .internalError("the effects of \(id) failed: \(error.code)")
        }
      }
    }
    receiveMail(of: last, &turn)
    try word(turn.account.mail.indices.dropFirst(mailed), last.valuation, &turn)
    let isInert = turn.judged.isEmpty && firings.allSatisfy { model.rows[$0.row].effects.isEmpty }
    keep(last.valuation, &turn, context: model.rows[last.row].fullID, isInert: isInert)
    let following = TriggerTable.after(model.rows[last.row].fullID)
    _ = try ask(at: following, in: last.valuation, &turn)
    var answer = ServiceAnswer()
    answer.judged = Set(firings.flatMap { model.rows[$0.row].judgements.map(\.evidence) })
    answer.effects = model.effects(of: firings)
    answer.grants = model.rows[last.row].grants.map { model.actions[$0].name }
    if let sent = model.rows[last.row].sends {
      answer.message = sent
      answer.name = model.messages[sent].wire.name
      answer.isException = model.messages[sent].kind == .exception
      said = answer.isException ? codec.text(of: last) : ""
      answer.text = filled(said, turn, in: last.valuation)
      answer.valuation = last.valuation
    }
    return answer
  }

  /// Compares the verdict on the bytes with the row's.
  private mutating func compare(_ row: Int, _ turn: ServiceTurn) {
    for judgement in model.rows[row].judgements {
      guard let isAccepted = turn.judged[judgement.evidence],
        isAccepted != judgement.isAccepted
      else { continue }
      differences.append(
        TestBedDifference(
          row: model.rows[row].fullID, evidence: judgement.evidence, sentClass: "",
          expected: judgement.isAccepted ? "accepted" : "refused",
          actual: isAccepted ? "accepted" : "refused", context: "a request of the pipe"))
    }
  }

  // MARK: Storing

  /// Delivers the codes that effects have sent, by the medium that the answer names.
  private func receiveMail(of last: Interpreter.Firing, _ turn: inout ServiceTurn) {
    let before = accounts[turn.key]?.world.user.inbox ?? [:]
    let sent = model.rows[last.row].sends
    for (kind, codes) in turn.account.world.user.inbox.sorted(by: { $0.key < $1.key }) {
      let known = before[kind]?.count ?? 0
      guard codes.count > known else { continue }
      let named = sent.flatMap { self.medium(of: $0, last.valuation) } ?? ""
      // An administrator's answer names no medium; a code that verifies an attribute is sent to it.
      let own: TableMember = turn.attribute == .phone ? .sms : .email
      let medium = named.isEmpty && kind == .attributeCode ? own.rawValue : named
      let attribute = Self.attribute(of: medium)
      // A code that verifies a new value is sent to that value; other mail goes to the old one.
      let pending =
        kind == .attributeCode ? attribute.flatMap { turn.account.pendingAttributes[$0] } : nil
      let address = pending ?? attribute.flatMap { turn.account.attributes[$0] } ?? ""
      for code in codes[known...] {
        turn.account.mail.append(
          ServiceMail(
            purpose: model.evidence[kind]?.purpose ?? "", code: code, medium: medium,
            address: address, at: now))
      }
    }
  }

  /// The attribute that a medium's codes are sent to.
  static func attribute(of medium: String) -> TableWire? {
    switch TableMember(rawValue: medium) {
    case .sms: .phoneNumber
    case .email: .email
    default: nil
    }
  }

  /// The medium that an answer names: in a field, or by the attribute that its members are about.
  private func medium(of message: Int, _ valuation: [Int]) -> String? {
    let named = codec.fields(of: message, in: valuation)[.medium]
    // `own` means that the message itself names the medium.
    guard named.isEmpty || named == .own else { return named }
    let member = codec.members(of: message, valuation).first {
      $0.maker == .maskedAddress || $0.maker == .deliveredAttribute
    }
    return member?.words.first.map {
      ($0 == TableWire.phoneNumber.rawValue ? TableMember.sms : .email).rawValue
    }
  }

  /// Stores the state of a turn in the account and its session.
  /// - Parameter isInert: whether the rows had no effect and judged nothing, so that only the state
  ///   can have changed.
  private mutating func keep(
    _ valuation: [Int], _ turn: inout ServiceTurn, context: String, isInert: Bool
  ) {
    served = turn.key
    // The answers of trigger functions apply to this request alone.
    let valuation = turn.triggers.withoutLoans(valuation)
    turn.valuation = valuation
    let rested = interpreter.rested(valuation)
    compareRecord(rested, turn, context: context)
    var resting = rested
    for slot in ownSlots { resting[slot] = initial[slot] }
    // It is derived from the other accounts for each request.
    if turn.isClaimedByOther { resting[slot(.claimed)] = initial[slot(.claimed)] }
    let isUnchanged = isInert && turn.session == nil && resting == turn.account.valuation
    turn.account.valuation = resting
    noteWaiting(&turn.account)
    turn.account.world.pool.spentSessions = []  // They are in `sessions`.
    turn.account.world.user.spentSessions = []
    keepSession(valuation, turn)
    if let device = turn.account.world.pool.device {
      turn.account.devices[device.key] = device
    } else if let key = turn.deviceKey {
      turn.account.devices[key] = nil
    }
    if let grant = turn.grant {
      turn.account.grants[grant] = turn.account.world.pool.tokens
    } else if turn.issued != nil {
      turn.account.grants.append(turn.account.world.pool.tokens)
    }
    guard !isUnchanged else { return }
    noteDates(&turn.account, insteadOf: accounts[turn.key])
    accounts[turn.key] = holds(.accountNone, in: resting) ? ghost(turn) : turn.account
  }

  /// The empty record of a deleted account, which keeps only the name.
  private func ghost(_ turn: ServiceTurn) -> ServiceAccount? {
    var account = turn.account
    account.attributes = [:]
    account.devices = [:]
    account.groups = []
    (account.attributeCodes, account.spentAttributeCodes, account.spentCode) = ([:], [:], nil)
    return account
  }

  private mutating func keepSession(_ valuation: [Int], _ turn: ServiceTurn) {
    let world = turn.account.world
    let slots = Dictionary(uniqueKeysWithValues: ownSlots.map { ($0, valuation[$0]) })
    if let old = turn.session, world.pool.session?.text.matches(old) != true {
      sessions[old]?.pending = nil
      if turn.issued != nil { sessions[old]?.grant = turn.account.grants.count }
    }
    guard let pending = world.pool.session else { return }
    let known = sessions[pending.text]
    var session = known ?? ServiceSession(account: turn.key, slots: slots)
    if known == nil { session.history = turn.triggers.history }
    session.custom = turn.triggers.custom ?? session.custom
    session.slots = slots
    session.pending = pending
    session.ends = pending.expires
    session.mfaCode = world.pool.mfaCode
    session.assertion = world.pool.passkeys.assertion
    session.customAnswer = turn.customAnswer ?? session.customAnswer
    session.deviceKey = turn.deviceKey ?? session.deviceKey
    sessions[pending.text] = session
  }

  /// Compares the concrete record, in the table's words, with the table's state.
  private mutating func compareRecord(
    _ valuation: [Int], _ turn: ServiceTurn, context: String
  ) {
    let isAhead = (turn.account.world.pool.authenticator?.usedSteps ?? []).contains {
      $0 > now / 30
    }
    for part in turn.account.world.abstraction {
      let slot = part.slot
      guard !isAhead || slot != self.slot(.usedCodes) else { continue }
      let abstract = model.text(of: valuation[slot], in: slot)
      guard abstract != part.value else { continue }
      differences.append(
        TestBedDifference(
          row: context, evidence: part.variable, sentClass: "", expected: abstract,
          actual: part.value, context: "a request of the pipe"))
    }
  }
}
