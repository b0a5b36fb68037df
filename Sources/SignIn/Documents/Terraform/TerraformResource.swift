import TransitionTables

/// A Terraform resource for a pool, or for something that belongs to one, from any of its
/// documents.
struct TerraformResource: Sendable {
  /// The resource type: `aws_cognito_user_pool`, `aws_cognito_user_pool_client` or another of
  /// Cognito's.
  var type: String
  /// The name in the configuration, such as `main`.
  var name: String
  /// The whole address, such as `module.auth.aws_cognito_user_pool.main`.
  var address: String
  var arguments: Fact
  /// The name of the pool that the argument `user_pool_id` refers to; nil where that is not known.
  var referredPool: String?
  /// The address without the keys of any `for_each`; nil where it is the address.
  var declaration: String?
  /// The call of the module that contains the resource, `module.auth.`, or an empty text.
  var module = ""
  /// The key of a literal `for_each`, `[staff]`, or an empty text.
  var key = ""

  /// Whether the resource does not refer to any pool.
  var namesNoPool: Bool {
    let owner = arguments["user_pool_id"]
    return referredPool == nil && owner.resource == nil && owner.text == nil
  }

  /// The name with the key, `clients[web]`.
  var nameWithKey: String { name + key }

  /// The names of the resource, the most exact first and the service's name last; keys lack the
  /// quotes that Terraform writes.
  var names: [String] {
    [address, nameWithKey, arguments["name"].text].compactMap {
      $0?.replacing("\"", with: "")
    }
  }

  /// Whether a name given by the user denotes this resource; its key may be in quotes, as in
  /// Terraform.
  func isCalled(_ wanted: String) -> Bool {
    wanted == name || names.contains(wanted.replacing("\"", with: ""))
  }
}
