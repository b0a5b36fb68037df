import SignInCryptography

/// The members of a request, read as strictly as the service does: a member of the wrong type is a
/// `SerializationException`, and unknown members are ignored.
struct ServiceInput {
  let json: JSON

  /// The largest length, in bytes, of a text for which the API states no limit.
  static let longest = 131_072

  /// - Throws: `SerializationException` unless the value is an object.
  init(_ json: JSON) throws(ServiceException) {
    guard case .object = json else {
      throw .serialization("Start of structure or map found where not expected.")
    }
    self.json = json
  }

  /// The value of a member; nil where it is missing or null.
  func value(_ name: String) -> JSON? {
    guard let value = json[name], value != .null else { return nil }
    return value
  }

  /// The text of a member, at most `limit` bytes; nil where it is missing.
  func text(_ name: String, limit: Int = ServiceInput.longest) throws(ServiceException) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.text else {
      throw .serialization("\(name) can not be converted to a String")
    }
    guard text.utf8.count <= limit else {
      throw .broken(
        "", at: ServiceException.shown(name), "have length less than or equal to \(limit)")
    }
    return text
  }

  /// The text of a member that must be present and not empty.
  func required(_ name: String, limit: Int = ServiceInput.longest) throws(ServiceException)
    -> String
  {
    guard let text = try text(name, limit: limit), !text.isEmpty else {
      throw .absent(name, isEmpty: value(name) != nil)
    }
    return text
  }

  func bool(_ name: String) throws(ServiceException) -> Bool? {
    guard let value = value(name) else { return nil }
    guard let bool = value.bool else {
      throw .serialization("\(name) can not be converted to a Boolean")
    }
    return bool
  }

  func integer(_ name: String) throws(ServiceException) -> Int64? {
    guard let value = value(name) else { return nil }
    guard let number = value.integer else {
      throw .serialization("\(name) can not be converted to a Long")
    }
    return number
  }

  func object(_ name: String) throws(ServiceException) -> ServiceInput? {
    guard let value = value(name) else { return nil }
    return try ServiceInput(value)
  }

  /// A list of names and values, such as `UserAttributes`.
  func attributes(_ name: String) throws(ServiceException) -> [String: String] {
    var attributes: [String: String] = [:]
    for element in try elements(name) {
      let pair = try ServiceInput(element)
      attributes[try pair.required("Name", limit: 32)] = try pair.text("Value", limit: 2_048) ?? ""
    }
    return attributes
  }

  /// The elements of a list; empty where it is missing.
  func elements(_ name: String) throws(ServiceException) -> [JSON] {
    guard let value = value(name) else { return [] }
    guard let elements = value.elements else {
      throw .serialization("\(name) can not be converted to a List")
    }
    return elements
  }

  func texts(_ name: String) throws(ServiceException) -> [String] {
    var texts: [String] = []
    for element in try elements(name) {
      guard let text = element.text else {
        throw .serialization("\(name) can not be converted to a List")
      }
      texts.append(text)
    }
    return texts
  }

  /// A map such as `AuthParameters`; empty where it is missing.
  func map(_ name: String) throws(ServiceException) -> ServiceInput {
    guard let map = try object(name) else { return try ServiceInput(.object([])) }
    return map
  }

  // The same for names that the table knows.

  func text(_ name: TableWire, limit: Int = longest) throws(ServiceException) -> String? {
    try text(name.rawValue, limit: limit)
  }
  func required(_ name: TableWire, limit: Int = longest) throws(ServiceException) -> String {
    try required(name.rawValue, limit: limit)
  }
  func object(_ name: TableWire) throws(ServiceException) -> ServiceInput? {
    try object(name.rawValue)
  }
  func attributes(_ name: TableWire) throws(ServiceException) -> [String: String] {
    try attributes(name.rawValue)
  }
  func texts(_ name: TableWire) throws(ServiceException) -> [String] { try texts(name.rawValue) }
  func integer(_ name: TableWire) throws(ServiceException) -> Int64? {
    try integer(name.rawValue)
  }

  /// The names of the members, in order.
  var names: [String] {
    guard case .object(let members) = json else { return [] }
    return members.map(\.name)
  }
}
