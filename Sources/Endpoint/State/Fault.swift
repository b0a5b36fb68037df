import SignInCryptography

/// A fault of the network or the service on coming requests, with which an app can be tested.
struct Fault: Sendable {
  /// The kinds of faults.
  enum Kind: String, Sendable, CaseIterable {
    /// The request is performed, but its answer never arrives.
    case lose
    /// The request arrives twice; the first answer is delivered.
    case double
    /// The request is not performed: the service reports too many requests.
    case throttle
  }

  var kind: Kind
  /// The operation that the fault applies to; nil for any.
  var operation: String?
  /// The number of requests that the fault still applies to.
  var count: Int64

  /// Reads the body of a request to `/_waymark/faults`; fails with the reason where it is no fault.
  ///
  /// - Parameters:
  ///   - json: the body of the request.
  ///   - isKnown: whether an operation of this name exists.
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
