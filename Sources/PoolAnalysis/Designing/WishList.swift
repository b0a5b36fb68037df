import Findings
import SignIn
import TransitionTables

/// A designer's wishes: wishes of the table by their ids, and the designer's own, declared in the
/// same form as in the table.
package struct WishList: Sendable {
  /// The ids, in the order in which they were named.
  package private(set) var ids: [String] = []
  /// The ids that were named more than once, in the order of their repetition.
  package private(set) var repeated: [String] = []
  /// The document of the designer's own wishes, to be loaded with the table; nil where there are
  /// none.
  package private(set) var own: LocatedDocument?
  /// The place where each id was named.
  private var places: [String: SourceLocation] = [:]

  /// - Parameters:
  ///   - names: ids of wishes.
  ///   - file: a file with `want:`, a list of ids and of mappings with `id`, `says` and the keys of
  ///     a wish; or nil.
  /// - Throws: the errors of an unreadable file.
  package init(_ names: [String], file: String?) throws(CommandFailure) {
    for name in names { add(name, at: SourceLocation(file: "command line")) }
    guard let file else { return }
    do throws(DiagnosticList) {
      try read(PoolReader.document(at: file))
    } catch {
      throw CommandFailure(error.diagnostics, status: .unreadable)
    }
  }

  /// Reads only the wishes in a file.
  init(_ document: LocatedDocument) throws(DiagnosticList) { try read(document) }

  private mutating func add(_ id: String, at place: SourceLocation) {
    guard places[id] == nil else {
      if !repeated.contains(id) { repeated.append(id) }
      return
    }
    ids.append(id)
    places[id] = place
  }

  private mutating func read(_ document: LocatedDocument) throws(DiagnosticList) {
    let root = document.root
    guard let wishes = root["want"]?.elements else {
      throw DiagnosticList([
        document.diagnostic(
          "design.wishes", at: root.location, "the file has no list `want:`",
          remedy: "write `want:` and one wish a line; `waymark design` lists them")
      ])
    }
    let others = (root.entries ?? []).filter { $0.key != "want" }
    var faults = others.map { entry in
      document.diagnostic(
        "design.wishes", at: entry.keyLocation, "`\(entry.key.prefix(40))` is none of its keys",
        remedy: "it has `want` alone")
    }
    var declared: [LocatedNode] = []
    for wish in wishes {
      if let name = wish.text {
        add(name, at: wish.location)
      } else if let id = wish["id"]?.text {
        add(id, at: wish.location)
        declared.append(wish)
      } else {
        faults.append(
          document.diagnostic(
            "design.wishes", at: wish.location,
            "a wish is a word, or a mapping with `id` and `says`",
            remedy: "write `- { id: …, says: …, where: … }`"))
      }
    }
    guard faults.isEmpty else { throw DiagnosticList(faults) }
    guard !declared.isEmpty else { return }
    let entry = LocatedNode.Entry(
      key: "wishes", keyLocation: root.location,
      value: LocatedNode(.sequence(declared), at: root.location))
    own = LocatedDocument(
      file: document.file, lines: document.lines,
      root: LocatedNode(.mapping([entry]), at: root.location))
  }

  /// The wishes, starting with those that apply to every design.
  ///
  /// - Throws: `design.unknown-wish` where the table has no wish with an id.
  package func wishes(of model: Model) throws(CommandFailure) -> [Wish] {
    let names = model.wishes.map(\.id)
    let known = Dictionary(
      model.wishes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let unknown = ids.filter { known[$0] == nil }.enumerated().map { position, id in
      // Beyond the number of diagnostics that are shown, a suggestion would be wasted.
      let near = position < DiagnosticList.mostShown ? names.nearest(to: id) : nil
      return Diagnostic(
        "design.unknown-wish", at: places[id] ?? SourceLocation(file: id),
        "the table has no wish `\(id.prefix(60))`",
        remedy: near.map { "did you mean `\($0)`?" } ?? "`waymark design` lists them")
    }
    guard unknown.isEmpty else { throw CommandFailure(unknown, status: .usage) }
    return model.wishes.filter { $0.isAlways && places[$0.id] == nil }
      + ids.compactMap { known[$0] }
  }
}
