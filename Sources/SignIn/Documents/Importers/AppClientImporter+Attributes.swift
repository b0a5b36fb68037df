import TransitionTables

/// Reads which attributes users may write with an app client.
extension AppClientImporter {
  /// Reads the contact addresses in `WriteAttributes`, and reports what the service rejects in the
  /// list.
  ///
  /// A client without a list, or with an empty one, may write all standard attributes. A client
  /// whose list is not fully known is treated likewise, which a note says, and so is one whose list
  /// is rejected here.
  ///
  /// - Parameter required: the names of the attributes that the pool requires, as far as known.
  mutating func readWritable(required: [String]) -> Reading<ParameterValue> {
    let name = "WriteAttributes"
    let fact = properties[name]
    let elements: [Fact]
    switch fact.content {
    case .absent: return .absent
    case .text, .record: return reader.wrongType(fact, name, needs: "a list of attributes")
    case .list(let listed): elements = listed
    case .opaque, .uncertain: elements = [fact]
    }
    let words = elements.compactMap(\.text)
    let known = reader.parameters.addresses
    let addresses = words.compactMap { known[$0] }
    guard words.count == elements.count else {
      if Set(addresses).count < known.pairs.count { noteUnknown(fact, name) }
      return .absent
    }
    if elements.isEmpty { return .absent }
    for element in elements {
      guard let word = element.text, ["email_verified", "phone_number_verified"].contains(word)
      else { continue }
      reader.refuse(.l47, at: element.location, "\(reader.spelled(name)) has \(word)")
    }
    // The service sets `sub` itself: every pool requires it, but no client writes it. A required
    // custom attribute is reported at the schema.
    let missing = required.filter {
      StandardAttribute.writable.contains($0) && !words.contains($0)
    }
    guard missing.isEmpty else {
      reader.refuse(
        .l47, at: fact.location,
        "\(reader.spelled(name)) lacks the required \(missing.listOfAll)")
      return .absent
    }
    return .value(.members(addresses), at: fact.location)
  }

  private mutating func noteUnknown(_ fact: Fact, _ name: String) {
    reader.complain(
      "document.unknown-writable", .note, at: fact.location,
      "\(reader.spelled(name)) is not known: the app client is taken for one that may write the"
        + " e-mail address and the phone number",
      remedy: "write the list out, or `--set writeAttributes='{email}'`")
  }
}
