import Findings
import Foundation
import Models
import TestSupport
import Testing

@testable import PoolAnalysis
@testable import TransitionTables
@testable import WaymarkCommands

@Suite struct ExitStatusTests {
  @Test func `what matters most wins, in the order of the design`() {
    let order: [Outcome] = [
      .systemFailure, .unreadable, .illegal, .testBedDiffers, .safetyViolated, .livenessViolated,
      .deadEnd, .limitReached, .cannotEvaluate, .allHold,
    ]
    #expect(order.map(\.rawValue) == [153, 150, 151, 14, 12, 13, 11, 152, 75, 0])
    for (position, status) in order.enumerated() {
      for other in order[position...] {
        #expect(Outcome.combined([other, status]) == status)
        #expect(Outcome.combined([status, other]) == status)
      }
    }
  }

  @Test func `a program without its models says so in one line, and 153`() {
    var environment = ToolEnvironment()
    environment.modelPlaces = BundledModels.places(
      around: URL(filePath: "/nowhere/bin/waymark"), variables: ["WAYMARK_MODELS": "/nowhere/m"])
    for verb in [["check", "p.yaml"], ["explore"], ["explain", "M9"], ["bench"]] {
      let output = WaymarkTool.output(for: verb, in: environment)
      #expect(output.status == .systemFailure)
      #expect(output.text == "")
      #expect(
        output.stderr == """
          waymark: error: the folder of models is missing; copy `waymark_Models.resources` next to \
          the program, or name it in WAYMARK_MODELS (looked for: `/nowhere/m`) [system.no-table]

          """)
    }
    #expect(WaymarkTool.output(for: ["--help"], in: environment).status == .allHold)
  }

  @Test func `models are found next to a moved program, in share, and where they are named`()
    throws
  {
    let folder = try Folder()
    let program = URL(filePath: folder["bin/waymark"])
    func places(_ variables: [String: String] = [:]) -> [URL] {
      BundledModels.places(around: program, variables: variables)
    }
    for name in ["share/waymark", "bin/waymark_Models.bundle", "bin/waymark_Models.resources"] {
      for part in ["cognito", "amplify", "properties"] {
        try FileManager.default.createDirectory(
          atPath: folder["\(name)/\(part)"], withIntermediateDirectories: true)
      }
      #expect(BundledModels.first(of: places())?.path == folder[name])
    }
    let named = places(["WAYMARK_MODELS": folder["share/waymark"]])
    #expect(BundledModels.first(of: named)?.path == folder["share/waymark"])
    #expect(BundledModels.first(of: places(["WAYMARK_MODELS": folder["bin"]])) == nil)
    let link = folder["waymark"]
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "bin/waymark")
    try Data().write(to: program)
    let linked = BundledModels.places(around: URL(filePath: link), variables: [:])
    #expect(BundledModels.first(of: linked)?.path == folder["bin/waymark_Models.resources"])
  }

  @Test func `the clone's tables are those of a program in the clone, not of a copy elsewhere`() {
    let clone = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let places = { (program: URL) in
      BundledModels.places(around: program, variables: [:]).map(\.lastPathComponent)
    }
    let moved = ["waymark_Models.resources", "waymark_Models.bundle", "waymark"]
    #expect(places(URL(filePath: "/nowhere/bin/waymark")) == moved)
    #expect(places(clone.appending(path: "Package.swift")) == moved + ["Models"])
    #expect(places(URL(filePath: "/nowhere/bin/swiftpm-testing-helper")) == moved + ["Models"])
  }

  @Test func `every status has its place`() {
    #expect(Set(Outcome.precedence) == Set(Outcome.allCases))
    #expect(Outcome.precedence.count == Outcome.allCases.count)
    #expect(Outcome.combined([]) == .allHold)
    #expect(Outcome.usage.rawValue == 64)
  }

  private func property(_ claim: Property.Claim, severity: String = "error") -> Property {
    Property(
      id: "p", severity: severity, claim: claim, claimText: "", premise: nil, prose: "",
      remedy: "", source: nil, location: SourceLocation(file: "x"), instance: [])
  }

  private func outcome(
    of property: Property, _ verdict: PropertyReport.Verdict, weighing: String? = nil,
    isStrict: Bool
  ) -> Outcome {
    let severity = PropertyReport.Severity(rawValue: weighing ?? property.severity) ?? .error
    return PropertyOutcome.status(
      of: property, PropertyReport(id: "p", severity: severity, verdict: verdict),
      isStrict: isStrict)
  }

  @Test func `what a report weighs less than the table does counts less`() {
    let error = property(.noDeadEnd)
    #expect(outcome(of: error, .fails, weighing: "warning", isStrict: false) == .allHold)
    #expect(outcome(of: error, .fails, weighing: "warning", isStrict: true) == .deadEnd)
    #expect(outcome(of: error, .fails, weighing: "note", isStrict: true) == .allHold)
  }

  @Test func `the kind of a claim decides what its failure is`() {
    let goal = Property.Claim.staysReachable(from: .yes, goal: .yes, allowed: .init())
    let expected: [(Property.Claim, Outcome)] = [
      (.configuration(.yes), .safetyViolated), (.always(.yes), .safetyViolated),
      (.alwaysWithin(.yes), .safetyViolated), (.sometimes(.yes), .livenessViolated),
      (goal, .livenessViolated), (.noDeadEnd, .deadEnd),
    ]
    for (claim, status) in expected {
      #expect(
        outcome(of: property(claim), .fails, isStrict: false) == status)
    }
  }

  @Test func `only errors count, and warnings where they are taken strictly`() {
    let warning = property(.noDeadEnd, severity: "warning")
    #expect(outcome(of: warning, .fails, isStrict: false) == .allHold)
    #expect(outcome(of: warning, .fails, isStrict: true) == .deadEnd)
    let note = property(.noDeadEnd, severity: "note")
    #expect(outcome(of: note, .fails, isStrict: true) == .allHold)
  }

  @Test func `inconclusive is never zero`() {
    let claim = property(.noDeadEnd)
    #expect(outcome(of: claim, .vacuous, isStrict: false) == .cannotEvaluate)
    #expect(outcome(of: claim, .undetermined, isStrict: false) == .cannotEvaluate)
    #expect(outcome(of: claim, .holds, isStrict: true) == .allHold)
    let warning = property(.noDeadEnd, severity: "warning")
    #expect(outcome(of: warning, .undetermined, isStrict: true) == .cannotEvaluate)
    #expect(outcome(of: warning, .vacuous, isStrict: true) == .allHold)
  }

  @Test func `a family fails where one member does and is vacuous only where all are`() {
    #expect(ReportAssembly.verdict(over: [.holds, .fails, .undetermined]) == .fails)
    #expect(ReportAssembly.verdict(over: [.holds, .undetermined]) == .undetermined)
    #expect(ReportAssembly.verdict(over: [.holds, .vacuous]) == .holds)
    #expect(ReportAssembly.verdict(over: [.vacuous, .vacuous]) == .vacuous)
  }
}
