import Foundation
import StateSpace
import Testing

@testable import TransitionTables

@Suite struct ClassicsTests {
  /// The bundled classics, read from the source tree: this room does not know the bundle.
  static func classic(_ name: String, enumSizes: [String: Int] = [:]) throws -> Model {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Models/classics/\(name).yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    let document = try LocatedDocument(parsing: text, file: "\(name).yaml")
    return try ModelLoader.load([document], enumSizes: enumSizes)
  }

  @Test(arguments: [(3, 288), (5, 8832), (7, 296_448)])
  func `two-phase commit has the community's counts`(managers: Int, states: Int) throws {
    let model = try Self.classic("two-phase-commit", enumSizes: ["Manager": managers])
    let exploration = try model.compiled().system.explore()
    #expect(exploration.stateCount == states)
  }
}
