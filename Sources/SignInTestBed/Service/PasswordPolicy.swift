public import SignIn
import SignInCryptography

/// The pool's policy for new passwords (`PasswordPolicy`).
///
/// The rows read only whether a password conforms, so the policy is not a parameter of the table.
public struct PasswordPolicy: Sendable, Equatable {
  var minimumLength: Int64 = 8
  /// The required kinds of characters, by the API's members; nil for all.
  private var required: Set<String>?
  var historySize: Int64 = 0
  /// The validity of a temporary password, in days.
  var temporaryDays: Int64 = 7

  /// The service's default policy (AWS CLI, create-user-pool, first example).
  public init() {}

  /// The policy that documents state; the service's default where they state none.
  ///
  /// If documents state a part of the policy, the omitted parts are not required, as at the
  /// service. A value that the service would refuse counts as omitted.
  ///
  /// - Parameter facts: the settings that the documents state in addition to the parameters.
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

  /// Reads `PasswordPolicy`; omitted parts are not required.
  init(_ input: ServiceInput) throws(ServiceException) {
    minimumLength = try input.integer(GivenForm.length) ?? 8
    historySize = try input.integer(.passwordHistorySize) ?? 0
    let days = try input.integer("TemporaryPasswordValidityDays") ?? 0
    temporaryDays = days > 0 ? min(days, 365) : 7
    required = Set(input.names.filter { input.value($0) == .bool(true) })
  }

  /// The rule that a password breaks, in the service's text; nil where it conforms.
  func brokenRule(of password: String, by binding: TestBedBinding) -> String? {
    binding.forms[.passwordRules]?.first { rule in
      guard let form = rule.form else { return password.count < minimumLength }
      return required?.contains(rule.name) != false && !form.takes(password)
    }?.text
  }

  /// The class of a new password, in the table's words.
  func classOf(_ password: String, by binding: TestBedBinding) -> TableMember {
    if password.isEmpty { return .empty }
    return brokenRule(of: password, by: binding) == nil ? .valid : .violatesPolicy
  }

  /// The policy as a description of the pool shows it.
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
  /// Whether a text matches a template in which brackets stand for any words. A template that
  /// begins with a bracket, for unknown words, matches only itself.
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
