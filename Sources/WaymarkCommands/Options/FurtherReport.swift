import ArgumentParser
import PoolAnalysis

/// A report that is written to a file in addition to stdout: `sarif=findings.sarif`.
struct FurtherReport: ExpressibleByArgument {
  let format: ReportFormat
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let format = ReportFormat(rawValue: String(parts[0])),
      !parts[1].isEmpty
    else { return nil }
    (self.format, path) = (format, String(parts[1]))
  }
}
