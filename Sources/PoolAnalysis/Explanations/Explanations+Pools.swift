extension Explanations {
  /// Codes about Waymark's own pool files, and about open parameters.
  package static let pools = [
    ExplanationPage(
      "pool.custom-table",
      "The section `customChallenge` says two things of one moment, or of one that cannot be. "
        + "Histories are distinguished by their last entry and, after custom challenges, by the "
        + "number of answers, of which five are followed.",
      remedy: "Keep one row for each moment, or one of pattern and rows.",
      example: """
        customChallenge:
          rounds: 2
          rows:
            - { after: [], then: CUSTOM_CHALLENGE }
            - { after: [{ CUSTOM_CHALLENGE: true }], then: issueTokens }
            - { after: wrong2, then: failAuthentication }
            - { after: wrong, then: CUSTOM_CHALLENGE }
        """),
    ExplanationPage(
      "pool.missing-name",
      "The pool file does not name the pool.",
      remedy: "Write `pool: NAME` as the first line.",
      example: "pool: retail"),
    ExplanationPage(
      "pool.no-legal-configuration",
      "Whatever the open parameters are, the service refuses the configuration.",
      remedy: "Close the open parameters one by one with `--set`; each refusal is "
        + "then named."),
    ExplanationPage(
      "pool.diff-limit",
      "A limit was reached before `diff` had compared every user, verdict and path; what it would"
        + " say is no proof that no user is affected.",
      remedy: "Give more of what ran out, as the message says: time, memory or states.",
      example: "waymark diff before.yaml after.yaml --timeout 300"),
    ExplanationPage(
      "pool.not-explored",
      "A limit or an interrupt came before a pool of the command line was explored; nothing is"
        + " known of it.",
      remedy: "Give more time, or name fewer pools.",
      example: "waymark check pools --timeout 300"),
    ExplanationPage(
      "pool.open-in-diff",
      "A pool that `diff` shall compare leaves parameters open that make it several pools.",
      remedy: "Close them with the `--set` that the message gives, for both pools at once, or give"
        + " further documents with `--old` and `--new`.",
      example: "waymark diff deployed.json template.yaml --old client.json --set mfaMethods=totp"),
    ExplanationPage(
      "pool.open-and-set",
      "A parameter has a value and is under `open` too.",
      remedy: "Remove one of the two."),
    ExplanationPage(
      "pool.out-of-range",
      "A number is outside the parameter's range.",
      remedy: "Write a number of the range."),
    ExplanationPage(
      "pool.repeated-member",
      "A list names a member twice.",
      remedy: "Keep one of them."),
    ExplanationPage(
      "pool.too-open",
      "More configurations are left open than can be explored together (4,096).",
      remedy: "Close some with the `--set` that the message gives, the largest first.",
      example: "waymark check retail.yaml --set 'triggers={}'"),
    ExplanationPage(
      "pool.unknown-key",
      "A pool file has a key that is none of pool, doc, configuration, customChallenge, open, "
        + "facts and expect, or the section `facts` one that is none of caseSensitive, "
        + "relyingParty, accessTokenTrigger, activityLogs, requiredAttributes, attributes, "
        + "immutable, settings and managedLogin.",
      remedy: "Write one of them.",
      example: """
        pool: retail
        doc: A shop.
        configuration: { mfa: off }
        facts: { relyingParty: auth.example.com, accessTokenTrigger: V2_0 }
        """),
    ExplanationPage(
      "pool.unknown-parameter",
      "The table has no such parameter.",
      remedy: "`waymark explain NAME` explains one; the message names the nearest."),
    ExplanationPage(
      "pool.unknown-value",
      "The parameter cannot have the value.",
      remedy: "Write one of the values that the message names."),
    ExplanationPage(
      "pool.wrong-type",
      "A key holds something of the wrong kind: a word where a list belongs, or the "
        + "other way round.",
      remedy: "Write what the message names."),
  ]
}
