import TransitionTables

/// Reads typed values from facts, and reports those that a property does not accept.
///
/// Each method reads one property; `name` is the property as its author writes it. After an error
/// the reading is open, so that everything else is still read and checked.
struct FactReader: Sendable {
  /// The author of the document: a person, whose mistakes are errors, or the service, whose unknown
  /// values are left open with a warning.
  enum Author: Sendable { case person, service }

  /// The spelling of properties in the document: the service's or Terraform's.
  enum Spelling: Sendable { case service, terraform }

  let document: LocatedDocument
  let author: Author
  let spelling: Spelling
  /// The model's parameters; documents are read for the values of these.
  let parameters: [ParameterDeclaration]
  private(set) var diagnostics: [Diagnostic] = []
  /// The places where an error was reported.
  private var faultyPlaces: Set<SourceLocation> = []

  init(
    document: LocatedDocument, author: Author, spelling: Spelling = .service,
    parameters: [ParameterDeclaration]
  ) {
    self.document = document
    self.author = author
    self.parameters = parameters
    self.spelling = spelling
  }

  /// A property's name as the document's author writes it.
  func spelled(_ name: String) -> String {
    spelling == .terraform && !name.contains(" ") ? TerraformNames.name(of: name) : name
  }

  /// Reads a word of an enumeration as the model's member.
  ///
  /// - Parameter list: all words of the list that contains the word, if it stands in one; none of
  ///   them is suggested instead of it.
  mutating func word(
    _ fact: Fact, _ name: String, _ names: WireNames, in list: [String] = []
  ) -> Reading<String> {
    noteAssumptions(of: fact, name)
    switch fact.content {
    case .absent: return .absent
    case .opaque(let reason), .uncertain(let reason): return leaveOpen(fact, name, reason)
    case .text(let text, _):
      guard let member = names[text] else { return unknown(text, fact, name, names, list) }
      return .value(member, at: fact.location)
    case .list, .record: return wrongType(fact, name, needs: "one word: \(names.wires.list)")
    }
  }

  /// Reads a word for a value of a parameter as the model's member.
  mutating func word(
    _ fact: Fact, _ name: String, _ parameter: PoolParameter,
    in wording: DocumentWording = .service
  ) -> Reading<String> {
    parameters.words(parameter, in: wording).map { word(fact, name, $0) } ?? .absent
  }

  /// Reads `true` or `false`, also in quotes.
  mutating func flag(_ fact: Fact, _ name: String) -> Reading<Bool> {
    noteAssumptions(of: fact, name)
    switch fact.content {
    case .absent: return .absent
    case .opaque(let reason), .uncertain(let reason): return leaveOpen(fact, name, reason)
    case .text(let text, _):
      switch text.lowercased() {
      case "true", "yes", "on": return .value(true, at: fact.location)
      case "false", "no", "off": return .value(false, at: fact.location)
      default: return wrongType(fact, name, needs: "`true` or `false`")
      }
    case .list, .record: return wrongType(fact, name, needs: "`true` or `false`")
    }
  }

  /// Reads a list of words for values of a parameter, with the model's members.
  mutating func words(
    _ fact: Fact, _ name: String, _ parameter: PoolParameter,
    in wording: DocumentWording = .service
  ) -> Reading<[(wire: String, member: String)]> {
    guard let names = parameters.words(parameter, in: wording) else { return .absent }
    noteAssumptions(of: fact, name)
    switch fact.content {
    case .absent: return .absent
    case .opaque(let reason), .uncertain(let reason): return leaveOpen(fact, name, reason)
    case .text, .record: return wrongType(fact, name, needs: "a list of \(names.wires.list)")
    case .list(let elements):
      var members: [(wire: String, member: String)] = []
      var reason: String?
      let listed = elements.compactMap(\.text)
      for element in elements where !names.ignored.contains(element.text ?? "") {
        switch word(element, name, names, in: listed) {
        case .absent: break
        case .value(let member, _): members.append((element.text ?? "", member))
        case .open(let why): reason = reason ?? why
        }
      }
      return reason.map { .open($0) } ?? .value(members, at: fact.location)
    }
  }

  /// Reads a list of words as a set of the model's members.
  mutating func members(
    _ fact: Fact, _ name: String, _ parameter: PoolParameter,
    in wording: DocumentWording = .service
  ) -> Reading<ParameterValue> {
    words(fact, name, parameter, in: wording).map { .members($0.map(\.member)) }
  }

  /// The bounds that a list gives for a set that it leaves open; nil where an element may be any
  /// member.
  func bounds(_ fact: Fact, _ parameter: PoolParameter) -> SetBounds? {
    guard case .list(let elements) = fact.content, let names = parameters.words(parameter) else {
      return nil
    }
    var bounds = SetBounds()
    for element in elements {
      if let member = element.text.flatMap({ names[$0] }) {
        bounds.given.append(member)
      } else if let member = element.textIfAny.flatMap({ names[$0] }) {
        bounds.undecided.append(member)
      } else {
        return nil
      }
    }
    return bounds
  }

  /// Reads whether there is a value; an empty text counts as none.
  mutating func presence(_ fact: Fact, _ name: String) -> Reading<Bool> {
    noteAssumptions(of: fact, name)
    switch fact.content {
    case .absent, .text("", _): return .absent
    case .uncertain(let reason): return leaveOpen(fact, name, reason)
    case .opaque, .text, .list, .record: return .value(true, at: fact.location)
    }
  }

  /// Reads a record, or an unknown or absent fact; reports anything else as an error.
  mutating func record(_ fact: Fact, _ name: String) -> Fact {
    switch fact.content {
    case .text, .list:
      let reading: Reading<Bool> = wrongType(fact, name, needs: "a record of properties")
      guard case .open(let reason) = reading else { return fact }
      return Fact(.uncertain(reason), at: fact.location)
    default: return fact
    }
  }

  /// Whether an error was reported that stops the reading.
  var hasError: Bool { diagnostics.contains(where: \.stopsReading) }

  // MARK: Complaints

  mutating func complain(
    _ code: String, _ severity: Diagnostic.Severity = .error, at location: SourceLocation,
    _ message: String, remedy: String
  ) {
    if severity == .error { faultyPlaces.insert(location) }
    diagnostics.append(
      document.diagnostic(code, severity, at: location, message, remedy: remedy))
  }

  /// Reports that there is, or may be, a value which the document alone does not state.
  mutating func leaveOpen<Value>(
    _ fact: Fact, _ name: String, _ reason: String
  ) -> Reading<Value> {
    // A faulty value is open too, but needs no second diagnostic.
    if faultyPlaces.contains(fact.location) { return .open(reason) }
    complain(
      "template.left-open", .note, at: fact.location,
      "\(spelled(name)) stays open: \(reason)",
      remedy: "write the value out, close it with `--parameter` or `--set`, or give the deployed"
        + " pool's describe-user-pool")
    return .open(reason)
  }

  mutating func wrongType<Value>(
    _ fact: Fact, _ name: String, needs: String
  ) -> Reading<Value> {
    let found =
      switch fact.content {
      case .list: "a list stands"
      case .record: "a record stands"
      case .text(let text, _): "`\(fact.quoted(text))` stands"
      case .absent, .opaque, .uncertain: "nothing stands"
      }
    complain(
      "document.wrong-type", at: fact.location, "\(found) where \(spelled(name)) needs \(needs)",
      remedy: "write \(needs)")
    return .open("\(spelled(name)) could not be read")
  }

  private mutating func unknown<Value>(
    _ text: String, _ fact: Fact, _ name: String, _ names: WireNames, _ list: [String]
  ) -> Reading<Value> {
    let others = names.wires.filter { !list.contains($0) }
    let guess = others.nearest(to: text).map { "did you mean `\($0)`?" }
    complain(
      "document.unknown-value", author == .service ? .warning : .error, at: fact.location,
      "\(spelled(name)) cannot be `\(fact.quoted(text))`",
      remedy: guess ?? "write \(names.wires.list)")
    return .open("\(spelled(name)) has a value that Waymark does not know")
  }

  /// Reports the template parameters whose defaults a value depends on.
  private mutating func noteAssumptions(of fact: Fact, _ name: String) {
    for parameter in fact.assumed {
      complain(
        "template.parameter-default", .note, at: fact.location,
        "\(spelled(name)) hangs on the template parameter \(parameter), taken at its default",
        remedy: "check again with the values that you deploy: `--parameter \(parameter)=VALUE`")
    }
  }
}
