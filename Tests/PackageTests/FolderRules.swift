/// The folders of a target are rooms: where a folder uses a type that another folder declares, an
/// arrow leads from the one to the other, and the arrows of a target have no circle.
struct FolderRules {
  /// What a folder declares and uses; the files outside all folders are a room of their own.
  struct Room {
    /// The types at the top of its files, but for private ones.
    var declared: Set<String> = []
    /// The names that begin with a capital, each with a file that uses it.
    var used: [String: String] = [:]
  }

  /// The rooms by the names of their folders.
  private(set) var rooms: [String: Room] = [:]

  /// The rooms of a target's files.
  init(_ files: [SourceTree.File]) {
    for file in files {
      let parts = file.path.split(separator: "/")
      // Sources, the target, the folder, and the file.
      let folder = parts.count > 3 ? String(parts[2]) : "."
      let source = file.code
      let own = Self.declarations(in: source)
      rooms[folder, default: Room()].declared.formUnion(own.shared)
      for name in Self.uses(in: source).subtracting(own.all) where rooms[folder]?.used[name] == nil
      {
        rooms[folder]?.used[name] = file.path
      }
    }
  }

  /// Each arrow that is part of a circle, with a use that makes it; sorted.
  var circular: [String] {
    let arrows = self.arrows
    // What nothing in the rest uses, or what uses nothing in the rest, is in no circle.
    var rest = Set(rooms.keys)
    while let free = rest.sorted().first(where: { room in
      !arrows.contains { $0.from == room && rest.contains($0.to) }
        || !arrows.contains { $0.to == room && rest.contains($0.from) }
    }) {
      rest.remove(free)
    }
    return arrows.filter { rest.contains($0.from) && rest.contains($0.to) }
      .map { "\($0.from) → \($0.to): \($0.name) in \($0.file)" }.sorted()
  }

  private var arrows: [(from: String, to: String, name: String, file: String)] {
    rooms.flatMap { from, room in
      rooms.filter { $0.key != from }.compactMap { to, other in
        let names = other.declared.subtracting(room.declared).filter { room.used[$0] != nil }
        return names.min().map { (from, to, $0, room.used[$0] ?? "") }
      }
    }
  }

  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "actor", "typealias",
  ]
  private static let hidden: Set<Substring> = ["private", "fileprivate"]

  /// The types that a file declares: all of them, and those that other files may use by their name
  /// alone, which begin at the first column and are not private.
  static func declarations(in source: String) -> (all: Set<String>, shared: Set<String>) {
    var all: Set<String> = []
    var shared: Set<String> = []
    for line in source.split(separator: "\n") {
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
        !words[..<kind].contains("import")
      else { continue }
      for (word, name) in zip(words, words.dropFirst()) where kinds.contains(word) {
        all.insert(String(name))
      }
      if line.first?.isWhitespace == false, !words[..<kind].contains(where: hidden.contains) {
        shared.insert(String(words[kind + 1]))
      }
    }
    return (all, shared)
  }

  /// The names that begin with a capital and stand behind no point.
  static func uses(in source: String) -> Set<String> {
    var names: Set<String> = []
    var word: [UInt8] = []
    var isMember = false
    var last: UInt8 = 0
    for byte in Array(source.utf8) + [10] {
      if isPart(byte) {
        if word.isEmpty { isMember = last == UInt8(ascii: ".") }
        word.append(byte)
      } else {
        if !isMember, let first = word.first, (65...90).contains(first) {
          names.insert(String(decoding: word, as: UTF8.self))
        }
        word = []
      }
      last = byte
    }
    return names
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte) || (48...57).contains(byte) || byte == 95
  }
}
