import SignInCryptography
import TransitionTables

/// Finds the members of a request, and reads each as strictly as the service does.
struct ServiceSource: WireSource {
  let input: ServiceInput
  let form: WireForm
  /// Whether containers hold objects of the API's types, and not maps of texts.
  var holdsObjects = false
  let knowsAllWords = true

  func value(of member: WireMember) throws(ServiceException) -> JSON? {
    var container = input
    for (depth, name) in member.path.dropLast().enumerated() {
      if form.containers[Array(member.path[...depth])] == .pairs {
        let attribute = try container.attributes(name)[member.name]
        return attribute.map { .string($0) }
      }
      guard holdsObjects || member.encoding == .among else {
        container = try container.map(name)
        continue
      }
      guard let inner = try container.object(name) else { return nil }
      container = inner
    }
    switch member.encoding {
    case .json, .holds: return container.json[member.name]
    case .list: return .array(try container.texts(member.name).map { .string($0) })
    case .flag: return try container.bool(member.name).map { .bool($0) }
    case .among: return .bool(try container.bool(member.name) ?? false)
    case .spread:
      let stem = "\(member.name)."
      let inner = container.json.entries.filter { $0.name.hasPrefix(stem) }
      return .object(inner.map { JSON.Member(String($0.name.dropFirst(stem.count)), $0.value) })
    default:
      let limit = member.limit == 0 ? ServiceInput.longest : member.limit
      return try container.text(member.name, limit: limit).map { .string($0) }
    }
  }

  func failure(_ fault: WireFault) -> ServiceException {
    switch fault {
    case .missing(let member):
      guard member.path.count == 1 else { return .missing(member.name) }
      return .absent(member.name, isEmpty: input.json[member.name]?.text == "")
    case .unknownWord(let word, let member, let known):
      // The service knows these words but does not accept them here.
      guard !member.words.contains(word) else { return .said(.flowNotSupported) }
      guard member.name != TableWire.attributeName.rawValue else {
        return .said(.attributeNotVerifiable)
      }
      // In lists the API also knows old names, which are not modelled.
      guard member.encoding != .list else {
        return .invalidParameter(
          "[\(word) is none of \(known.joined(separator: ", ")): the words are not known]")
      }
      let all = known.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      return .broken(
        "'\(word)' ", at: ServiceException.shown(member.name),
        "satisfy enum value set: [\((all + member.words).joined(separator: ", "))]")
    }
  }
}
