import Findings
import TransitionTables

/// Compares the result for a bundled pool with the expectations of its folder and its own
/// `expect:`.
package enum BundledJudgement {
  /// The differences from the expectation for an explored pool; empty where there are none.
  package static func complaint(
    about result: PoolResult, _ pool: LoadedPool, expecting expectation: BundledPool.Expectation
  ) -> String {
    if let differences = result.report.cryptography?.differences, !differences.isEmpty {
      return "\(differences.count) differences between test bed and table"
    }
    guard result.report.coverage.isComplete else { return "a limit was reached" }
    var expected = Set(pool.expectation?.findings ?? [])
    switch expectation {
    case .sound: break
    case .flawed(let property): expected.insert(property)
    case .malformed(let code): return "is explored, but \(code) should refuse it"
    }
    // A warning may be expected, but an unexpected one is no error of a sound pool.
    let all = Set(result.report.findings.map { baseID($0.id) })
    let errors = Set(
      result.report.findings.filter { $0.severity == .error }.map { baseID($0.id) })
    let known = Set(expected.map(baseID))
    let missing = known.subtracting(all).sorted().map { "\($0) should fail" }
    let surplus = errors.subtracting(known).sorted().map { "\($0) fails" }
    return (missing + surplus).joined(separator: ", ")
  }

  /// The differences from the expectation for a rejected pool; empty where there are none.
  package static func complaint(
    about failure: CommandFailure, expecting expectation: BundledPool.Expectation
  ) -> String {
    let codes = failure.diagnostics.filter { $0.severity == .error }.map(\.code)
    guard case .malformed(let code) = expectation else {
      return "is refused by \(codes.joined(separator: ", "))"
    }
    // A rule is part of the table, or checked in documents with a code of its own.
    let isExpected = codes.contains { $0 == code || $0 == "legality.\(code)" }
    return isExpected
      ? "" : "is refused by \(codes.joined(separator: ", ")), not by \(code)"
  }

  /// The difference from the expectation for a malformed pool that was accepted; empty where a rule
  /// of doubtful scope warned of it, as expected.
  package static func complaint(aboutWarnings warnings: [Diagnostic], expecting code: String)
    -> String
  {
    let isExpected = warnings.contains { $0.code == code || $0.code == "legality.\(code)" }
    return isExpected ? "" : "is accepted, but \(code) should refuse it or warn of it"
  }

  /// The id of a property without the member of its `for:`.
  private static func baseID(_ id: String) -> String {
    String(id.prefix { $0 != "[" })
  }
}
