import TransitionTables

/// A pool, or what belongs to one, of Terraform, from whichever of its documents.
struct TerraformResource: Sendable {
  /// `aws_cognito_user_pool`, `aws_cognito_user_pool_client` or another one of Cognito's.
  var type: String
  /// The name in the configuration, `main`.
  var name: String
  /// The whole address, `module.auth.aws_cognito_user_pool.main`.
  var address: String
  var arguments: Fact
  /// The names of pools that the argument `user_pool_id` refers to; nil where that is not known.
  var referredPool: String?
  /// The address without the keys of any `for_each`; nil where it is the address.
  var declaration: String?
  /// The call of the module that it stands in, `module.auth.`, or an empty text.
  var module = ""
  /// The key of a literal `for_each`, `[staff]`, or an empty text.
  var key = ""

  /// Whether it does not say to which pool it belongs.
  var namesNoPool: Bool {
    let owner = arguments["user_pool_id"]
    return referredPool == nil && owner.resource == nil && owner.text == nil
  }

  /// The name with the key, `clients[web]`.
  var nameWithKey: String { name + key }

  /// What it is called, the most exact name first, and its name for the service last; keys are
  /// without the quotes that Terraform writes.
  var names: [String] {
    [address, nameWithKey, arguments["name"].text].compactMap {
      $0?.replacing("\"", with: "")
    }
  }

  /// Whether the user means this one by a name; a key may be in quotes, as Terraform writes it.
  func isCalled(_ wanted: String) -> Bool {
    wanted == name || names.contains(wanted.replacing("\"", with: ""))
  }
}
