import Findings
import SafeText
import TransitionTables

extension DifferenceText {
  /// The comparison in any of the report formats.
  package func written(as format: ReportFormat) -> String {
    switch format {
    case .text: return text
    case .json: return DifferenceReport(difference: difference, model: model).value.text
    case .markdown:
      let plain = DifferenceText(difference: difference, model: model, style: TerminalStyle()).text
      let name = MarkdownText.escaped(difference.newPool.name)
      return GitHubText.log("## \(name): before and after\n\n\(MarkdownText.block(plain))")
    case .github: return GitHubSink().text(of: [], problems: problems)
    case .sarif: return SARIFSink().value(of: [], problems: problems).text
    case .junit: return JUnitSink().text(of: [], problems: problems)
    }
  }

  /// The problems of the change, the headline first, at places of the new documents.
  private var problems: [DocumentProblem] {
    let (sentence, isBad, advice) = gist
    let lost = difference.verdicts.filter(\.isLost).map { change in
      DocumentProblem(
        code: change.new.id, severity: change.new.severity,
        message: "It fails from now on. \(change.new.prose)", remedy: change.new.remedy)
    }
    let headline = DocumentProblem(
      code: "diff", severity: isBad ? .error : .note, message: sentence, remedy: advice)
    let own = ([headline] + lost).map { problem in
      var problem = problem
      problem.file = difference.newPool.files.first ?? ""
      return problem
    }
    let warnings = difference.gainedProblems + difference.lastingWarnings.map(DocumentProblem.init)
    return own + difference.rulings.map(DocumentProblem.init) + warnings
  }
}
