extension ProjectFiles {
  /// Whether a script creates its pools in a local emulator of the service.
  static func callsEmulator(_ text: String) -> Bool {
    if text.contains("awslocal cognito-idp") { return true }
    let hosts = ["localhost", "127.0.0.1", "localstack", "cognito-local", "://moto"]
    guard hosts.contains(where: text.contains) else {
      return false
    }
    if text.contains("AWS_ENDPOINT_URL") { return true }
    if wrapsEndpoint(text) { return true }
    // An endpoint of another call, such as DynamoDB's, does not affect the pool.
    let callsService = text.replacing("\\\n", with: " ").split(separator: "\n").contains {
      $0.contains("aws cognito-idp create-user-pool") && !$0.contains("--endpoint-url")
    }
    return text.contains("--endpoint-url") && !callsService
  }

  /// Whether a script calls `aws` through a function or an alias that adds an endpoint to each
  /// call.
  private static func wrapsEndpoint(_ text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      line.contains("--endpoint-url")
        && (line.contains("command aws ") || line.contains("alias aws="))
    }
  }
}
