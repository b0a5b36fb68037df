import TransitionTables

/// The result of deploying a change at once with one tool.
struct ToolOutcome {
  enum Verdict: String { case replaces, refused, ignores, accepted, byHand }
  var tool: DeploymentTool
  var verdict: Verdict
  var text: String
  /// What to do instead; empty where no remedy is known.
  var remedy = ""
}
