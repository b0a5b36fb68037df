import TransitionTables

/// The brackets in the service's texts that are filled for each request.
enum TableBracket: String, TableNames {
  case address = "email address or phone number"
  case attribute
  case brokenRule = "the rule that it breaks"
  case clientID = "its id"
  case kindOfName = "an email, a phone number, or either an email or a phone number"
  case lackingAttribute = "the attribute"
  case name = "the name"
  case saidByTrigger = "the trigger's own words"
  case status = "the status, such as FORCE_CHANGE_PASSWORD"
  case trigger = "the trigger"

  static var sort: String { "bracket in the service's words" }

  /// The brackets in texts of rows, messages and enum members, each text once, at its first place.
  /// Unknown wordings contain a colon, and patterns contain digits; neither counts.
  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    let words =
      model.rows.map { ($0.text, $0.location) }
      + model.messages.map { ($0.wire.text, $0.location) }
      + model.slots.flatMap { slot in
        (model.types.enumeration(of: slot.type)?.wireNames ?? []).compactMap(\.self)
          .map { ($0, slot.location) }
      }
    var found: Set<String> = []
    return words.flatMap { text, place -> [(name: String, location: SourceLocation)] in
      guard text.utf8.contains(UInt8(ascii: "[")), found.insert(text).inserted else { return [] }
      return text.matches(of: /\[([A-Za-z_', ]+)\]/).map { (String($0.output.1), place) }
    }
  }
}

extension String {
  /// The text with a bracket replaced.
  func filling(_ bracket: TableBracket, _ words: String) -> String {
    replacing("[\(bracket.rawValue)]", with: words)
  }
}
