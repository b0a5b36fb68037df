/// The entries of a mapping that is being read; of a repeated key the last one is kept.
struct UniqueEntries {
  private var entries: [LocatedNode.Entry] = []
  /// The place of each key, used once there are too many for a linear search.
  private var places: [String: SourceLocation] = [:]
  private var hasRepeated = false

  private static let mostLookedThrough = 16

  /// Adds an entry; a repeated key is reported.
  mutating func append(
    _ entry: LocatedNode.Entry, lines: [String], repeated: inout [Diagnostic]
  ) {
    if let first = take(entry) {
      hasRepeated = true
      let fault = Diagnostic.duplicateKey(entry.key, at: entry.keyLocation, first: first)
      // A line with thousands of repeated keys is shown only a few times.
      let isShown = repeated.count < DiagnosticList.mostShown
      repeated.append(isShown ? fault.pointing(into: lines) : fault)
    }
    entries.append(entry)
  }

  /// The unique entries in the order of the document.
  var all: [LocatedNode.Entry] {
    guard hasRepeated else { return entries }
    var seen: Set<String> = []
    return entries.reversed().filter { seen.insert($0.key).inserted }.reversed()
  }

  /// Returns the place of an earlier entry with the same key, or nil.
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
