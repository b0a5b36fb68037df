import Foundation

/// Splits the address of a resource, or a reference, into parts without the keys of `count` and
/// `for_each`.
enum TerraformAddress {
  /// The parts of an address: `module.auth["eu.west"].aws_cognito_user_pool.main[0]` has four.
  static func parts(of address: some StringProtocol) -> [String] {
    var parts = [""]
    var depth = 0
    for character in address {
      switch character {
      case "[": depth += 1
      case "]": depth = max(0, depth - 1)
      case _ where depth > 0: break
      case ".": parts.append("")
      default: parts[parts.count - 1].append(character)
      }
    }
    return parts.filter { !$0.isEmpty }
  }

  /// The address of the provider that an expression refers to, such as
  /// `aws_cognito_identity_provider.google.provider_name`; nil where it refers to something else.
  static func provider(in expression: some StringProtocol) -> String? {
    let parts = parts(of: expression)
    guard parts.count == 3, parts[0] == TerraformNames.provider else { return nil }
    return parts[0] + "." + parts[1]
  }

  /// Whether an expression is the id or an ARN of a resource, or an output of a module with such a
  /// name, and therefore neither `null` nor empty.
  static func isOfSomething(_ expression: String) -> Bool {
    guard expression.hasSuffix("arn") || expression.hasSuffix("id"), !expression.contains("[*]")
    else { return false }
    var parts = parts(of: expression)
    if parts.first == "data" { parts.removeFirst() }
    let isName = parts.joined().allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) }
    guard isName, parts.count == 3 else { return false }
    let words = parts[2].split(separator: "_")
    return parts[0] == "module"
      ? ["arn", "id"].contains(words.last)
      : parts[0].contains("_") && ["arn", "id", "invoke_arn", "qualified_arn"].contains(parts[2])
  }

  /// The name of the first user pool that an expression refers to, such as
  /// `aws_cognito_user_pool.main[0].id`, alone or within `try(…)` or `one(…)`.
  static func pool(in expression: some StringProtocol) -> String? {
    var rest = Substring(expression)
    while let range = rest.range(of: TerraformNames.pool + ".") {
      let before = rest[..<range.lowerBound].last
      rest = rest[range.upperBound...]
      if let before, before.isLetter || before.isNumber || "_-.".contains(before) { continue }
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      if !name.isEmpty { return String(name) }
    }
    return nil
  }
}
