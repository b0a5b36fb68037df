import Foundation
import SignIn
import Testing

@testable import PoolAnalysis

extension MeansAnalysis {
  /// What is known of the means of a bundled pool, such as `sound/kiosk`.
  static func bundled(
    _ name: String, carrying records: [[Int]] = [], omitsUselessAnswers: Bool = true,
    mostListed: Int = 5_000_000, assuming assumptions: [Assignment] = []
  ) throws -> MeansAnalysis {
    let model = try BundledTable.signIn()
    let file = BundledTable.directory.appending(path: "pools/\(name).yaml").path
    let request = PoolRequest(paths: [file], assumptions: assumptions)
    let pool = try #require(try PoolLoader(model: model, request: request).load().first)
    return try MeansAnalysis(
      pool, model: model, request: ExplorationRequest(), environment: ToolEnvironment(),
      carrying: records, omitsUselessAnswers: omitsUselessAnswers, mostListed: mostListed)
  }

  /// The same of a document, `mail.yaml`, with settings of the command line.
  static func reading(
    _ document: String, _ settings: [Assignment] = []
  ) throws -> MeansAnalysis {
    let model = try BundledTable.signIn()
    var request = PoolRequest(paths: [])
    request.settings = settings
    let pool = try PoolLoader(model: model, request: request)
      .load(.init(name: "mail.yaml", bytes: Array(document.utf8)))
    return try MeansAnalysis(
      pool, model: model, request: ExplorationRequest(), environment: ToolEnvironment())
  }
}
