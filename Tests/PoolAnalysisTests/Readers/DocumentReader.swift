import Foundation
import SignIn
import SignInTestBed
import TestSupport
import TransitionTables

@testable import PoolAnalysis

/// What reads documents that people write, and files that an earlier run has left.
enum DocumentReader: String, CaseIterable, HostileReader {
  case pools, tables, scenarios, cases, baselines, projects, traces, variables
  case users, sweeps, answers, links, wishes, layers, folders, lists, questions

  private static let model = Result { try BundledTable.signIn() }
  private static let service = Result { try PoolService(model: model.get(), parameters: [:]) }

  func files(of bytes: [UInt8]) -> [String: [UInt8]] {
    self == .folders ? FileArchive(bytes).files : [Self.document: bytes]
  }

  func notes(reading bytes: [UInt8]) throws -> [Diagnostic] {
    let model = try Self.model.get()
    var reader = PoolReader(parameters: model.parameterDeclarations)
    switch self {
    case .pools: return try reader.read([(Self.document, bytes)]).notes
    case .variables:
      reader.variableFiles = [(Self.document, bytes)]
      return try reader.read([("pool.tf", Array(Self.pool.utf8))]).notes
    case .scenarios: return try Self.run(bytes, by: model)
    case .sweeps: try Self.merge(bytes)
    case .lists: _ = try SweepPlan.names(in: bytes, file: Self.document)
    case .questions:
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      _ = try Self.table(asking: TableQuestion(lines).document())
    case .folders:
      return try FileArchive(bytes).notes { path in
        try PoolLoader(model: SmallTable.model(), request: PoolRequest(paths: [path])).load()
          .flatMap(\.notes)
      }
    default: try read(try LocatedDocument(bytes: bytes, file: Self.document), by: model)
    }
    return []
  }

  private func read(_ document: LocatedDocument, by model: Model) throws {
    switch self {
    case .pools, .variables, .scenarios, .sweeps, .folders, .lists, .questions: break
    case .tables: _ = try ModelLoader.load([document])
    case .cases: _ = try ClientCase.read(document, against: model)
    case .baselines: _ = try FindingBaseline(document)
    case .projects: _ = try ProjectSettings(document, model: model)
    case .traces: _ = try StoredTrace.all(in: document)
    case .answers: _ = try AnswerBaseline(document, model: model).text
    case .users:
      // An endpoint makes them at its start.
      var service = try Self.service.get()
      let file = UsersFile(document, of: model, parameters: [:], policy: PasswordPolicy())
      for user in try file.users().prefix(10) {
        _ = service.answer("TestBedAddUser", user)
      }
    case .layers:
      let base = "model: small\n" + SmallTable.text
      _ = try ModelLoader.load([
        try LocatedDocument(parsing: base, file: "small.yaml"), document,
      ])
    case .links:
      let linked = try LinkedAccounts(document)
      _ = try linked.ways(in: try Self.table(asking: linked.declared))
    case .wishes:
      let list = try WishList(document)
      _ = try list.wishes(of: try Self.table(asking: list.own))
    }
  }

  // MARK: What is done with what was read

  /// Runs the first steps of the scenarios of a file, by the table alone.
  private static func run(_ bytes: [UInt8], by model: Model) throws -> [Diagnostic] {
    let text = try LocatedDocument.text(of: bytes, file: document)
    let whole = try ScenarioText.document(parsing: text, file: document)
    var runner = ScenarioRunner(model: model)
    runner.usesCryptography = false
    var problems: [Diagnostic] = []
    for entry in ScenarioFiles.entries(in: whole, at: URL(filePath: "/")).prefix(20) {
      var scenario = try Scenario(reading: entry.document)
      scenario.steps = Array(scenario.steps.prefix(40))
      let parameters = try runner.configuration(of: scenario, over: [:])
      try ScenarioLegality(
        model: model, scenario: scenario, pool: .unnamed, parameters: parameters
      ).check()
      problems += try runner.run(scenario).problems
    }
    return DiagnosticList(problems).diagnostics
  }

  /// Makes the report of a sweep that has this file alone, and dates it by itself.
  private static func merge(_ bytes: [UInt8]) throws {
    let file = try SweepFile(bytes: bytes, path: document)
    var merged = try SweepFile(merging: [(document, file)])
    merged.date("today", after: file)
    _ = SweepSummary(of: merged).text + SweepSummary(of: merged).markdown + merged.text
  }

  /// A small table with means, and with what a document declares next to it.
  private static func table(asking declared: LocatedDocument?) throws -> Model {
    let own = try LocatedDocument(parsing: SmallTable.text + "\n" + means, file: "small.yaml")
    return try ModelLoader.load([own] + [declared].compactMap(\.self))
  }

  private static let means = """
    means:
      password: { says: the password, factor: knowledge, cost: 1, rarity: 1, doc: A word. }
      mailbox: { says: the mailbox, factor: possession, cost: 3, rarity: 2, doc: A box. }
      phone: { says: the phone, factor: possession, cost: 4, rarity: 3, doc: A phone. }
    """

  /// What reads a file of variables.
  private static let pool = """
    variable "mode" {}
    resource "aws_cognito_user_pool" "p" {
      mfa_configuration = var.mode
    }
    """
}
