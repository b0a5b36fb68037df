import Diagrams
import Findings
import SignIn
import SignInTestBed
import TransitionTables

/// Presents a trace as a sequence of messages between the lanes of a diagram.
///
/// Messages on the wire are those that rows send. What a person reads, types or carries is derived
/// from the effects of the rows and from the evidence in the call.
struct SequenceWording {
  private let model: Model
  private let codec: WireCodec
  private let rows: [String: Row]

  init(model: Model) {
    self.model = model
    codec = WireCodec(model)
    rows = Dictionary(model.rows.map { ($0.fullID, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func diagram(
    of trace: [TraceStepReport], id: String, title: String, description: String = ""
  ) -> SequenceDiagram {
    var diagram = SequenceDiagram(id: id, title: title, description: description)
    diagram.steps = trace.map(step)
    return diagram
  }

  /// One step of a trace with all its messages.
  func step(_ report: TraceStepReport) -> SequenceDiagram.Step {
    var step = SequenceDiagram.Step(report.shortCall)
    step.changes = report.changes.map { "\($0.name): \($0.before) ⇒ \($0.after)" }
    switch KnownActor(rawValue: report.actor) {
    case .app:
      step.messages = typed(report)
      step.messages.append(.init(.app, .amplify, .call, report.shortCall))
      step.messages += wire(report)
      if let answer = report.answer {
        step.messages.append(
          .init(
            .amplify, .app, isError(answer) ? .failure : .answer, WireWords.Phrase(answer).name,
            detail: WireWords.Phrase(answer).spoken))
      }
      step.messages += shown(report)
    case .administrator:
      step.messages = [.init(.administrator, .cognito, .call, report.shortCall)] + wire(report)
    default:
      step.title = (report.actor.isEmpty ? "" : "\(report.actor): ") + report.shortCall
      step.messages = wire(report)
      step.isRemark = step.messages.isEmpty
    }
    attach(report.rows, to: &step)
    return step
  }

  private func isError(_ answer: String) -> Bool {
    let name = WireWords.Phrase(answer).name
    return model.messages.contains { $0.name == name && $0.isKind(.error) }
  }

  /// Rows that belong to no message on the wire are attached to the last message.
  private func attach(_ all: [String], to step: inout SequenceDiagram.Step) {
    let named = Set(step.messages.flatMap(\.rows))
    guard let last = step.messages.indices.last else { return }
    step.messages[last].rows += all.filter { !named.contains($0) }
  }

  // MARK: The wire

  private func wire(_ report: TraceStepReport) -> [SequenceDiagram.Message] {
    var messages: [SequenceDiagram.Message] = []
    var waiting = report.messages[...]
    var passed: [String] = []
    for id in report.rows {
      passed.append(id)
      guard let row = rows[id] else { continue }
      var here = triggers(of: row) + deliveries(of: row)
      if let sent = sent(by: row, waiting: &waiting) { here.append(sent) }
      guard let last = here.indices.last else { continue }
      here[last].rows = passed
      passed = []
      messages += here
    }
    return messages
  }

  private func sent(
    by row: Row, waiting: inout ArraySlice<String>
  ) -> SequenceDiagram.Message? {
    guard let position = row.sends, model.messages[position].receiver != nil,
      let text = waiting.first
    else { return nil }
    waiting = waiting.dropFirst()
    let phrase = WireWords.Phrase(text)
    let message = model.messages[position]
    let isRequest = message.isKind(.request) || message.isKind(.administration)
    let kind: SequenceDiagram.Message.Kind =
      isRequest ? .call : message.isKind(.exception) ? .failure : .answer
    return .init(
      isRequest ? .amplify : .cognito, isRequest ? .cognito : .amplify, kind, phrase.name,
      detail: detail(of: phrase))
  }

  /// The parameters of a request on the wire, with secrets redacted; the fields of any other
  /// message.
  private func detail(of phrase: WireWords.Phrase) -> String {
    let fields = Dictionary(phrase.fields.map { ($0.name, $0.value) }) { first, _ in first }
    return codec.summary(of: phrase.name, fields) ?? phrase.spoken
  }

  private func deliveries(of row: Row) -> [SequenceDiagram.Message] {
    row.effects.compactMap { model.effects[$0]?.saying }.filter { !$0.isEmpty }
      .map { .init(.cognito, .user, .delivery, $0) }
  }

  /// The calls of the pool designer's Lambda functions, and their results.
  private func triggers(of row: Row) -> [SequenceDiagram.Message] {
    var messages: [SequenceDiagram.Message] = []
    if let component = row.component, let target = row.target,
      model.text(of: target, in: model.components[component].locationSlot) == .followingTrigger
    {
      messages.append(.init(.cognito, .lambda, .call, DrawnName.defineAuthChallenge.rawValue))
    }
    if row.effects.contains(DrawnName.newCustomChallenge.rawValue) {
      messages.append(.init(.cognito, .lambda, .call, DrawnName.createAuthChallenge.rawValue))
      messages.append(.init(.lambda, .cognito, .answer, "challenge"))
    }
    if let sent = row.sends.map({ model.messages[$0].name }), DrawnName.ofTrigger.contains(sent) {
      messages.append(.init(.lambda, .cognito, .failure, row.documentation))
    }
    return messages
  }

  // MARK: People

  /// What the user gives to the app for the call.
  private func typed(_ report: TraceStepReport) -> [SequenceDiagram.Message] {
    let call = WireWords.Phrase(report.call)
    let sent = report.messages.map(WireWords.Phrase.init)
    let factor = sent.first { $0.name == .respondToAuthChallenge }?[.challenge] ?? ""
    let isTOTP = factor == .softwareTokenMFA || sent.contains { $0.name == .verifySoftwareToken }
    var messages: [SequenceDiagram.Message] = []
    switch DrawnName(rawValue: call.name) {
    case .signIn:
      let proof = call[.password]
      messages.append(
        .init(
          .user, .app, .delivery, proof.isEmpty ? "user name" : "user name, password",
          detail: proof == .current ? "" : proof))
    case .confirmSignIn where call[.answer].isEmpty:
      let given = call.fields.first { $0.value != "false" }
      messages.append(
        .init(
          .user, .app, .delivery, given.map { WireWords.plain($0.name) } ?? "answer",
          detail: given?.value ?? ""))
    case .confirmSignIn, .verifyTOTPSetup:
      let answer = call[.answer]
      if isTOTP, DrawnName.shown.contains(answer) {
        messages.append(.init(.authenticator, .user, .delivery, "six digits"))
      }
      messages.append(
        .init(.user, .app, .delivery, "code", detail: answer == .current ? "" : answer))
    default: break
    }
    if factor == .webAuthn {
      messages.append(.init(.authenticator, .app, .delivery, "passkey's assertion"))
    }
    return messages
  }

  /// What the user does with the secret that the app shows.
  private func shown(_ report: TraceStepReport) -> [SequenceDiagram.Message] {
    let isSetUp = report.messages.contains {
      WireWords.Phrase($0).name == .associateSoftwareTokenResult
    }
    let texts = [report.answer ?? "", report.call]
    guard isSetUp, texts.contains(where: { $0.contains("TOTPSetup") }) else { return [] }
    return [
      .init(.app, .user, .delivery, "secret as QR code"),
      .init(.user, .authenticator, .delivery, "adds the secret"),
    ]
  }
}
