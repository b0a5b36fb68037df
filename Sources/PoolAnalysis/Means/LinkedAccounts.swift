import SignIn
import TransitionTables

/// The accounts that open a mailbox or a phone number, as the designer of a pool declares them.
///
/// The file has `openedBy:`, with the sets of means each of which opens a means, and `means:`,
/// which declares means that only these accounts need, in the form of the table.
package struct LinkedAccounts: Sendable {
  /// The document with the further means, to be read with the table; nil where there are none.
  package private(set) var declared: LocatedDocument?
  private let document: LocatedDocument
  /// The path of the file, as the user gave it.
  var file: String { document.file }

  /// - Throws: a failure where the file is unreadable.
  package init(path: String) throws(CommandFailure) {
    do throws(DiagnosticList) {
      try self.init(PoolReader.document(at: path))
    } catch {
      throw CommandFailure(error.diagnostics, status: .unreadable)
    }
  }

  package init(_ document: LocatedDocument) throws(DiagnosticList) {
    self.document = document
    let root = document.root
    guard root["openedBy"]?.entries != nil else {
      throw DiagnosticList([
        Self.complaint(
          document, root.location, "the file has no mapping `openedBy:`",
          "write `openedBy:` and below it `mailbox: [[password, phone]]`")
      ])
    }
    let unknown = (root.entries ?? []).filter { !["openedBy", "means"].contains($0.key) }
    guard unknown.isEmpty else {
      throw DiagnosticList(
        unknown.map {
          Self.complaint(
            document, $0.keyLocation, "`\($0.key.prefix(40))` is none of its keys",
            "it has `openedBy` and `means`")
        })
    }
    guard let means = (root.entries ?? []).first(where: { $0.key == "means" }) else { return }
    declared = LocatedDocument(
      file: document.file, lines: document.lines,
      root: LocatedNode(.mapping([means]), at: root.location))
  }

  private static func complaint(
    _ document: LocatedDocument, _ place: SourceLocation, _ message: String, _ remedy: String
  ) -> Diagnostic {
    document.diagnostic("means.linked", at: place, message, remedy: remedy)
      .showingNames(of: document.lines)
  }

  /// The most means of table and file together: each is a bit of a ``MeansGraph``.
  static let mostMeans = 31

  /// Returns a diagnostic for each means that is only opened by way of itself, so that nobody could
  /// hold it.
  private func circular(
    _ found: [(means: Int, ways: [[Int]])], in model: Model
  ) -> [Diagnostic] {
    var held = Set(model.means.indices).subtracting(found.map(\.means))
    while let next = found.first(where: { link in
      !held.contains(link.means) && link.ways.contains { held.isSuperset(of: $0) }
    }) {
      held.insert(next.means)
    }
    let entries = document.root["openedBy"]?.entries ?? []
    return zip(entries, found).filter { !held.contains($1.means) }.map { entry, _ in
      Self.complaint(
        document, entry.keyLocation,
        "nothing that a person has opens the \(entry.key.prefix(40)): its ways lead back to it",
        "name a way of other means, such as a password of its own under `means:`")
    }
  }

  /// Returns each means that is opened by others, with the sets that open it, by position in
  /// `Model/means`.
  ///
  /// - Throws: `means.linked` where a name is unknown to the model, or where there are too many
  ///   means.
  func ways(in model: Model) throws(CommandFailure) -> [(means: Int, ways: [[Int]])] {
    guard model.means.count <= Self.mostMeans else {
      throw CommandFailure(
        [
          Self.complaint(
            document, (document.root["means"] ?? document.root).location,
            "the table has \(model.means.count) means with those of this file",
            "declare fewer: there may be \(Self.mostMeans) altogether")
        ], status: .unreadable)
    }
    var faults: [Diagnostic] = []
    func position(_ name: String, _ place: SourceLocation) -> Int? {
      let names = model.means.map(\.name)
      if let found = names.firstIndex(of: name) { return found }
      faults.append(
        Self.complaint(
          document, place, "`\(name.prefix(40))` is no means",
          names.nearest(to: name).map { "did you mean `\($0)`?" }
            ?? "declare it under `means:` of this file"))
      return nil
    }
    var found: [(means: Int, ways: [[Int]])] = []
    for entry in document.root["openedBy"]?.entries ?? [] {
      guard let means = position(entry.key, entry.keyLocation) else { continue }
      var ways: [[Int]] = []
      for way in entry.value.elements ?? [entry.value] {
        let words = (way.elements ?? [way]).filter { $0.text?.isEmpty != true }
        if words.isEmpty {
          faults.append(
            Self.complaint(
              document, way.location, "what opens the \(entry.key.prefix(40)) is empty",
              "name what opens it, such as `[password]`, or leave `\(entry.key.prefix(40))` out"))
        }
        ways.append(words.compactMap { position($0.text ?? "", $0.location) })
      }
      found.append((means, ways))
    }
    if faults.isEmpty { faults = circular(found, in: model) }
    guard faults.isEmpty else { throw CommandFailure(faults, status: .unreadable) }
    return found
  }
}
