package import TransitionTables

/// Checks that the table has every name that the document readers refer to: parameters, owners of
/// properties, and the kinds of documents with their own words.
enum DocumentBinding {
  /// Checks a model when it is loaded.
  /// - Throws: a `DiagnosticList` with the code `binding.unknown-name`, each diagnostic at the
  ///   place of the most similar name.
  static func check(_ model: Model) throws(DiagnosticList) {
    let known = Set(model.parameters.map { model.slots[$0].name })
    var problems = PoolParameter.ofTable.filter { !known.contains($0.rawValue) }.map {
      model.complaint(
        ofMissing: $0.rawValue, "documents state `\($0.rawValue)`", "parameter",
        among: model.parameters.map { (model.slots[$0].name, model.slots[$0].location) })
    }
    problems += names(in: model) + rules(of: model)
    let owners = ServiceDefaults.Half.allCases.map(\.rawValue)
    problems += model.parameters.map { model.slots[$0] }.compactMap { slot in
      guard let owner = slot.property?.owner, !owners.contains(owner) else { return nil }
      return model.diagnostic(
        "binding.unknown-name", at: slot.location,
        "`\(slot.name)` is a property of `\(owner)`, of which no document is read",
        remedy: "write \(owners.list)")
    }
    guard problems.isEmpty else { throw DiagnosticList(problems) }
  }

  /// Diagnostics for names that the table lacks (actors, kinds of messages, parameters and their
  /// members, the step `done` and names used in pictures), and for actors and kinds that only the
  /// table has.
  private static func names(in model: Model) -> [Diagnostic] {
    let (actions, messages) = (model.actions, model.messages)
    let parameters = model.parameters.map { model.slots[$0] }
    let acts = model.parameter(.administratorActs).map { model.slots[$0] }
    let members = acts.flatMap { model.types.enumeration(of: $0.type)?.members } ?? []
    return matching(
      KnownActor.allCases.map(\.rawValue), "actor", among: actions.map { ($0.actor, $0.location) },
      in: model)
      + matching(
        KnownKind.allCases.map(\.rawValue), "kind of messages",
        among: messages.map { ($0.kind, $0.location) }, in: model)
      + matching(
        DocumentWording.allCases.map(\.rawValue), "kind of documents",
        among: model.documentWords.map { ($0.document, $0.location) }, in: model)
      + model.entries(ofWords: "said").flatMap { words in
        unknown(
          (words.value.entries ?? []).map { ($0.key, $0.keyLocation) },
          among: model.types.enums.first { $0.name == words.key }?.members ?? [], in: model
        ) { "`\(words.key)` has no member `\($0)`" }
      }
      + missing(
        DrawnName.allCases.map(\.rawValue), "name that pictures know",
        among: DrawnName.known(in: model), in: model)
      + missing(
        KnownMember.allCases.map(\.rawValue), "value of a parameter",
        among: parameters.flatMap { slot in
          (model.types.enumeration(of: slot.type)?.members ?? []).map { ($0, slot.location) }
        }, in: model)
      + missing(
        TrackedName.allCases.map(\.rawValue), "variable or field",
        among: model.slots.map { ($0.name, $0.location) }, in: model)
      + missing(
        [Message.done], "message", among: messages.map { ($0.name, $0.location) }, in: model)
      + missing(
        KnownParameter.allCases.map(\.rawValue), "parameter",
        among: parameters.map { ($0.name, $0.location) }, in: model)
      + missing(
        KnownParameters.allCases.map(\.rawValue), "parameter of an enum's members",
        among: parameters.filter { $0.name.hasSuffix("]") }
          .map { (String($0.name.prefix { $0 != "[" }), $0.location) }, in: model)
      + (acts.map { acts in
        missing(
          [KnownParameter.imports], "member of `\(acts.name)`",
          among: members.map { ($0, acts.location) }, in: model)
      } ?? [])
  }

  /// Diagnostics for names that only one side has.
  private static func matching(
    _ names: [String], _ sort: String, among known: [(name: String, location: SourceLocation)],
    in model: Model
  ) -> [Diagnostic] {
    missing(names, sort, among: known, in: model)
      + unknown(known, among: names, in: model) { "analyses know no \(sort) `\($0)`" }
  }

  /// Diagnostics for names in the table that the code does not know, each at its first place.
  private static func unknown(
    _ stated: [(name: String, location: SourceLocation)], among known: [String], in model: Model,
    _ message: (String) -> String
  ) -> [Diagnostic] {
    Dictionary(stated.map { ($0.name, $0.location) }) { first, _ in first }
      .filter { !known.contains($0.key) }.sorted { $0.key < $1.key }
      .map { name, place in
        model.diagnostic(
          "binding.unknown-name", at: place, message(name),
          remedy: known.nearest(to: name).map { "did you mean `\($0)`?" } ?? "write \(known.list)")
      }
  }

  private static func missing(
    _ names: [String], _ sort: String, among known: [(name: String, location: SourceLocation)],
    in model: Model
  ) -> [Diagnostic] {
    let there = Set(known.map(\.name))
    return names.filter { !there.contains($0) }.map {
      model.complaint(ofMissing: $0, "analyses know `\($0)`", sort, among: known)
    }
  }

  /// Diagnostics for document rules that only one side has, or that are incomplete.
  private static func rules(of model: Model) -> [Diagnostic] {
    let rules = model.entries(ofWords: "documentRules")
    return matching(
      KnownRule.allCases.map(\.id), "rule of documents",
      among: rules.map { ($0.key, $0.keyLocation) }, in: model)
      + matching(
        PrivilegeNames.keys, "list of names that say a privilege",
        among: model.entries(ofWords: "privileges").map { ($0.key, $0.keyLocation) }, in: model)
      + matching(
        StandardAttribute.keys, "list of standard attributes",
        among: model.entries(ofWords: "standardAttributes").map { ($0.key, $0.keyLocation) },
        in: model)
      + matching(
        FactReader.keysOfProviders, "list of what identity providers have",
        among: model.entries(ofWords: "identityProviders").map { ($0.key, $0.keyLocation) },
        in: model)
      + rules.filter { !DocumentRule($0).isComplete }.map {
        model.diagnostic(
          "table.shape", at: $0.keyLocation, "`\($0.key)` does not say all of itself",
          remedy: "write `statement:`, `remedy:` and `because: { source: …, confidence: … }`"
            + ($0.key == KnownRule.l29.id ? " and `change: { harms: …, remedy: … }`" : ""))
      }
  }
}

extension Model {
  /// The diagnostic for a name that the code refers to and the model lacks, at the place of the
  /// most similar name.
  ///
  /// - Parameters:
  ///   - reads: who refers to the name, as the beginning of a sentence.
  ///   - sort: the kind of thing that has such names.
  ///   - known: the existing names.
  package func complaint(
    ofMissing name: String, _ reads: String, _ sort: String,
    among known: [(name: String, location: SourceLocation)]
  ) -> Diagnostic {
    let near = known.map(\.name).nearest(to: name)
    return diagnostic(
      "binding.unknown-name",
      at: known.first { $0.name == near }?.location
        ?? SourceLocation(file: sources.keys.sorted().first ?? self.name),
      "\(reads), but no \(sort) is named `\(name)`",
      remedy: near.map { "did you mean `\($0)`?" } ?? "declare it")
  }
}
