extension Explanations {
  /// Codes about scenario files.
  package static let scenarios = [
    ExplanationPage(
      "binding.unhandled-effect",
      "An effect of the table is carried out by nothing that the test bed knows, or lacks what"
        + " it needs for that: a kind of evidence (`of:`) or a time (`seconds:`).",
      remedy: "Say with `does:` what carries it out; `nothing` is for effects without bytes.",
      example: "sendPushCode: { does: sendSessionCode, of: pushCode, doc: A new code. }"),
    ExplanationPage(
      "binding.unknown-maker",
      "A member on the wire, or a row's `carries:`, names a maker of bytes that the test bed does"
        + " not have.",
      remedy: "Name a maker that is there, or a kind of evidence, which has a maker of its own.",
      example: "USERNAME: { made: typedName }"),
    ExplanationPage(
      "binding.unhandled-evidence",
      "Nothing in the test bed makes and judges the bytes of a kind of evidence.",
      remedy: "Say with `judge:` whose maker and judge it shares, or register two of its own.",
      example: """
        evidence:
          pushCode:
            class: [RespondToAuthChallenge.code]
            judge: sessionCode
            outstanding: awaiting == pushApproval
        """),
    ExplanationPage(
      "binding.unknown-name",
      "The test bed compares its record with variables of the table by their names, and this model"
        + " lacks one of them or a value of it; or an effect is of an unknown kind of evidence.",
      remedy: "Give the variable or the value the name that the message says.",
      example: "mailedCode: { values: [none, fresh, expired], initially: none }"),
    ExplanationPage(
      "cases.illegal",
      "The service refuses the configuration that a case begins with, or each of those that it"
        + " leaves open.",
      remedy: "Change the configuration as the rule says; `waymark explain` knows every rule.",
      example: """
        "configuration": { "mfa": "optional", "mfaMethods": ["totp"] }
        """),
    ExplanationPage(
      "cases.name",
      "A case names a text, an operation, a field of a request, a member of an answer, a challenge,"
        + " an exception, an error or a place that does not exist.",
      remedy: "Write the name of the table or of the API; the message says which is nearest.",
      example: """
        "expect": { "error": { "kind": "service", "underlying": "codeMismatch" } }
        """),
    ExplanationPage(
      "cases.old-form",
      "The file is a list of cases in the older form, whose initial state stands in words, or no"
        + " file of cases at all.",
      remedy: "Convert it with the script in the repository.",
      example: "python3 Tests/Oracles/convert_cases.py OLD.json NEW.json"),
    ExplanationPage(
      "cases.shape",
      "A file of cases does not have the schema `Models/schema/case.schema.json`: a key is unknown"
        + " or missing, or its value has another form than it takes.",
      remedy: "Correct the place that the message names.",
      example: """
        {"cases": [{"id": "wrong-code", "record": {"status": "confirmed"},
          "state": {"client.at": "waitingSMS"}, "steps": [{
            "call": "confirmSignIn(answer: current)",
            "texts": {"challengeResponse": "000000"},
            "server": [{"op": "RespondToAuthChallenge",
                        "returns": {"__type": "CodeMismatchException"}}],
            "expect": {"error": {"kind": "service", "underlying": "codeMismatch"}}}]}]}
        """),
    ExplanationPage(
      "scenario.call",
      "The text of a call or a request has brackets, commas or colons in the wrong places.",
      remedy: "Write the name, then the arguments in brackets with commas between them.",
      example: "call: signIn(flow: userSRP, password: current)"),
    ExplanationPage(
      "scenario.differs",
      "A step came back with something else than the scenario expects, or left something else"
        + " behind than it says.",
      remedy: "Correct the expectation, or the row: the message names those that fired.",
      example: "waymark run Models/scenarios/password/lockout.yaml --verbose"),
    ExplanationPage(
      "scenario.impossible-record",
      "No pool can hold the record that the scenario starts from.",
      remedy: "Add or change a part of the record, as the message says.",
      example: "record: { status: confirmed, password: permanent }"),
    ExplanationPage(
      "scenario.shape",
      "A scenario lacks `steps` or both `pool` and `configuration`, a step lacks `call` or "
        + "`request`, a key is unknown, or its value has another shape than it takes.",
      remedy: "Write the keys doc, pool or configuration, assume, record and steps. A step is a "
        + "call of an actor, or a request that somebody sends straight to the pool, with what it "
        + "expects and what it leaves: all that it changes.",
      example: """
        configuration: { mfa: off }
        record: { status: confirmed, password: permanent }
        steps:
          - call: signIn(userSRP, password: right)
            expect: { nextStep: done }
            leaves: { grant: valid, client.at: signedIn }
          - request: AdminCreateUser(givesEmail: true)
            expect: { exception: UsernameExistsException }
        """),
    ExplanationPage(
      "scenario.unknown-call",
      "A step calls something that no actor can do.",
      remedy: "Write an action of the table; the message names the nearest."),
    ExplanationPage(
      "scenario.unknown-expectation",
      "A step expects what no answer can have.",
      remedy: "Expect `nextStep`, `error` or `result` of a call, `challenge`, `result` or "
        + "`exception` of a request, with a declared name, or a field of one; the message names "
        + "the nearest.",
      example: "expect: { nextStep: done }"),
    ExplanationPage(
      "scenario.unknown-input",
      "The arguments of a call do not fit.",
      remedy: "Write the arguments that the message names.",
      example: "call: signIn(userSRP, password: right)"),
    ExplanationPage(
      "scenario.unknown-name",
      "A scenario names a parameter, a variable or a member that is not declared.",
      remedy: "Correct its spelling; the message names the nearest."),
    ExplanationPage(
      "trace.differs",
      "A stored counterexample is not what the table does any more: another row fires, or another"
        + " message is sent, or something else changes.",
      remedy: "Check the pool again: the table, or the file, has been changed since.",
      example: "waymark check POOL --format json > report.json && waymark run report.json"),
    ExplanationPage(
      "trace.holds",
      "The steps of a stored counterexample are as they were, but the property holds in their last"
        + " state: it is another property now.",
      remedy: "Check the pool again with the property of today.",
      example: "waymark run report.json"),
    ExplanationPage(
      "trace.shape",
      "The file is no report with a counterexample: it holds none, a part is missing, or a"
        + " parameter or value is none of this table.",
      remedy: "Give the report as `waymark check POOL --format json` wrote it.",
      example: "waymark check POOL --format json > report.json"),
  ]
}
