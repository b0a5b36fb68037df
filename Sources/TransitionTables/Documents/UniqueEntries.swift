/// The entries of a mapping while it is read, of each key the last one.
struct UniqueEntries {
  private var entries: [LocatedNode.Entry] = []
  /// Where each key stands, once they are too many to look through.
  private var places: [String: SourceLocation] = [:]
  private var hasRepeated = false

  private static let mostLookedThrough = 16

  /// Takes an entry, and says of a key that stands before that it stands twice.
  mutating func append(
    _ entry: LocatedNode.Entry, lines: [String], repeated: inout [Diagnostic]
  ) {
    if let first = take(entry) {
      hasRepeated = true
      let fault = Diagnostic.duplicateKey(entry.key, at: entry.keyLocation, first: first)
      // Of a line that has thousands, few are shown.
      let isShown = repeated.count < DiagnosticList.mostShown
      repeated.append(isShown ? fault.pointing(into: lines) : fault)
    }
    entries.append(entry)
  }

  /// In the order of the document.
  var all: [LocatedNode.Entry] {
    guard hasRepeated else { return entries }
    var seen: Set<String> = []
    return entries.reversed().filter { seen.insert($0.key).inserted }.reversed()
  }

  /// Where the key of an entry stands before.
  private mutating func take(_ entry: LocatedNode.Entry) -> SourceLocation? {
    guard entries.count >= Self.mostLookedThrough else {
      return entries.last { $0.key == entry.key }?.keyLocation
    }
    if places.isEmpty {
      for known in entries { places[known.key] = known.keyLocation }
    }
    return places.updateValue(entry.keyLocation, forKey: entry.key)
  }
}
