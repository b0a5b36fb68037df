public import SignIn
import SignInCryptography

/// What the pool asks of a new password (`PasswordPolicy`).
///
/// No row reads more of it than whether a password conforms, so it is no parameter of the table.
public struct PasswordPolicy: Sendable, Equatable {
  var minimumLength: Int64 = 8
  /// The kinds of characters that must be there, by the members of the API; nil for all.
  private var required: Set<String>?
  var historySize: Int64 = 0
  /// How many days a temporary password is taken.
  var temporaryDays: Int64 = 7

  /// What the service makes where it is given none (AWS CLI, create-user-pool, first example).
  public init() {}

  /// The policy that documents state; the service's default where they state nothing of it.
  ///
  /// As at the service, what the others leave out is not asked for. A value that the service would
  /// not take counts as left out.
  ///
  /// - Parameter facts: what the documents state next to the parameters.
  public init(stated facts: [FixedFact]) {
    let stated = facts.compactMap { fact -> (name: Substring, value: String)? in
      guard case .setting(let name) = fact.kind, name.hasPrefix(Self.prefix) else { return nil }
      return (name.dropFirst(Self.prefix.count), fact.value)
    }
    guard !stated.isEmpty else { return }
    required = []
    for (name, value) in stated {
      let number = Int64(value) ?? -1
      switch name {
      case GivenForm.length where (6...99).contains(number): minimumLength = number
      case TableWire.passwordHistorySize.rawValue where (0...24).contains(number):
        historySize = number
      case "TemporaryPasswordValidityDays" where (1...365).contains(number): temporaryDays = number
      default: if value.lowercased() == "true" { required?.insert(String(name)) }
      }
    }
  }

  private static let prefix = "PasswordPolicy."

  /// Reads `PasswordPolicy`: what it leaves out is not asked for.
  init(_ input: ServiceInput) throws(ServiceException) {
    minimumLength = try input.integer(GivenForm.length) ?? 8
    historySize = try input.integer(.passwordHistorySize) ?? 0
    let days = try input.integer("TemporaryPasswordValidityDays") ?? 0
    temporaryDays = days > 0 ? min(days, 365) : 7
    required = Set(input.names.filter { input.value($0) == .bool(true) })
  }

  /// The rule that a password breaks, in the service's words; nil where it conforms.
  func brokenRule(of password: String, by binding: TestBedBinding) -> String? {
    binding.forms[.passwordRules]?.first { rule in
      guard let form = rule.form else { return password.count < minimumLength }
      return required?.contains(rule.name) != false && !form.takes(password)
    }?.text
  }

  /// The table's class of a new password.
  func classOf(_ password: String, by binding: TestBedBinding) -> TableMember {
    if password.isEmpty { return .empty }
    return brokenRule(of: password, by: binding) == nil ? .valid : .violatesPolicy
  }

  /// As a description of the pool has it.
  func json(by binding: TestBedBinding) -> JSON {
    .object(
      (binding.forms[.passwordRules] ?? []).map { rule in
        let isAsked = JSON.bool(required?.contains(rule.name) != false)
        return .init(rule.name, rule.form == nil ? .integer(minimumLength) : isAsked)
      }
        + (historySize > 0 ? [.init(.passwordHistorySize, .integer(historySize))] : [])
        + [.init("TemporaryPasswordValidityDays", .integer(temporaryDays))])
  }
}

extension String {
  /// Whether a text is that of a template, whose brackets stand for any words. Words that are not
  /// known at all, a bracket alone, are no template.
  func fits(_ template: String) -> Bool {
    guard template.first != "[" else { return self == template }
    let parts = template.split(separator: /\[[^\]]*\]/, omittingEmptySubsequences: false)
    guard parts.count > 1, hasPrefix(parts[0]) else { return self == template }
    var rest = dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}
