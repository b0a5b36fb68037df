/// Reads members that a JSON document must have, each of a certain type.
enum JSONField {
  static func require<Value>(
    _ name: String, _ value: Value?
  ) throws(CryptographyError) -> Value {
    guard let value else {
      throw CryptographyError(
        .malformedMessage, "the field \"\(name)\" is missing or of another type")
    }
    return value
  }

  static func text(_ name: String, in json: JSON) throws(CryptographyError) -> String {
    try require(name, json[name]?.text)
  }

  static func bytes(_ name: String, in json: JSON) throws(CryptographyError) -> [UInt8] {
    try Base64URL.decode(text(name, in: json))
  }
}
