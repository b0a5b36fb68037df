import Foundation

/// Finds the files below a folder that may be documents, by their suffixes.
///
/// Upper folders come first, so that the top of a project is covered however large it is. Hidden
/// folders, and those of tools and third-party packages, are skipped.
struct FolderSearch {
  /// The paths in alphabetical order.
  let paths: [String]
  /// Whether there are more files, or deeper folders, than were searched.
  let isCut: Bool

  /// The greatest number of files that are searched, and the greatest depth.
  static let most = 10_000
  static let deepest = 24

  private static let passedOver: Set<String> = [
    "node_modules", "Pods", "build", "dist", "vendor", "venv", "__pycache__", "coverage",
    "#current-cloud-backend", "__tests__", "__mocks__",
  ]

  /// - Parameters:
  ///   - folder: the folder's path, as the user wrote it.
  ///   - suffixes: the suffixes to find, without the point.
  ///   - most: the number of files after which the search ends, at the end of a folder.
  init(in folder: String, suffixes: Set<String>, most: Int = Self.most) {
    var paths: [String] = []
    var folders: [(path: String, depth: Int)] = [(folder, 0)]
    var (next, isCut) = (0, false)
    while next < folders.count, paths.count < most {
      let (path, depth) = folders[next]
      next += 1
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      for name in names.sorted() {
        let full = path == "." ? name : path.hasSuffix("/") ? path + name : path + "/" + name
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: full, isDirectory: &isFolder) else { continue }
        if !isFolder.boolValue {
          if suffixes.contains(Self.suffix(of: name)), Self.mayBeDocument(name) {
            paths.append(full)
          }
        } else if Self.mayHaveDocuments(name), !Self.isLink(full) {
          if depth < Self.deepest { folders.append((full, depth + 1)) } else { isCut = true }
        }
      }
    }
    // The compiled form of a program repeats it, or an older version of it.
    let all = Set(paths)
    self.paths =
      paths.filter { !$0.hasSuffix(".js") || !all.contains($0.dropLast(2) + "ts") }.sorted()
    self.isCut = isCut || next < folders.count
  }

  /// The files of a project's GitHub workflows. Their folder is hidden, so a search skips it.
  /// - Parameter project: the folder of the project.
  static func workflows(of project: String) -> [String] {
    let folder = project == "." ? ".github/workflows" : "\(project)/.github/workflows"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().filter { ["yml", "yaml"].contains(suffix(of: $0)) }
      .map { "\(folder)/\($0)" }
  }

  /// The suffix of a name without a point.
  static let noSuffix = ""

  /// The part of a file's name behind the last point.
  static func suffix(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return noSuffix }
    return String(name[point...].dropFirst())
  }

  /// Whether a folder is part of the project's sources; folders such as `cdk.out/asset.1f0c…`
  /// contain bundled functions.
  private static func mayHaveDocuments(_ name: String) -> Bool {
    !name.hasPrefix(".") && !name.hasPrefix("asset.") && !passedOver.contains(name)
  }

  private static func mayBeDocument(_ name: String) -> Bool {
    name != "package-lock.json" && !name.contains(".test.") && !name.contains(".spec.")
      && !name.hasSuffix(".d.ts") && !(name.hasPrefix("test_") && name.hasSuffix(".py"))
  }

  private static func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }

  /// Whether a file contains one of some words. The bytes are searched, since most files need no
  /// text.
  static func has(_ words: [String], in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { file in words.contains { place(of: $0, in: file, from: 0) != nil } }
  }

  /// The lines of a file that contain one of some words, without leading blanks.
  static func lines(with words: [String], in bytes: [UInt8]) -> [Substring] {
    let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t")]
    var lines: Set<Range<Int>> = []
    bytes.withUnsafeBytes { file in
      for word in words {
        var start = 0
        while let place = place(of: word, in: file, from: start) {
          var end = endOfLine(in: file, from: start)
          while end < place {
            start = end + 1
            end = endOfLine(in: file, from: start)
          }
          lines.insert(start..<end)
          start = end + 1
        }
      }
    }
    return lines.sorted { $0.lowerBound < $1.lowerBound }.map { line in
      Substring(decoding: bytes[line].drop(while: blanks.contains), as: UTF8.self)
    }
  }

  private static func endOfLine(in file: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard let base = file.baseAddress, start < file.count,
      let feed = memchr(base + start, CInt(UInt8(ascii: "\n")), file.count - start)
    else { return file.count }
    return UnsafeRawPointer(feed) - base
  }

  /// The position of the first occurrence of a word from a position on. The C library searches,
  /// which is fast however this module is compiled.
  private static func place(
    of word: String, in file: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    guard let first = word.utf8.first, let base = file.baseAddress else { return nil }
    let length = word.utf8.count
    var next = start
    while next + length <= file.count,
      let found = memchr(base + next, CInt(first), file.count - next - length + 1)
    {
      if memcmp(found, word, length) == 0 { return UnsafeRawPointer(found) - base }
      next = UnsafeRawPointer(found) - base + 1
    }
    return nil
  }
}
