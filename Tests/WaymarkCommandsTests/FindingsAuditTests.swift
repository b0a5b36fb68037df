import Foundation
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// The page `FindingsAudit.md` judges each finding on some documents; this holds the documents to it.
@Suite struct FindingsAuditTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The findings of each document as the page lists them.
  private static let audited: [(document: String, findings: Set<String>)] = {
    let page = root.appending(path: "Sources/WaymarkCommands/WaymarkCommands.docc/FindingsAudit.md")
    var found: [(document: String, findings: Set<String>)] = []
    for line in (try? String(contentsOf: page, encoding: .utf8))?.split(separator: "\n") ?? [] {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, let document = cells[0].wholeMatch(of: /`(.+)`/)?.1 else { continue }
      let finding = cells[1].wholeMatch(of: /`(.+)` \((.+)\)/).map { "\($0.1) \($0.2)" }
      let place = found.firstIndex { $0.document == document } ?? found.count
      if place == found.count { found.append((String(document), [])) }
      if let finding { found[place].findings.insert(finding) }
    }
    return found
  }()

  @Test func `every document of the audit has findings that the page judges, and no other`() throws
  {
    let audited = Self.audited
    #expect(audited.count >= 15)
    let model = try BundledTable.signIn()
    for (document, findings) in Effort.isSampled ? Array(audited.prefix(2)) : audited {
      var environment = ToolEnvironment()
      environment.loadModel = { _ in model }
      let path = Self.root.appending(path: "Tests/Fixtures/Audit/\(document)").path
      var request = ExplorationRequest()
      request.listsPaths = false
      let batch = PoolBatch(
        verb: "check", poolRequest: PoolRequest(paths: [path]), request: request,
        environment: environment)
      let report = try #require(try batch.outcomes(model: model).first?.result?.report)
      let told = report.causes.map { "\($0.id) \($0.severity.rawValue)" }
      #expect(Set(told) == findings, "\(document)")
    }
  }

  @Test func `every document of the folder is audited`() throws {
    let folder = Self.root.appending(path: "Tests/Fixtures/Audit").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files == Self.audited.map(\.document).sorted())
  }
}
