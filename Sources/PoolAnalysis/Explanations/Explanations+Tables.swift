extension Explanations {
  /// Codes about the table language.
  package static let tables = [
    ExplanationPage(
      "layer.conflict",
      "Two changes of layers are about one thing: a row is replaced or dropped twice, a change "
        + "names what another one drops, or a layer is named twice.",
      remedy: "Keep one of the two: a row is replaced or dropped by one layer alone."),
    ExplanationPage(
      "layer.unknown",
      "No bundled layer and no file has the name of the layer.",
      remedy:
        "Name a folder of `Models/layers`, a YAML file that begins with `layer:`, or a folder "
        + "of such files.",
      example: "waymark check retail.yaml --layer amplify-android"),
    ExplanationPage(
      "table.duplicate",
      "A name is declared twice over all files of a model.",
      remedy:
        "Choose another name, or remove one of the two; in a layer, write what takes the place "
        + "of another declaration under `replace:`."),
    ExplanationPage(
      "table.expression",
      "An expression cannot be read.",
      remedy: "See the table language: operators, comprehensions, precedence.",
      example: "when: mfa == optional and count(f in MFAFactor where usable(f)) >= 2"),
    ExplanationPage(
      "table.missing-key",
      "A declaration lacks a key that it needs.",
      remedy: "Add the key."),
    ExplanationPage(
      "table.shape",
      "A declaration has the wrong form: a word where a mapping belongs, or the "
        + "other way round.",
      remedy: "Write the form that the message names."),
    ExplanationPage(
      "table.statement",
      "A statement of a source document is bound to nothing, or to more than one thing.",
      remedy: "Write one of `shown`, `contradicted`, `holdsOnlyIf`, `informative`; the first three "
        + "name a scenario with a row, a property, a rule or a check.",
      example: "shown: { scenario: selection, row: pool.mfa.M5 }"),
    ExplanationPage(
      "table.type",
      "An expression does not have the type that is needed.",
      remedy: "Compare with a value of the same type; a set with a set, a member "
        + "with `in`.",
      example: "when: sms in mfaMethods"),
    ExplanationPage(
      "table.unknown-key",
      "A declaration has a key that the table language does not know.",
      remedy: "Correct its spelling; the message names the nearest."),
    ExplanationPage(
      "table.unknown-name",
      "A name is declared nowhere.",
      remedy: "Declare it, or correct its spelling; the message names the nearest."),
    ExplanationPage(
      "table.unredacted-secret",
      "A member on the wire carries evidence, or what another member holds as a secret, and is not "
        + "marked as one, so that logs and pictures would show it.",
      remedy: "Add `secret: true` to the member."),
    ExplanationPage(
      "table.unsupported",
      "The table language has another form for this: faults of a channel and instances of a "
        + "component are rows.",
      remedy: "Write what the message names instead."),
  ]
}
