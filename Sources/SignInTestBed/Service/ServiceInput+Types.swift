import SignInCryptography

extension ServiceInput {
  /// Refuses members of the wrong type or form, whether they are read or not, and counts out of
  /// bounds.
  func check(of operation: String, by members: RequestMembers) throws(ServiceException) {
    try checkTypes(of: operation, by: members)
    for name in members.bounds.keys.sorted() where name.hasPrefix("\(operation).") {
      let count = String(name.dropFirst(operation.count + 1))
      if value(count) == nil { try Self.checkBounds(of: count, 0, operation, by: members) }
    }
  }

  private func checkTypes(
    of operation: String, by members: RequestMembers, within path: String = ""
  ) throws(ServiceException) {
    for name in names {
      switch members.types[name] {
      case .text: try Self.checkPattern(of: name, try text(name, limit: .max) ?? "", by: members)
      case .bool: _ = try bool(name)
      case .integer:
        guard let number = try integer(name) else { continue }
        try Self.checkBounds(of: name, number, operation, by: members, within: path)
      case .texts: _ = try texts(name)
      case .map:
        let map = try map(name)
        for key in map.names { _ = try map.text(key, limit: .max) }
      case .object:
        let path = "\(path)\(ServiceException.shown(name))."
        try object(name)?.checkTypes(of: operation, by: members, within: path)
      case .objects:
        for element in try elements(name) {
          try ServiceInput(element).checkTypes(of: operation, by: members)
        }
      case nil: break
      }
    }
  }

  private static func checkPattern(
    of name: String, _ text: String, by members: RequestMembers
  ) throws(ServiceException) {
    guard let form = members.patterns[name], !text.isEmpty, !form.takes(text) else { return }
    throw .pattern(form.pattern, at: ServiceException.shown(name), value: text)
  }

  private static func checkBounds(
    of name: String, _ number: Int64, _ operation: String, by members: RequestMembers,
    within path: String = ""
  ) throws(ServiceException) {
    guard let bounds = members.bounds["\(operation).\(name)"] ?? members.bounds[name],
      !bounds.contains(number)
    else { return }
    throw .broken(
      "'\(number)' ", at: path + ServiceException.shown(name),
      number < bounds.lowerBound
        ? "have value greater than or equal to \(bounds.lowerBound)"
        : "have value less than or equal to \(bounds.upperBound)")
  }
}
