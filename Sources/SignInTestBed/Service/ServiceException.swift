/// An exception of the service: its name in the API, and its text.
struct ServiceException: Error, Sendable, Equatable {
  var name: String
  var message: String
  /// The table's refusal whose name and text are used, with the parts that fill its brackets.
  private var refusal: TableRefusal?
  private var parts: [String] = []

  init(name: String, message: String) { (self.name, self.message) = (name, message) }

  /// An exception that the table has too, with the table's text where no other is given.
  init(_ exception: TableMessage, _ message: String = "") {
    self.init(name: exception.rawValue, message: message)
  }

  /// A refusal made before a row is consulted, with the table's text; the parts fill its brackets
  /// in order.
  static func said(_ refusal: TableRefusal, _ parts: String...) -> ServiceException {
    var exception = ServiceException(name: refusal.rawValue, message: refusal.rawValue)
    (exception.refusal, exception.parts) = (refusal, parts)
    return exception
  }

  /// The exception with the table's text, where it has no text of its own.
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

  /// A field of the wrong type, or a text that is not JSON.
  static func serialization(_ message: String) -> ServiceException {
    ServiceException(name: "SerializationException", message: message)
  }

  /// The table contradicts the test bed; never a client's fault.
  static func internalError(_ message: String) -> ServiceException {
    ServiceException(.internalErrorException, message)
  }

  static func unknownOperation(_ name: String) -> ServiceException {
    ServiceException(
      name: "UnknownOperationException", message: "Unknown operation \(name)")
  }

  /// A member that violates a constraint of the API; `value` ends with a space.
  static func broken(
    _ value: String, at name: String, _ constraint: String
  ) -> ServiceException {
    invalidParameter(
      "1 validation error detected: Value \(value)at '\(name)' failed to satisfy constraint: "
        + "Member must \(constraint)")
  }

  /// A member that does not match its pattern; omit the value of a secret.
  static func pattern(_ pattern: String, at name: String, value: String? = nil) -> ServiceException
  {
    broken(
      value.map { "'\($0.prefix(64))' " } ?? "", at: name,
      "satisfy regular expression pattern: \(pattern)")
  }

  /// A member's name as the service prints it: in lower camel case, but keys of maps unchanged.
  static func shown(_ name: String) -> String {
    let isKey = name.allSatisfy { $0.isUppercase || $0 == "_" }
    return isKey ? name : name.prefix(1).lowercased() + name.dropFirst()
  }

  /// A required member of the request that is missing or empty.
  static func absent(_ member: String, isEmpty: Bool) -> ServiceException {
    broken(
      isEmpty ? "" : "null ", at: shown(member),
      isEmpty ? "have length greater than or equal to 1" : "not be null")
  }

  /// A refusal by a legality rule or a rule about changes, in the service's own text where it is
  /// known, which may be the name of an exception. Text in brackets is not the service's.
  static func refused(_ rule: String, _ words: String, _ reason: String) -> ServiceException {
    let reason = "[\(rule): \(reason)]"
    // An exception with its text, where that is known (N672).
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
