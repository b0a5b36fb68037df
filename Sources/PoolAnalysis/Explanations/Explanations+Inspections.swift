extension Explanations {
  /// Codes of inspections of the table, which are decided before any search, over all legal
  /// parameters and states.
  static let inspections = [
    ExplanationPage(
      "inspect.dead-row",
      "A row can fire in no legal configuration and no state.",
      remedy: "Correct its guard, or delete it.",
      example: "waymark inspect",
      source: "Parnas's table checks; SCR"),
    ExplanationPage(
      "inspect.incomplete",
      "In some state an urgent location, a message or an app call finds no row.",
      remedy: "Add the missing row; the message shows a configuration and a state.",
      source: "Parnas's table checks; SCR"),
    ExplanationPage(
      "inspect.no-source",
      "A row does not say where it comes from.",
      remedy: "Add `because:` with fact, source and confidence.",
      example: "because: { fact: M5, source: multi-factor-authentication, confidence: B }"),
    ExplanationPage(
      "inspect.overlap",
      "Two rows outside a ladder want to fire in one state.",
      remedy: "Make their guards disjoint, or put them into a ladder.",
      source: "Parnas's table checks; SCR"),
    ExplanationPage(
      "inspect.private",
      "A row reads or writes a private variable of another component.",
      remedy: "Send what it needs in a message."),
    ExplanationPage(
      "inspect.absent",
      "A row changes a variable in a configuration in which the variable's `where:` does not hold; "
        + "there it takes no room and keeps its initial value.",
      remedy: "Guard the row with the same condition.",
      example: "when: lossyChannel and fault == requestLost"),
    ExplanationPage(
      "inspect.range",
      "A row can take a number out of its range.",
      remedy: "Guard the row, or bound the value.",
      example: "set: { failures: if failures < 7 then failures + 1 else 7 }"),
    ExplanationPage(
      "inspect.shadowed-row",
      "A rung is never reached, because earlier rungs take every state.",
      remedy: "Move the rung up, or delete it.",
      source: "Parnas's table checks; SCR"),
    ExplanationPage(
      "inspect.unused",
      "Nothing reads a parameter.",
      remedy: "Use it in a row, or delete it."),
    ExplanationPage(
      "inspect.urgent-cycle",
      "Urgent rows can chase each other and never come to rest.",
      remedy: "Let one of them rest, or change a guard so that the chain ends."),
  ]
}
