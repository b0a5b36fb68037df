import SignInCryptography

/// What the network or the service does to requests to come, so that a test of an app meets it.
struct Fault: Sendable {
  /// The kinds of faults.
  enum Kind: String, Sendable, CaseIterable {
    /// The request is performed and its answer never arrives.
    case lose
    /// The request arrives twice; the first answer is delivered.
    case double
    /// The request is not performed: the service is asked too often.
    case throttle
  }

  var kind: Kind
  /// The operation that it waits for; nil for any.
  var operation: String?
  /// How many requests it still takes.
  var count: Int64

  /// Reads a fault as a request to `/_waymark/faults` writes it; the reason where it is none.
  ///
  /// - Parameters:
  ///   - json: the body of the request.
  ///   - isKnown: whether there is an operation of this name.
  static func reading(
    _ json: JSON, isKnown: (String) -> Bool
  ) -> Result<Fault, ControlFault> {
    guard let kind = json["fault"]?.text.flatMap(Kind.init(rawValue:)) else {
      let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      return .failure(ControlFault("`fault` is one of \(known)"))
    }
    guard let count = json["count"].map(\.integer) ?? 1, (1...1_000_000).contains(count) else {
      return .failure(ControlFault("`count` is 1 to 1000000"))
    }
    let operation = json["operation"]?.text
    guard json["operation"] == nil || operation.map(isKnown) == true else {
      return .failure(
        ControlFault("`operation` is one of those that GET /_waymark/operations lists"))
    }
    return .success(Fault(kind: kind, operation: operation, count: count))
  }

  var json: JSON {
    .members([
      "fault": .string(kind.rawValue), "operation": operation.map { .string($0) },
      "count": .integer(count),
    ])
  }
}

/// Why a request to `/_waymark/` cannot be carried out.
struct ControlFault: Error, Sendable {
  var message: String
  init(_ message: String) { self.message = message }
}
