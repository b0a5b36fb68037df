import TransitionTables

/// What a tool makes of a change that is deployed at once.
struct ToolOutcome {
  enum Verdict: String { case replaces, refused, ignores, accepted, byHand }
  var tool: DeploymentTool
  var verdict: Verdict
  var text: String
  /// What to do instead; empty where nothing is known.
  var remedy = ""
}
