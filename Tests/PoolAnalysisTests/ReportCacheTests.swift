import Foundation
import TestSupport
import Testing

@testable import PoolAnalysis

/// The cache of reports between runs.
@Suite struct ReportCacheTests {
  private struct Subject {
    var name = "p"
    var members: Set<String> = ["a", "b", "c"]
    var values: [String: [Int]] = ["x": [1], "y": [2, 3]]
    var place: (file: String, line: Int)? = ("p.yaml", 3)
  }

  @Test func `every property of a subject counts, and no order of members`() {
    let text = CanonicalText(of: Subject()).text
    var others: [Subject] = Array(repeating: Subject(), count: 5)
    others[0].name = "q"
    others[1].members.remove("c")
    others[2].values["y"] = [23]
    others[3].place?.line = 4
    others[4].place = nil
    #expect(Set(others.map { CanonicalText(of: $0).text } + [text]).count == 6)
    var other = Subject(members: [], values: [:])
    for name in ["c", "b", "a"] { other.members.insert(name) }
    for (name, values) in [("y", [2, 3]), ("x", [1])] { other.values[name] = values }
    #expect(CanonicalText(of: other).text == text)
    // The lengths keep texts apart that contain each other's signs.
    #expect(CanonicalText(of: ["a", "b"]).text != CanonicalText(of: ["a,1:b"]).text)
  }

  @Test func `a value is computed once, and again where the cached one is damaged or not whole`()
    throws
  {
    let folder = try Folder([:])
    let cache = try #require(
      ReportCache(variables: ["WAYMARK_CACHE": "\(folder.path)/new"], program: nil))
    var count = 0
    func value(isWhole: Bool = true, of name: String = "p") throws -> Int {
      try cache.value(of: [Subject(name: name)]) { _ in
        isWhole
      } compute: {
        count += 1
        return count
      }
    }
    #expect(try [value(isWhole: false), value(), value(), value()] == [1, 2, 2, 2])
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/new")
    #expect(files.count == 1)
    try Data("[".utf8).write(to: URL(filePath: "\(folder.path)/new/\(files[0])"))
    #expect(try [value(), value()] == [3, 3])
    #expect(try value(of: "q") == 4)
    // Another kind of value for the same subject is another entry.
    let text = try cache.value(of: [Subject()]) { "text" }
    #expect(text == "text")
  }

  @Test func `old reports are deleted when another one is written`() throws {
    let (old, new) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
    let folder = try Folder(["\(old).json": "1", "package.json": "1", "\(new).json": "1"])
    let day = 24.0 * 60 * 60
    for (name, days) in [("\(old).json", 31.0), ("package.json", 31.0), ("\(new).json", 29.0)] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date.now - days * day], ofItemAtPath: "\(folder.path)/\(name)")
    }
    let cache = try #require(
      ReportCache(variables: ["WAYMARK_CACHE": folder.path], program: nil))
    _ = try cache.value(of: []) { 1 }
    #expect(folder.contents.count == 3)
    #expect(folder.contents.contains("package.json") && !folder.contents.contains("\(old).json"))
  }

  @Test func `a folder that cannot be written changes nothing`() throws {
    let cache = try #require(
      ReportCache(variables: ["WAYMARK_CACHE": "/dev/null/cache"], program: nil))
    #expect(try cache.value(of: []) { 7 } == 7)
  }
}
