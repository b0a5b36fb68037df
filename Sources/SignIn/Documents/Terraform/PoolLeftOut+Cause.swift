import TransitionTables

extension PoolLeftOut {
  /// A variable or a local value that makes the number of pools 0, as far as its value is known.
  struct Cause: Sendable {
    /// The kind of name that a cause is, on which it hangs how its value can be changed.
    enum Origin: Sendable {
      /// A variable of the configuration that nothing calls, or one given by name.
      case variable
      /// A local value that depends on no variable.
      case local
      /// A variable of a called module, whose call is still to be looked at.
      case input
      /// A value that the call of a module gives.
      case argument
      /// The default of a module's variable that the call leaves out.
      case moduleDefault
    }

    /// The words of the name: `users`, or with a member `auth`, `enabled`.
    var path: [String]
    var value: Fact
    /// The place that gives the value; nil where the command line does.
    var place: SourceLocation?
    var origin: Origin
    /// The module call of an argument or a default, with its place.
    var call: (name: String, place: SourceLocation)?

    /// The name in messages, such as `auth.enabled` or `local.has_users`.
    var name: String { ((origin == .local ? ["local"] : []) + path).joined(separator: ".") }

    /// The name of the variable without its members.
    var variable: String { path[0] }

    /// Whether the value has members with names, which `--parameter` cannot give.
    var isOfMembers: Bool { path.count > 1 || value.entries != nil }

    /// The clause that says what the value is, and where it is given.
    var words: String? {
      guard let words = value.worded(under: variable) else { return nil }
      let given = place.map { "\($0.file):\($0.line)" } ?? "by the command line"
      let short = "`\(name.prefix(40))` \(words)"
      switch (origin, call) {
      case (.argument, let call?): return "\(short) in the call of `\(call.name)` (\(given))"
      case (.moduleDefault, let call?):
        return "\(short) by default (\(given)) and the call of `\(call.name)` leaves it out"
          + " (\(call.place.file):\(call.place.line))"
      default: return "\(short) (\(given))"
      }
    }

    /// What another value of the variable is in a file of values; nil where there is no other.
    func otherWords(in values: [Fact.Entry]) -> String? {
      guard var other = values.first(where: { $0.key == variable })?.value else { return nil }
      for member in path.dropFirst() {
        guard let found = other.entries?.first(where: { $0.key == member }) else { return nil }
        other = found.value
      }
      guard let ours = value.compared, let theirs = other.compared, ours != theirs else {
        return nil
      }
      return other.worded(under: variable)
    }

    /// What the call of a module gives for its variable: the variables that this hangs on, or the
    /// argument itself, or the default of the module.
    func followed(
      through block: HCLReader.Block, named name: String, isInRoot: Bool,
      by values: inout TerraformValues
    ) -> [Cause] {
      var cause = self
      cause.call = (name, block.location)
      guard let entry = block.body.entries?.first(where: { $0.key == variable }) else {
        cause.origin = .moduleDefault
        return [cause]
      }
      var given = entry.value
      if let words = given.variable { given.variable = words + path.dropFirst() }
      let found = values.causes(in: given, isInRoot: isInRoot)
      guard found.isEmpty else { return found }
      cause.origin = .argument
      if value.location.file != entry.keyLocation.file { cause.place = entry.keyLocation }
      return [cause]
    }
  }
}

extension Fact {
  /// The value in words, such as "is `dev`" or "has 3 elements", without secrets; nil where it is
  /// not known.
  /// - Parameter name: the name of the value, which may suggest that it is a secret.
  fileprivate func worded(under name: String) -> String? {
    guard variable == nil, deferred == nil else { return nil }
    switch content {
    case .absent: return "is `null`"
    case .text(let text, _): return text.isEmpty ? "is empty" : "is `\(text.quoted(under: name))`"
    case .list(let elements):
      let texts = elements.prefix(4).compactMap { $0.text?.quoted(under: name) }
      let list = "[\(texts.map { "\"\($0)\"" }.joined(separator: ", "))]"
      let isShort = texts.count == elements.count && list.count <= 40
      return isShort && !texts.isEmpty ? "is `\(list)`" : Self.worded(elements.count)
    case .record(let entries): return Self.worded(entries.count)
    case .opaque, .uncertain: return nil
    }
  }

  /// The number of elements in words.
  private static func worded(_ count: Int) -> String {
    count == 0 ? "is empty" : count == 1 ? "has 1 element" : "has \(count) elements"
  }

  /// The value as words that differ where two values do; nil where it is not known.
  fileprivate var compared: [String]? {
    switch content {
    case .absent: ["null"]
    case .text(let text, _): ["text", text]
    case .list(let elements): ["list"] + elements.map { $0.text ?? "" }
    case .record(let entries): (entries.isEmpty ? ["list"] : ["record"]) + entries.map(\.key)
    case .opaque, .uncertain: nil
    }
  }
}
