import SignInCryptography
import TransitionTables

/// Executes rows of the table in a ``World``: the client half makes the evidence that a row judges,
/// the pool half judges its bytes, effects are carried out, and the concrete record is compared
/// with the abstract state after each row.
struct Execution {
  var world: World
  /// The name of the run in a difference.
  let context: String
  /// Whether the whole record is compared after each row; a survey of judgements skips that.
  var comparesRecord = true
  private(set) var differences: [TestBedDifference] = []
  private let model: Model
  /// The rows whose evidence was judged.
  private(set) var judgedRows: Set<Int> = []
  private(set) var judgements = 0
  /// The number of judgements of each kind in each class.
  var tally: EvidenceTally
  /// Whether classes that the table does not distinguish are also judged, on copies of the world.
  var probesClasses = false
  /// The slots that differed already; consequences of a difference are not reported again.
  private var differing: Set<Int> = []

  init(world: World, context: String) {
    model = world.binding.model
    self.world = world
    self.context = context
    tally = EvidenceTally(world.binding)
  }

  /// Executes a step, row by row.
  mutating func run(_ step: Trace.Step) throws(CryptographyError) {
    var before = step.before
    world.setUp(for: world.binding.state(before))
    if let action = step.action {
      for (input, value) in zip(model.actions[action].inputs, step.inputs) {
        before[input.slot] = value
      }
    }
    for firing in step.firings {
      try execute(firing, before: before)
      before = firing.valuation
    }
    keepSession(ofRequest: step)
  }

  /// Keeps the session string of an answer to a request that bypasses the client.
  private mutating func keepSession(ofRequest step: Trace.Step) {
    guard step.action == nil, let first = step.firings.first,
      case .message = model.rows[first.row].trigger, let text = world.sessionUnderWay
    else { return }
    world.user.session = text
    world.sessionUnderWay = nil
  }

  private mutating func execute(
    _ firing: Interpreter.Firing, before: [Int]
  ) throws(CryptographyError) {
    let row = model.rows[firing.row]
    for judgement in row.judgements {
      try judge(judgement, row: firing.row, valuation: before)
    }
    for effect in row.effects { try world.apply(effect) }
    receiveSession(row)
    // While a message passes through, put-aside state is incomplete: compare when it goes on.
    if comparesRecord, !row.passes { compareRecord(after: firing) }
  }

  /// Keeps the session string of an answer that the app accepts; after an error the app keeps the
  /// old one.
  private mutating func receiveSession(_ row: Row) {
    guard case .message = row.trigger, let sends = row.sends,
      let component = row.component,
      model.components[component].locationSlot == world.binding.part(.client).slot
    else { return }
    if model.messages[sends].kind != .error, let text = world.sessionUnderWay {
      world.user.session = text
    }
    world.sessionUnderWay = nil
  }

  // MARK: Judgement

  private mutating func judge(
    _ judgement: Judgement, row: Int, valuation: [Int]
  ) throws(CryptographyError) {
    guard let kind = world.binding.kinds[judgement.evidence] else { return }
    let sentClass = self.sentClass(of: kind.kind, in: valuation)
    if probesClasses { try probe(kind, row: row, valuation: valuation) }
    let verdict = try verdict(on: kind, sentClass: sentClass, valuation: valuation)
    judgements += 1
    judgedRows.insert(row)
    // The pool cannot distinguish an older secret from a wrong one; the table names the class.
    let reason =
      judgement.reason == TableReason.previous
      ? TableReason.mismatch.rawValue : judgement.reason
    // A row without a reason refuses for any, such as a token that is revoked or expired.
    let isAnyReason = reason.isEmpty && !judgement.isAccepted && !verdict.isAccepted
    let expected = Verdict(
      isAccepted: judgement.isAccepted, reason: isAnyReason ? verdict.reason : reason)
    tally.count(
      judgement.evidence,
      EvidenceTally.named(
        sentClass, isAccepted: judgement.isAccepted,
        reason: isAnyReason ? verdict.reason : judgement.reason))
    guard verdict != expected else { return }
    differences.append(
      TestBedDifference(
        row: model.rows[row].fullID, evidence: judgement.evidence, sentClass: sentClass,
        expected: expected.text, actual: verdict.text, context: context))
  }

  /// The verdict of the pool half on the evidence that the user half makes for a class.
  private mutating func verdict(
    on kind: BoundKind, sentClass: String, valuation: [Int]
  ) throws(CryptographyError) -> Verdict {
    kind.method.counted(&world.counts)
    world.provesPassword = world.binding.state(valuation).holds(.provesPassword)
    let presented = try kind.method.make(&world, kind, sentClass)
    return try kind.method.judge(&world, kind, presented)
  }

  /// Probes all classes but the right one, which must be refused in every state of the credential.
  private mutating func probe(
    _ kind: BoundKind, row: Int, valuation: [Int]
  ) throws(CryptographyError) {
    guard tally.isNew(kind.name, in: kind.kind.depends.map { valuation[$0] }) else { return }
    for sent in EvidenceClass.allCases where sent != .right {
      guard kind.method.lacks[sent] == nil, let isTaken = try world.takes(kind, sent) else {
        continue
      }
      tally.count(kind.name, sent)
      guard isTaken else { continue }
      differences.append(
        TestBedDifference(
          row: model.rows[row].fullID, evidence: kind.name, sentClass: sent.rawValue,
          expected: "refused", actual: "accepted", context: context))
    }
  }

  /// The claimed class: that of the first slot of the kind whose value is not its first.
  private func sentClass(of kind: EvidenceKind, in valuation: [Int]) -> String {
    guard let first = kind.classes.first else { return EvidenceClass.rightName }
    let slot = kind.classes.first { valuation[$0] != 0 } ?? first
    return model.text(of: valuation[slot], in: slot)
  }

  // MARK: Record

  private mutating func compareRecord(after firing: Interpreter.Firing) {
    for part in world.abstraction {
      let abstract = firing.valuation[part.slot]
      guard abstract != part.code, differing.insert(part.slot).inserted else { continue }
      differences.append(
        TestBedDifference(
          row: model.rows[firing.row].fullID, evidence: part.variable, sentClass: "",
          expected: model.text(of: abstract, in: part.slot), actual: part.value,
          context: context))
    }
  }
}
