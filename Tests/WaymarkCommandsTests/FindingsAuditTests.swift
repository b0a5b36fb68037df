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
    #expect(audited.count >= 50)
    let model = try BundledTable.signIn()
    // A document takes some seconds: two in a debug build, a fifth in any other.
    let most = Effort.isSlow ? 2 : audited.count
    let chosen =
      Effort.isLong ? audited : audited.enumerated().filter { $0.offset % 5 == 0 }.map(\.element)
    for (document, findings) in chosen.prefix(most) {
      #expect(Set(try Self.found(in: document, model)) == findings, "\(document)")
    }
  }

  /// The findings of a document, or the rules by which the service refuses it.
  private static func found(in document: String, _ model: Model) throws -> [String] {
    var environment = ToolEnvironment()
    environment.loadModel = { _ in model }
    var request = ExplorationRequest()
    request.listsPaths = false
    let path = root.appending(path: "Tests/Fixtures/Audit/\(document)").path
    let batch = PoolBatch(
      verb: "check", poolRequest: PoolRequest(paths: [path]), request: request,
      environment: environment)
    let outcome = try #require(try batch.outcomes(model: model).first)
    guard let report = outcome.result?.report else {
      return outcome.failure?.diagnostics.map { "\($0.code) \($0.severity.rawValue)" } ?? []
    }
    return report.causes.map { "\($0.id) \($0.severity.rawValue)" }
  }

  @Test(arguments: [
    ("", "note"), ("const a = {\n  \"aws_user_pools_id\": \"eu-west-1_a\",\n};\n", "warning"),
  ])
  func `a client without SRP is a warning where a document says that the app uses Amplify`(
    exports: String, severity: String
  ) throws {
    var files = [
      "pool.yaml": """
      Resources:
        Users:
          Type: AWS::Cognito::UserPool
          Properties: { UserPoolName: quiz }
        Web:
          Type: AWS::Cognito::UserPoolClient
          Properties:
            UserPoolId: !Ref Users
            ExplicitAuthFlows: [ALLOW_USER_PASSWORD_AUTH, ALLOW_REFRESH_TOKEN_AUTH]
      """
    ]
    if !exports.isEmpty { files["aws-exports.js"] = exports }
    let folder = try Folder(files)
    let model = try BundledTable.signIn()
    var environment = ToolEnvironment()
    environment.loadModel = { _ in model }
    var request = ExplorationRequest()
    request.listsPaths = false
    request.properties = ["app.default-flow-allowed"]
    let batch = PoolBatch(
      verb: "check",
      poolRequest: PoolRequest(paths: files.keys.sorted().map { "\(folder.path)/\($0)" }),
      request: request, environment: environment)
    let report = try #require(try batch.outcomes(model: model).first?.result?.report)
    #expect(report.properties.map(\.severity.rawValue) == [severity])
    #expect(report.properties.map(\.verdict) == [.fails])
  }

  @Test func `the precision that the page states is that of its tables`() throws {
    let page = Self.root.appending(
      path: "Sources/WaymarkCommands/WaymarkCommands.docc/FindingsAudit.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    var counts: [String: (true: Int, all: Int)] = [:]
    for row in text.split(separator: "\n") {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, let severity = cells[1].firstMatch(of: /\((error|warning)\)$/)?.1
      else { continue }
      let isTrue = cells[2] == "true and useful"
      counts[String(severity), default: (0, 0)].all += 1
      counts[String(severity), default: (0, 0)].true += isTrue ? 1 : 0
    }
    let (errors, warnings) = (try #require(counts["error"]), try #require(counts["warning"]))
    #expect(text.contains("of \(errors.all) errors \(errors.true) are true and useful"))
    #expect(text.contains("of \(warnings.all) warnings \(warnings.true)"))
    #expect(errors.true * 100 >= errors.all * 95)
    #expect(
      (errors.true + warnings.true) * 100 >= (errors.all + warnings.all) * 80)
  }

  @Test func `every document of the folder is audited`() throws {
    let folder = Self.root.appending(path: "Tests/Fixtures/Audit").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files == Self.audited.map(\.document).sorted())
  }
}
