public import SignInCryptography
public import TransitionTables

/// Reads a file of users whose records are written in the words of a scenario.
///
/// ```yaml
/// users:
///   - username: ada@example.com
///     password: Str0ng-Passw0rd
///     totpSecret: JBSWY3DPEHPK3PXP
///     attributes: { email: ada@example.com }
///     groups: [editors]
///     record: { status: confirmed, password: permanent, email: verified, totp: verified }
/// ```
public struct UsersFile {
  private let model: Model
  private let parameters: [Int: Int]
  private let policy: PasswordPolicy
  private let document: LocatedDocument

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - document: the file of users.
  ///   - model: the table that the records belong to.
  ///   - parameters: the configuration of the pool, by slot.
  ///   - policy: the pool's password policy.
  public init(
    _ document: LocatedDocument, of model: Model, parameters: [Int: Int], policy: PasswordPolicy
  ) {
    (self.document, self.model) = (document, model)
    (self.parameters, self.policy) = (parameters, policy)
  }

  private static let texts = [
    "username": "Username", "password": "Password", "totpSecret": "TotpSecret",
  ]
  private static let parts = [
    Scenario.Part("username", .text, "is a text", "write `username: ada`"),
    Scenario.Part("password", .text, "is a text", "write it in quotes"),
    Scenario.Part("totpSecret", .text, "is a text", "write it in quotes"),
    Scenario.Part(
      "attributes", .mapping, "takes `key: value` pairs",
      "write `attributes: { email: ada@example.com }`"),
    Scenario.Part("groups", .list, "is a list of names", "write `groups: [editors]`"),
    Scenario.Part(
      "record", .mapping, "takes `key: value` pairs",
      "write `record: { status: confirmed, password: permanent }`"),
  ]

  /// The users, each as an input of `TestBedAddUser`.
  ///
  /// - Throws: a `DiagnosticList` with code `users.shape`, `users.password` for a password that the
  ///   pool would refuse, or those of a scenario's record.
  public func users() throws -> [JSON] {
    guard let list = document.root["users"]?.elements else {
      throw DiagnosticList([
        complaint(
          document.root.location, "a file of users has a list `users:`",
          "write `users:` and under it `- username: ada`, with `password:` and `record:`")
      ])
    }
    let binding = try TestBedBinding(model)
    let problems = list.flatMap { complaints(about: $0) + brokenRules(of: $0, by: binding) }
    guard problems.isEmpty else { throw DiagnosticList(problems) }
    return try list.map(user)
  }

  private func complaints(about user: LocatedNode) -> [Diagnostic] {
    var found = Scenario.complaints(
      about: user, "a user", Self.parts, needing: ["username", "record"], in: document,
      "users.shape")
    for entry in user["attributes"]?.entries ?? [] where entry.value.text == nil {
      found.append(
        complaint(entry.value.location, "`\(entry.key)` is a text", "write it in quotes"))
    }
    for group in user["groups"]?.elements ?? [] where group.text == nil {
      found.append(
        complaint(group.location, "a group is named by a text", "write `groups: [editors]`"))
    }
    return found
  }

  private func brokenRules(of user: LocatedNode, by binding: TestBedBinding) -> [Diagnostic] {
    guard let node = user["password"], let password = node.text,
      let rule = policy.brokenRule(of: password, by: binding)
    else { return [] }
    return [
      document.diagnostic(
        "users.password", at: node.location,
        "the pool would not take this password: \(rule)",
        remedy: "write one that its policy allows, or add the user by `POST /_waymark/users`, "
          + "which does not ask the policy")
    ]
  }

  private func complaint(
    _ place: SourceLocation, _ message: String, _ remedy: String
  ) -> Diagnostic {
    document.diagnostic("users.shape", at: place, message, remedy: remedy)
  }

  private func user(_ node: LocatedNode) throws -> JSON {
    var members: [JSON.Member] = []
    for (key, name) in Self.texts.sorted(by: { $0.key < $1.key }) {
      if let text = node[key]?.text { members.append(JSON.Member(name, .string(text))) }
    }
    let attributes = (node["attributes"]?.entries ?? []).map { entry in
      JSON.pair(entry.key, .string(entry.value.text ?? ""))
    }
    members.append(JSON.Member(.userAttributes, .array(attributes)))
    let groups = node["groups"]?.elements?.compactMap(\.text) ?? []
    if !groups.isEmpty {
      members.append(JSON.Member(.groups, .array(groups.map { .string($0) })))
    }
    members.append(JSON.Member("Record", try record(of: node)))
    return .object(members)
  }

  /// The record of a user by the names of the table's variables, read as a scenario's record.
  private func record(of node: LocatedNode) throws -> JSON {
    let scenario = Scenario(
      parts: LocatedDocument(file: document.file, lines: document.lines, root: node))
    let initial = Interpreter(model: model).initial(parameters: parameters)
    var valuation = initial
    try ScenarioRunner(model: model).setRecord(scenario, in: &valuation)
    return .object(
      model.slots.indices.filter { valuation[$0] != initial[$0] }.map { slot in
        JSON.Member(
          model.slots[slot].name, .string(model.text(of: valuation[slot], in: slot)))
      })
  }
}
