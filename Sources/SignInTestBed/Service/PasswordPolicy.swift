public import SignIn
import SignInCryptography

/// What the pool asks of a new password (`PasswordPolicy`).
///
/// No row reads more of it than whether a password conforms, so it is no parameter of the table.
public struct PasswordPolicy: Sendable, Equatable {
  var minimumLength: Int64 = 8
  /// The kinds of characters that must be there, by the members of the API.
  var required = Set(kinds.map(\.member))
  var historySize: Int64 = 0
  /// How many days a temporary password is taken.
  var temporaryDays: Int64 = 7

  /// The kinds, with the service's words where one is lacking. Which of several rules a password is
  /// refused by is not known.
  private static let kinds: [(member: String, words: String, holds: @Sendable (UInt8) -> Bool)] = [
    ("RequireLowercase", "lowercase", { (97...122).contains($0) }),
    ("RequireUppercase", "uppercase", { (65...90).contains($0) }),
    ("RequireNumbers", "numeric", { (48...57).contains($0) }),
    ("RequireSymbols", "symbol", { symbols.contains($0) }),
  ]
  private static let symbols = Set(#"^!$*.[]{}()?@#%&/\,><':;|_~`=+- "#.utf8).union("\"".utf8)

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
      case "MinimumLength" where Self.lengths.contains(number): minimumLength = number
      case TableWire.passwordHistorySize.rawValue where (0...24).contains(number):
        historySize = number
      case "TemporaryPasswordValidityDays" where (1...365).contains(number): temporaryDays = number
      default:
        guard value.lowercased() == "true" else { continue }
        required.formUnion(Self.kinds.map(\.member).filter { $0 == name })
      }
    }
  }

  private static let prefix = "PasswordPolicy."
  private static let lengths: ClosedRange<Int64> = 6...99

  /// Reads `PasswordPolicy`: what it leaves out is not asked for.
  init(_ input: ServiceInput) throws(ServiceException) {
    minimumLength = try input.integer("MinimumLength") ?? 8
    guard Self.lengths.contains(minimumLength) else {
      let bound = minimumLength < 6 ? "greater than or equal to 6" : "less than or equal to 99"
      throw .broken(
        "'\(minimumLength)' ", at: "policies.passwordPolicy.minimumLength", "have value \(bound)")
    }
    historySize = try input.integer(.passwordHistorySize) ?? 0
    let days = try input.integer("TemporaryPasswordValidityDays") ?? 0
    temporaryDays = days > 0 ? min(days, 365) : 7
    required = []
    for kind in Self.kinds where try input.bool(kind.member) == true {
      required.insert(kind.member)
    }
  }

  /// The rule that a password breaks, in the service's words; nil where it conforms.
  func brokenRule(of password: String) -> String? {
    guard password.count >= minimumLength else { return "Password not long enough" }
    let lacking = Self.kinds.first { kind in
      required.contains(kind.member) && !password.utf8.contains(where: kind.holds)
    }
    return lacking.map { "Password must have \($0.words) characters" }
  }

  /// The table's class of a new password.
  func classOf(_ password: String) -> TableMember {
    password.isEmpty ? .empty : brokenRule(of: password) == nil ? .valid : .violatesPolicy
  }

  /// As a description of the pool has it.
  var json: JSON {
    .object(
      [JSON.Member("MinimumLength", .integer(minimumLength))]
        + Self.kinds.map { .init($0.member, .bool(required.contains($0.member))) }
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
