import Diagrams
import Findings
import PoolAnalysis
import SafeText
import SignInTestBed
import TransitionTables

/// Makes the pictures of a view.
package struct PictureDrawer {
  package let poolRequest: PoolRequest
  package let request: ExplorationRequest
  package let environment: ToolEnvironment
  package let model: Model

  package init(
    poolRequest: PoolRequest, request: ExplorationRequest, environment: ToolEnvironment,
    model: Model
  ) {
    self.poolRequest = poolRequest
    self.request = request
    self.environment = environment
    self.model = model
  }

  /// The options of a view.
  package struct Choice {
    package var factor: String?
    package var path: String?
    package var property: String?
    package var against: String?
    package var format: DrawingFormat
    /// The level of detail; nil for the view's default.
    package var level: DrawingLevel?

    package init(
      factor: String? = nil, path: String? = nil, property: String? = nil, against: String? = nil,
      format: DrawingFormat, level: DrawingLevel? = nil
    ) {
      self.factor = factor
      self.path = path
      self.property = property
      self.against = against
      self.format = format
      self.level = level
    }
  }

  /// A picture with the pool and the file name that it belongs to.
  package struct Drawn {
    package var pool: String
    /// The name of the file, without suffix.
    package var name: String
    package var picture: Picture
    package var isComplete = true
    /// The sequences of several paths, which prose describes one after the other.
    var sequences: [SequenceDiagram] = []

    /// Links a graph to the rows behind it. Sequences are not changed.
    package mutating func link(by links: RowLinks) {
      if case .graph(let diagram) = picture { picture = .graph(links.linked(diagram)) }
    }

    /// Lays a graph out for a page of the given orientation.
    package mutating func turn(_ layout: DrawingLayout) {
      guard case .graph(var diagram) = picture else { return }
      diagram.direction = layout == .portrait ? .topToBottom : .leftToRight
      picture = .graph(diagram)
    }

    /// Replaces the names of next steps and answers by plain words.
    package mutating func speakPlainly(by model: Model) {
      if case .graph(let diagram) = picture {
        picture = .graph(PlainLabels(model: model).spoken(diagram))
      }
    }

    package func bytes(as format: DrawingFormat, theme: Theme) throws(CommandFailure) -> [UInt8] {
      guard format == .prose, !sequences.isEmpty else {
        return try picture.bytes(as: format, theme: theme)
      }
      let text = sequences.map(NumberedProse().emit).joined(separator: "\n")
      return Array("# \(MarkdownText.escaped(picture.title))\n\n\(text)".utf8)
    }
  }

  package func pictures(
    of view: DrawingView, choice: Choice
  ) throws(CommandFailure) -> [Drawn] {
    switch view {
    case .table where choice.format == .markdown:
      let text = TableText(model: model).markdown
      return [table(.page(title: "The transition table", text: Self.body(text)), view)]
    case .table:
      let diagram = TableDiagram(model: model, collapses: choice.level != .full).diagram()
      return [table(.graph(diagram), view)]
    case .coverage: return [try coverage(choice)]
    case .account: return try accounts()
    case .diff: return [try difference(choice)]
    case .nextSteps where choice.level == .pages:
      return try reports(poolRequest).flatMap { report in
        NextStepPages(report: report).pages().map { page in
          drawn("next-steps-\(page.beginning)", .graph(page.diagram), of: report)
        }
      }
    case .trace where choice.path == Self.everyPath:
      return try reports(poolRequest).flatMap { report in
        TraceChoice(report: report, model: model).paths().enumerated().map { index, sequence in
          drawn("path-\(index + 1)", .sequence(sequence), of: report)
        }
      }
    case .nextSteps, .factor, .trace:
      return try reports(poolRequest).map { report throws(CommandFailure) in
        try drawn(view, of: report, choice)
      }
    }
  }

  /// The value of the path option that stands for all paths.
  package static let everyPath = "all"

  private func drawn(_ name: String, _ picture: Picture, of report: PoolReport) -> Drawn {
    Drawn(
      pool: report.pool, name: CommandOutput.folderName(name), picture: picture,
      isComplete: report.coverage.isComplete)
  }

  private func table(_ picture: Picture, _ view: DrawingView) -> Drawn {
    Drawn(pool: "table", name: view.rawValue, picture: picture)
  }

  /// The text of a page without its first heading.
  private static func body(_ text: String) -> String {
    guard text.hasPrefix("# "), let end = text.firstIndex(of: "\n") else { return text }
    return String(text[end...].drop { $0 == "\n" })
  }

  // MARK: Views of a report

  private func drawn(
    _ view: DrawingView, of report: PoolReport, _ choice: Choice
  ) throws(CommandFailure) -> Drawn {
    var drawn = drawn(view.rawValue, .nextSteps(of: report), of: report)
    let traces = TraceChoice(report: report, model: model)
    switch view {
    case .factor:
      guard let factor = choice.factor else {
        throw .usage(
          "usage.unknown-factor", "the view factor needs a factor",
          remedy: "add `--factor` with the factor's name, such as `--factor sms`")
      }
      drawn.name = "factor-\(factor)"
      drawn.picture = .graph(
        try FactorDiagram(report: report, factor: factor, words: model.factorWords).diagram())
    case .trace:
      if let property = choice.property {
        drawn.name = "finding-\(CommandOutput.folderName(property))"
        drawn.picture = .sequence(try traces.counterexample(of: property))
      } else {
        drawn.picture = .sequence(try traces.path(choice.path))
      }
    default:
      let guide = StepGuide(report: report, model: model)
      let title = "Next steps of \(report.pool)"
      switch choice.format {
      case .prose: drawn.sequences = traces.paths()
      case .markdown: drawn.picture = .page(title: title, text: guide.markdown)
      case .swift: drawn.picture = .source(title: title, text: guide.swift)
      default:
        if choice.level == .overview {
          drawn.picture = .graph(NextStepDiagram.diagram(of: report, leads: false).overview())
        }
      }
    }
    return drawn
  }

  /// The reports to draw from. Paths are not replayed and remedies not tried, since a drawing needs
  /// neither.
  private func reports(_ poolRequest: PoolRequest) throws(CommandFailure) -> [PoolReport] {
    var request = self.request
    (request.replaysPaths, request.triesRemedies) = (false, false)
    let batch = PoolBatch(
      verb: "draw", poolRequest: poolRequest, request: request, environment: environment)
    var reports: [PoolReport] = []
    for outcome in try batch.outcomes(model: model) {
      if let failure = outcome.failure { throw failure }
      if let report = outcome.result?.report { reports.append(report) }
    }
    return reports
  }

  // MARK: Views of more than a report

  private func difference(_ choice: Choice) throws(CommandFailure) -> Drawn {
    guard let against = choice.against else {
      throw .usage(
        "usage.two-pools", "the view diff compares two pools",
        remedy: "name the other one: `--against after.yaml`")
    }
    var other = poolRequest
    other.paths = [against]
    guard let old = try reports(poolRequest).first, let new = try reports(other).first else {
      throw .usage("usage.two-pools", "there is no pool to compare", remedy: "name two pools")
    }
    return Drawn(
      pool: old.pool, name: "diff-\(CommandOutput.folderName(new.pool))",
      picture: .graph(DifferenceDiagram(old: old, new: new).diagram()),
      isComplete: old.coverage.isComplete && new.coverage.isComplete)
  }

  private func coverage(_ choice: Choice) throws(CommandFailure) -> Drawn {
    if poolRequest.paths.isEmpty {
      let fired = try RowCoverage.bundled(
        for: model, seed: request.seed, environment: environment
      ).fired
      return coverage(fired, by: "scenarios", "table", choice)
    }
    let reports = try reports(poolRequest)
    let steps = reports.flatMap(\.paths).flatMap(\.trace).flatMap(\.rows)
    let side = reports.flatMap(\.sideSteps).flatMap(\.rows)
    let plain = (steps + side).map { String($0.prefix { $0 != "[" }) }
    let name = reports.first?.pool ?? "pool"
    return coverage(Set(plain), by: "the paths of \(name)", name, choice)
  }

  private func coverage(
    _ fired: Set<String>, by: String, _ pool: String, _ choice: Choice
  ) -> Drawn {
    let diagram = TableDiagram(
      model: model, fired: fired, by: by, collapses: choice.level != .full
    ).diagram()
    return Drawn(pool: pool, name: "coverage", picture: .graph(diagram))
  }

  private func accounts() throws(CommandFailure) -> [Drawn] {
    let pools = try PoolLoader(model: model, request: poolRequest).load()
    let comparer = PoolComparer(model: model, request: request, environment: environment)
    var drawn: [Drawn] = []
    for pool in pools {
      let explored = try comparer.explored(pool)
      guard
        let diagram = AccountDiagram(model: model, poolName: pool.name, explored: explored)
          .diagram()
      else { continue }
      let isComplete = explored.completeness == .complete
      drawn.append(
        Drawn(pool: pool.name, name: "account", picture: .graph(diagram), isComplete: isComplete))
    }
    return drawn
  }
}
