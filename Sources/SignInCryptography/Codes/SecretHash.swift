/// `SECRET_HASH`, which an app client with a secret adds to every request.
public enum SecretHash {
  /// Computes base64(HMAC-SHA256(client secret, user name ‖ client id)).
  ///
  /// - Parameters:
  ///   - username: exactly the `USERNAME` of the request that carries the hash.
  ///   - clientID: the app client that the request names.
  ///   - clientSecret: the secret of that client, the key of the hash.
  /// - Throws: `openSSLFailed`.
  public static func compute(
    username: String, clientID: String, clientSecret: Secret
  ) throws(CryptographyError) -> String {
    let message = Array(username.utf8) + Array(clientID.utf8)
    return Base64.encode(try HMAC.sha256(key: clientSecret, message: message))
  }

  /// Whether a request's hash is right, compared in constant time; a text that is not Base64 is
  /// merely wrong.
  ///
  /// - Throws: `openSSLFailed`.
  public static func isRight(
    _ presented: String, username: String, clientID: String, clientSecret: Secret
  ) throws(CryptographyError) -> Bool {
    let expected = try compute(username: username, clientID: clientID, clientSecret: clientSecret)
    return ConstantTime.areEqual(Array(presented.utf8), Array(expected.utf8))
  }
}
