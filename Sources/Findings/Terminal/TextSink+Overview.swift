extension TextSink {
  /// An overview of an explored pool on one screen: the numbers of verdicts, one line per finding,
  /// the paths by outcome, and the numbers of real cryptographic proofs.
  func overview(_ report: PoolReport) -> String {
    var parts = [heading(of: report) + summary(of: report)]
    let causes = report.causes
    var findings = causes.prefix(Self.mostFindings).map(line).joined()
    if causes.count > Self.mostFindings {
      findings += "  and \(causes.count - Self.mostFindings) more\n"
    }
    parts.append(findings)
    parts.append(differences(report.cryptography?.differences ?? []))
    var rest = ""
    if !report.paths.isEmpty {
      rest += TextLayout.labelled(
        "paths:  ", "\(TextLayout.grouped(report.paths.count)): \(tally(of: report))", width: width)
    }
    if let total = report.cryptography?.total {
      rest += TextLayout.labelled("proofs: ", Self.proofs(total), width: width)
    }
    rest += style.dress("more:   ", as: .quiet) + "--verbose prints all of report.txt\n"
    parts.append(rest)
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The maximum number of findings that are listed; of the others only the number is given.
  private static let mostFindings = 8

  private func line(_ finding: PropertyReport) -> String {
    let label = "\(finding.severity == .error ? "✗" : "!") \(finding.id): "
    return TextLayout.labelled("  ", label + finding.prose, width: width)
  }

  private static func proofs(_ counts: CryptographyReport.Counts) -> String {
    let kinds = [
      (counts.srp, "SRP"), (counts.deviceSRP, "device SRP"), (counts.totp, "TOTP"),
      (counts.webAuthn, "passkey"), (counts.codes, "codes"),
    ]
    return kinds.filter { $0.0 > 0 }.map { "\(TextLayout.grouped($0.0)) \($0.1)" }
      .joined(separator: ", ") + ", made and judged by their bytes"
  }
}
