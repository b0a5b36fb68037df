/// Builds a ``Model`` from parsed files: merges their sections, resolves names, checks types,
/// instantiates rows.
///
/// All diagnostics of a load are reported together; a faulty declaration is omitted so that the
/// rest can still be checked.
public struct ModelLoader {
  /// The sizes of enums that are declared by a number, such as `Manager: 3`.
  public var enumSizes: [String: Int]

  /// Whether mutants of guards are kept with the rows; see ``Model/mutants()``.
  var keepsMutants = false

  var model = Model()
  var definitions: [String: TypeChecker.Definition] = [:]
  private let writing = WritingBudget()
  var diagnostics: [Diagnostic] = []
  var sections: [String: [LocatedNode.Entry]] = [:]
  var lists: [String: [LocatedNode]] = [:]
  /// The place of the first occurrence of each name or id, by section; rebuilt after changes by
  /// layers.
  var firstPlaces: [String: [String: SourceLocation]] = [:]
  var attemptNode: LocatedNode?
  /// Named groups of locations.
  var groups: [String: MemberGroup] = [:]
  /// Named groups of messages, each message at the place where the group names it.
  var messageGroups: [String: [LocatedNode]] = [:]
  /// The entries of each translation: the message to send for each message received.
  var translations: [String: [LocatedNode.Entry]] = [:]
  /// The ids of the wishes that were read so far.
  var wishes: Set<String> = []
  /// The layer of each file; the model's own files are missing.
  var layerOfFile: [String: String] = [:]
  /// The root nodes of the layers' files, in order.
  var layerRoots: [LocatedNode] = []
  /// The places where layers have replaced or dropped elements; see ``LayerMerge/changed``.
  var layerChanges: [String: SourceLocation] = [:]

  /// The sections that are mappings from names.
  package static let mappingSections = [
    "enums", "parameters", "assumptions", "variables", "components", "messages", "definitions",
    "actions", "effects", "observers", "evidence", "translations", "steps",
    "groups", "words", "fragments", "means", "access",
  ]
  /// The sections that are lists.
  package static let listSections = [
    "legality", "changes", "bounds", "counterexamples", "ordinary", "transitions", "never",
    "properties", "remedies", "statements", "updates", "tools", "wishes", "prices", "templates",
  ]
  /// The sections that are one word or text.
  package static let scalarSections = ["model", "doc", "channel"]

  /// A loader without files.
  public init(enumSizes: [String: Int] = [:]) {
    self.enumSizes = enumSizes
  }

  /// Loads a model from its files, which are merged in order; files that begin with `layer:` change
  /// the declarations of earlier ones.
  /// - Throws: a ``DiagnosticList`` with every diagnostic.
  public static func load(
    _ documents: [LocatedDocument], enumSizes: [String: Int] = [:], keepsMutants: Bool = false
  ) throws(DiagnosticList) -> Model {
    var loader = ModelLoader(enumSizes: enumSizes)
    loader.keepsMutants = keepsMutants
    loader.readAll(documents)
    guard loader.diagnostics.isEmpty else {
      let model = loader.model
      throw DiagnosticList(
        loader.diagnostics.map {
          var diagnostic = $0
          diagnostic.sourceLine =
            diagnostic.sourceLine
            ?? model.diagnostic("", at: $0.location, "").sourceLine
          return diagnostic
        })
    }
    return loader.model
  }

  private mutating func readAll(_ documents: [LocatedDocument]) {
    readDeclarations(documents)
    readActionGuards()
    readMeans()
    readPlainWords()
    readDocumentWords()
    readLegality()
    readChanges()
    readUpdates()
    readBounds()
    readCounterexampleScopes()
    readOrdinaryValues()
    readWire()
    readTransitions()
    nameLayers()
    readNever()
    readObservers()
    readStepClasses()
    readProperties()
    readRemedies()
    readDesigns()
    readStatements()
    readEvidenceKinds()
    checkWire()
    readAttempt()
  }

  /// Reads all declarations with names, so that expressions can be checked afterwards.
  mutating func readDeclarations(_ documents: [LocatedDocument]) {
    for document in documents {
      attempt { loader throws(Diagnostic) in try loader.take(document) }
    }
    writeOutTransitions()
    changeRowsByLayers()
    readEnums()
    readParameters()
    readVariables(like: false)
    readComponents()
    readVariables(like: true)
    readMessages()
    readMessageGroups()
    readActionInputs()
    readDefinitions()
    readEffects()
    readObserverSlots()
  }

  /// Runs a reading step and records its diagnostic instead of stopping.
  mutating func attempt(_ body: (inout ModelLoader) throws(Diagnostic) -> Void) {
    do {
      try body(&self)
    } catch {
      diagnostics.append(error)
    }
  }

  /// Merges the declarations of a file; `readBefore` are keys that were read already.
  mutating func merge(
    _ root: LocatedNode, subject: String, readBefore: [String] = []
  ) throws(Diagnostic) {
    var reader = try MappingReader(root, subject: subject)
    for key in readBefore { _ = reader.optional(key) }
    for section in Self.mappingSections {
      guard let node = reader.optional(section), !node.isNull else { continue }
      guard let entries = node.entries else {
        diagnostics.append(
          Diagnostic(
            "table.shape", at: node.location, "`\(section)` must be a mapping of names",
            remedy: "write `name: …` lines below it"))
        continue
      }
      for entry in entries { add(entry, to: section) }
    }
    for section in Self.listSections {
      guard let node = reader.optional(section), !node.isNull else { continue }
      guard let elements = node.elements else {
        diagnostics.append(
          Diagnostic(
            "table.shape", at: node.location, "`\(section)` must be a list",
            remedy: "start each entry with `- `"))
        continue
      }
      for element in elements { add(element, to: section) }
    }
    let name = try reader.text("model")
    if model.name.isEmpty { model.name = name }
    _ = try reader.text("doc")
    if let channel = reader.optional("channel"), try channel.requireText() != "atomic" {
      diagnostics.append(
        Diagnostic(
          "table.unsupported", at: channel.location, "what a channel does is written as rows",
          remedy: "write a ladder with `before: true` that receives the messages"))
    }
    if let node = reader.optional("attempt") {
      if let first = attemptNode {
        complain(ofDuplicate: "`attempt`", at: node.location, first: first.location)
      }
      attemptNode = attemptNode ?? node
    }
    diagnostics += reader.unknownKeys()
  }

  /// Adds a named declaration; a name must be unique in a section, over all files.
  private mutating func add(_ entry: LocatedNode.Entry, to section: String) {
    if firstPlaces[section] == nil {
      firstPlaces[section] = Dictionary(
        (sections[section] ?? []).map { ($0.key.stem, $0.keyLocation) },
        uniquingKeysWith: { first, _ in first })
    }
    let name = entry.key.stem
    if let first = firstPlaces[section]?[name] {
      complain(ofDuplicate: "`\(name)`", at: entry.keyLocation, first: first)
    } else {
      firstPlaces[section]?[name] = entry.keyLocation
      sections[section, default: []].append(entry)
    }
  }

  /// Adds an element of a list; an id must be unique in a section, over all files. Rows are checked
  /// later, after `for:` is expanded.
  private mutating func add(_ element: LocatedNode, to section: String) {
    let key = section == "transitions" ? "ladder" : "id"
    if firstPlaces[section] == nil {
      firstPlaces[section] = Dictionary(
        (lists[section] ?? []).compactMap { node in node[key]?.text.map { ($0, node.location) } },
        uniquingKeysWith: { first, _ in first })
    }
    if let id = element[key]?.text {
      if let first = firstPlaces[section]?[id] {
        return complain(ofDuplicate: "`\(id)`", at: element.location, first: first)
      }
      firstPlaces[section]?[id] = element.location
    }
    lists[section, default: []].append(element)
  }

  /// Reports a second declaration of a name, or a second row with an id.
  mutating func complain(
    ofDuplicate subject: String, at location: SourceLocation, first: SourceLocation
  ) {
    diagnostics.append(
      .duplicate(
        subject, at: location, first: first, isInLayer: layerOfFile[location.file] != nil))
  }

  /// The type checker with all declared names.
  var checker: TypeChecker {
    TypeChecker(
      types: model.types, symbols: model.symbols, definitions: definitions, groups: groups,
      budget: writing)
  }

  /// Declares a slot and returns its position.
  mutating func addSlot(_ slot: Slot) -> Int {
    model.slots.append(slot)
    return model.slots.count - 1
  }

  /// Declares a name, which must be unique over all files.
  mutating func declare(_ symbol: Symbol, at location: SourceLocation) throws(Diagnostic) {
    if let known = model.symbols[symbol.name] {
      throw .duplicate(
        "`\(symbol.name)`", at: location, first: known.slots.first.map { model.slots[$0].location })
    }
    guard !Self.isReserved(symbol.name) else {
      throw Diagnostic(
        "table.shape", at: location,
        "`\(symbol.name)` is a word of the language and can be no name",
        remedy: "choose another word")
    }
    guard definitions[symbol.name] == nil else {
      throw .duplicate("`\(symbol.name)`", at: location, first: nil)
    }
    model.symbols[symbol.name] = symbol
  }
}
