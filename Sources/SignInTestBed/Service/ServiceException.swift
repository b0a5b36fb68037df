/// What the service refuses a request with: the exception's name in the API, and its text.
struct ServiceException: Error, Sendable, Equatable {
  var name: String
  var message: String
  /// What the table has name and words of, with what stands in their brackets.
  private var refusal: TableRefusal?
  private var parts: [String] = []

  init(name: String, message: String) { (self.name, self.message) = (name, message) }

  /// An exception that the table has, too, in its own words where no others are given.
  init(_ exception: TableMessage, _ message: String = "") {
    self.init(name: exception.rawValue, message: message)
  }

  /// A refusal before a row is asked, in the words of the table; its brackets are filled in their
  /// order.
  static func said(_ refusal: TableRefusal, _ parts: String...) -> ServiceException {
    var exception = ServiceException(name: refusal.rawValue, message: refusal.rawValue)
    (exception.refusal, exception.parts) = (refusal, parts)
    return exception
  }

  /// The exception in the words of the table, where it has none of its own.
  func worded(by binding: TestBedBinding) -> ServiceException {
    guard let said = refusal.flatMap({ binding.refusals[$0] }) else {
      let own = message.isEmpty ? binding.model.message(named: name) : nil
      return own.map { .init(name: name, message: binding.model.messages[$0].wire.text) } ?? self
    }
    var parts = parts[...]
    let text = said.text.replacing(/\[[^\]]*\]/) { parts.popFirst() ?? String($0.output) }
    return ServiceException(name: said.exception, message: text)
  }

  static func invalidParameter(_ message: String) -> ServiceException {
    ServiceException(.invalidParameterException, message)
  }

  /// A field of another type than the API's, or a text that is no JSON.
  static func serialization(_ message: String) -> ServiceException {
    ServiceException(name: "SerializationException", message: message)
  }

  /// The table and its mapping do not fit together; never a client's fault.
  static func internalError(_ message: String) -> ServiceException {
    ServiceException(.internalErrorException, message)
  }

  static func unknownOperation(_ name: String) -> ServiceException {
    ServiceException(
      name: "UnknownOperationException", message: "Unknown operation \(name)")
  }

  /// A member of the request that breaks a constraint of the API's; the value ends with a space.
  static func broken(
    _ value: String, at name: String, _ constraint: String
  ) -> ServiceException {
    invalidParameter(
      "1 validation error detected: Value \(value)at '\(name)' failed to satisfy constraint: "
        + "Member must \(constraint)")
  }

  /// A member of the request that is not of the API's form; of a secret the value is left out.
  static func pattern(_ pattern: String, at name: String, value: String? = nil) -> ServiceException
  {
    broken(
      value.map { "'\($0.prefix(64))' " } ?? "", at: name,
      "satisfy regular expression pattern: \(pattern)")
  }

  /// A member as the service names it: with a small letter, and the keys of maps as they are.
  static func shown(_ name: String) -> String {
    let isKey = name.allSatisfy { $0.isUppercase || $0 == "_" }
    return isKey ? name : name.prefix(1).lowercased() + name.dropFirst()
  }

  /// A member of the request itself that is not there, or empty.
  static func absent(_ member: String, isEmpty: Bool) -> ServiceException {
    broken(
      isEmpty ? "" : "null ", at: shown(member),
      isEmpty ? "have length greater than or equal to 1" : "not be null")
  }

  /// What a rule of legality or of changes refuses: in the service's own words where they are
  /// known, which may be the name of an exception. In brackets stands what is not its words.
  static func refused(_ rule: String, _ words: String, _ reason: String) -> ServiceException {
    let reason = "[\(rule): \(reason)]"
    // An exception, and what it says where that is known (N672).
    if let said = words.wholeMatch(of: /(\w+Exception): (.+)/) {
      return ServiceException(name: String(said.1), message: String(said.2))
    }
    guard words.hasSuffix("Exception"), !words.contains(" ") else {
      return .invalidParameter(words.isEmpty ? reason : words)
    }
    return ServiceException(name: words, message: reason)
  }

  static func missing(_ name: String) -> ServiceException {
    invalidParameter("Missing required parameter \(name)")
  }
  static func missing(_ name: TableWire) -> ServiceException { missing(name.rawValue) }
}
