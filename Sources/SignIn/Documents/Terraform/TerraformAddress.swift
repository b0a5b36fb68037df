/// The parts of a resource's address, or of a reference, without the keys of `count` and
/// `for_each`.
enum TerraformAddress {
  /// `module.auth["eu.west"].aws_cognito_user_pool.main[0]` as its four words.
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

  /// The name of the user pool that a reference such as `aws_cognito_user_pool.main[0].id` names.
  static func pool(in reference: some StringProtocol) -> String? {
    let parts = parts(of: reference)
    return parts.count > 1 && parts[0] == TerraformNames.pool ? parts[1] : nil
  }
}
