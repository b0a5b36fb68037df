import Diagrams
import Foundation
import PoolAnalysis
import SignIn
import Testing
import TransitionTables

@testable import Atlas

/// The life of an account, from a list of states and from a set of them.
@Suite struct AccountLifeTests {
  private func diagram(_ backend: Backend) throws -> Diagram {
    let path = BundledTable.directory.appending(path: "pools/sound/kiosk.yaml").path
    var request = ExplorationRequest()
    request.backend = backend
    let model = try BundledTable.signIn()
    let drawer = PictureDrawer(
      poolRequest: PoolRequest(paths: [path]), request: request, environment: ToolEnvironment(),
      model: model)
    let drawn = try drawer.pictures(of: .account, choice: .init(format: .dot))
    guard case .graph(let diagram) = try #require(drawn.first).picture else {
      throw CancellationError()
    }
    return diagram
  }

  @Test func `lists and sets of states give the same boxes, counts and lines`() throws {
    let (listed, set) = (try diagram(.explicit), try diagram(.symbolic))
    #expect(listed.nodes.map { [$0.id] + $0.details } == set.nodes.map { [$0.id] + $0.details })
    #expect(Set(listed.edges.map(\.id)) == Set(set.edges.map(\.id)))
    #expect(listed.notes == set.notes)
    #expect(listed.edges.count > 3)
    for (id, rows) in listed.edges.map({ ($0.id, Set($0.rows)) }) {
      #expect(set.edges.first { $0.id == id }.map { rows.isSubset(of: $0.rows) } == true)
    }
  }
}
