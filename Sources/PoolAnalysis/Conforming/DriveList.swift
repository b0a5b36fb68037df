import Findings
import SafeText
import SignIn
import SignInCryptography
import SignInTestBed
import TransitionTables

/// The paths of a pool's catalogue for a test runner: what an endpoint has to drive, and the calls
/// that the app then makes, with their answers.
package struct DriveList {
  /// The output formats.
  package enum Form: String, CaseIterable, Sendable { case json, playwright, xcuitest }

  /// A path: its drive, and the calls of the app.
  package struct Entry {
    package var drive: Drive
    package var calls: [PathReport.Call]
  }

  package private(set) var entries: [Entry] = []
  private let title: String

  /// - Throws: a `ReplayFailure` where a path cannot be played, a `Disagreement` of the table.
  package init(
    _ title: String, _ catalogue: Catalogue, _ explored: any ExploredTable, _ wire: WireCatalogue,
    at service: PoolService
  ) throws {
    self.title = title
    let ways = Dictionary(
      wire.ways.map { ($0.id, $0.exchanges) }, uniquingKeysWith: { first, _ in first })
    let reports = try CatalogueWording(explored: explored, catalogue: catalogue).paths(agreed: [:])
    for (path, report) in zip(catalogue.paths, reports) {
      let start = explored.valuation(path.run.states.first ?? 0)
      let attempt = try explored.trace(through: path.run.states, rules: path.run.rules)
      let drive = Drive(path.id, attempt.steps, from: start, ways[path.id] ?? [], at: service)
      entries.append(Entry(drive: drive, calls: report.calls))
    }
  }

  package var drives: [Drive] { entries.map(\.drive) }

  package func text(as form: Form) -> String {
    switch form {
    case .json: value.text
    case .playwright: playwright
    case .xcuitest: xcuitest
    }
  }

  private var value: JSONValue {
    .object(["pool": .string(title), "paths": .array(entries.map(Self.value))])
  }

  private static func value(_ entry: Entry) -> JSONValue {
    let drive = entry.drive
    let calls = entry.calls.map { call in
      JSONValue.object(["call": .string(call.call), "answer": .string(call.answer)])
    }
    var members: [String: JSONValue] = [
      "id": .string(drive.id), "username": .string(drive.username),
      "password": .string(Drive.password), "requests": .strings(drive.requests),
      "calls": .array(calls),
    ]
    if let secret = drive.totpSecret { members["totpSecret"] = .string(secret) }
    if !drive.obstacle.isEmpty { members["obstacle"] = .string(drive.obstacle) }
    return .object(members)
  }

  private var driven: [Entry] { entries.filter { $0.drive.obstacle.isEmpty } }

  /// A Playwright test per path; the team writes `app.ts`, which operates the app's pages, once.
  private var playwright: String {
    let paths = driven.map { "  \(Self.value($0).line)," }.joined(separator: "\n")
    return """
      // The sign-in paths of \(Self.comment(title)), by `waymark paths POOL --as playwright`.
      // `app.ts` exports `perform(page, call, user)`, which makes a call of the app and gives what
      // comes back.
      import { test, expect } from "@playwright/test";
      import { perform } from "./app";

      const endpoint = process.env.WAYMARK_ENDPOINT ?? "http://localhost:9229";
      // A path a line, so that a change of the pool shows which paths came and went.
      const paths = [
      \(paths)
      ];
      // There is one endpoint: one test after the other, also where the others run side by side.
      test.describe.configure({ mode: "default" });
      for (const path of paths) {
        test(path.id, async ({ page, request }) => {
          const driven =
            await request.post(`${endpoint}/_waymark/drive`, { data: { path: path.id } });
          expect(driven.ok()).toBeTruthy();
          for (const { call, answer } of path.calls) {
            expect(await perform(page, call, path)).toBe(answer);
          }
        });
      }

      """
  }

  private var xcuitest: String {
    var out = """
      // The sign-in paths of \(Self.comment(title)), by `waymark paths POOL --as xcuitest`.
      // The class that this one inherits from has `drive(_:)`, which sends {"path": id} to
      // /_waymark/drive, and `perform(_:username:password:totpSecret:)`, which makes a call of the
      // app and gives what comes back; the team writes it once.
      import XCTest

      final class SignInPathTests: SignInPathTestCase {

      """
    for (number, entry) in driven.enumerated() {
      out += "  /// \(Self.comment(entry.drive.id))\n  func testPath\(number + 1)() throws {\n"
      out += "    try drive(\(Self.literal(entry.drive.id)))\n"
      for call in entry.calls {
        out += "    XCTAssertEqual(\n      try perform(\n        \(Self.literal(call.call)), "
        out += "username: \(Self.literal(entry.drive.username)), "
        out += "password: \(Self.literal(Drive.password)), "
        out += "totpSecret: \(entry.drive.totpSecret.map(Self.literal) ?? "nil")),\n"
        out += "      \(Self.literal(call.answer)))\n"
      }
      out += "  }\n\n"
    }
    return out + "}\n"
  }

  private static func comment(_ text: String) -> String {
    text.visible.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private static func literal(_ text: String) -> String { JSON.string(text).serialized }
}
