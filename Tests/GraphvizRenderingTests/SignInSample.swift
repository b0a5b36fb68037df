import Diagrams

/// A drawing of the size that a real pool gives: all ways from a password to done.
enum SignInSample {
  static var diagram: Diagram {
    var diagram = Diagram(
      id: "retail", title: "Retail pool: ways to sign in",
      description: "A person gives a password, then a second factor if the pool asks for one.")
    diagram.nodes = nodes
    diagram.edges = main + setup + ends
    return diagram
  }

  private static var nodes: [Diagram.Node] {
    [
      node("start", .initial, ""),
      node("password", .step, "Enter password"),
      node("totp", .step, "Enter authenticator code"),
      node("sms", .step, "Enter SMS code"),
      node("email", .step, "Enter e-mail code"),
      node("selectMFA", .selection, "Choose a second factor"),
      node("newPassword", .step, "Set a new password"),
      node("selectSetup", .selection, "Choose a factor to set up"),
      node("totpSetup", .step, "Set up authenticator"),
      node("emailSetup", .step, "Set up e-mail"),
      node("done", .done, "done"),
      node("notAuthorized", .failure, "not authorized"),
      node("expired", .failure, "session expired"),
      node("reset", .redirect, "Reset password"),
      node("confirm", .redirect, "Confirm sign-up"),
    ]
  }

  private static func node(_ id: String, _ kind: Diagram.Node.Kind, _ label: String)
    -> Diagram.Node
  {
    var node = Diagram.Node(id: id, kind: kind, lines: label.isEmpty ? [] : [label])
    node.rows = ["client.next.\(id)"]
    return node
  }

  private static func edge(
    _ from: String, _ to: String, _ label: String, kind: Diagram.Edge.Kind = .answer
  ) -> Diagram.Edge {
    let words = label.split { $0 == " " || $0 == "," }
    let id = "\(from)-\(to)-\(words.joined(separator: "-"))"
    var edge = Diagram.Edge(id: id, (from, to), kind: kind, lines: [label])
    edge.rows = ["pool.\(from).\(to)"]
    return edge
  }

  private static func path(_ from: String, _ to: String, _ label: String) -> Diagram.Edge {
    var edge = edge(from, to, label)
    edge.emphasis = .path
    return edge
  }

  private static var main: [Diagram.Edge] {
    [
      path("start", "password", "signIn"),
      path("password", "totp", "right, TOTP preferred"),
      path("totp", "done", "right code"),
      edge("password", "done", "right, no second factor"),
      edge("password", "sms", "right, SMS preferred"),
      edge("password", "email", "right, e-mail preferred"),
      edge("password", "selectMFA", "right, several factors"),
      edge("selectMFA", "totp", "TOTP"),
      edge("selectMFA", "sms", "SMS"),
      edge("selectMFA", "email", "EMAIL"),
      edge("sms", "done", "right code"),
      edge("email", "done", "right code"),
      edge("password", "password", "wrong password", kind: .retry),
      edge("totp", "totp", "wrong code", kind: .retry),
      edge("totp", "totp", "used code", kind: .retry),
      edge("sms", "sms", "wrong code", kind: .retry),
      edge("email", "email", "wrong code", kind: .retry),
    ]
  }

  private static var setup: [Diagram.Edge] {
    [
      edge("password", "newPassword", "right, temporary"),
      edge("newPassword", "newPassword", "against the policy", kind: .retry),
      edge("newPassword", "done", "accepted"),
      edge("newPassword", "selectMFA", "accepted, several factors"),
      edge("newPassword", "totpSetup", "accepted, no factor yet"),
      edge("password", "selectSetup", "right, no factor yet"),
      edge("selectSetup", "totpSetup", "TOTP"),
      edge("selectSetup", "emailSetup", "EMAIL"),
      edge("emailSetup", "email", "address"),
      edge("totpSetup", "done", "right code"),
      edge("totpSetup", "totpSetup", "wrong code", kind: .retry),
    ]
  }

  private static var ends: [Diagram.Edge] {
    [
      edge("password", "notAuthorized", "disabled", kind: .failure),
      edge("password", "notAuthorized", "locked", kind: .failure),
      edge("selectMFA", "notAuthorized", "not offered", kind: .failure),
      edge("password", "reset", "reset required"),
      edge("password", "confirm", "not confirmed"),
      edge("totp", "expired", "3 minutes", kind: .clock),
      edge("sms", "expired", "3 minutes", kind: .clock),
      edge("email", "expired", "3 minutes", kind: .clock),
      edge("selectMFA", "expired", "3 minutes", kind: .clock),
      edge("newPassword", "expired", "3 minutes", kind: .clock),
      edge("selectSetup", "expired", "3 minutes", kind: .clock),
      edge("totpSetup", "expired", "3 minutes", kind: .clock),
    ]
  }
}
