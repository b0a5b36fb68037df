import Findings
import SignIn
import TransitionTables

/// A pool ready to be explored: the documents' settings as numbers of the model.
package struct LoadedPool: Sendable {
  package var name: String
  package var documentation: String
  /// The documents, as they are named to the user.
  package var files: [String]
  /// The documents with their formats: `retail.yaml (Waymark pool file)`.
  package var sources: [String]
  /// The value of each closed parameter, by slot.
  package var closed: [Int: Int]
  /// The parameters without a value, by slot, ascending.
  package var open: [Int]
  /// The origin of each parameter's value, by slot.
  package var origins: [Int: Origin]
  /// The options of the command line that give parameters a value, by slot: `--set mfa=off`.
  package var options: [Int: String] = [:]
  package var notes: [Diagnostic]
  package var expectation: PoolExpectation?
  /// The lines of the documents, for the source lines in diagnostics.
  package var lines: [String: [String]]
  /// The documents' settings without those of the command line.
  package var document: PoolDocument?
  /// The name by which the pool was chosen among several in the same documents.
  package var chosenName: String?

  /// All ``sources`` as one text.
  package var origin: String { sources.joined(separator: ", ") }

  /// The errors of legality in the documents, apart from parameters.
  package var refusals: [Diagnostic] { notes.filter { $0.severity == .error && $0.isOfLegality } }

  /// An empty pool, for uses in which only the configuration matters.
  static let unnamed = LoadedPool(
    name: "", documentation: "", files: [], sources: [], closed: [:], open: [], origins: [:],
    notes: [], expectation: nil, lines: [:])

  /// The property names of the documents, or of one of them; nil where there are none.
  func propertyNames(in model: Model, at file: String? = nil) -> PropertyNames? {
    document.map { document in
      let format = file.flatMap { document.formats[$0] } ?? document.format
      return PropertyNames(format: format, files: files, slots: model.slots)
    }
  }

  /// Whether a parameter is open because the given kinds of document never state it, rather than
  /// because the user asked for every value.
  func isUntold(_ slot: Int) -> Bool {
    guard case .open(let reason)? = origins[slot] else { return false }
    return document?.untoldReasons.contains(reason) ?? false
  }

  /// Whether a document, an option or a framework states a parameter. A pool file states all
  /// parameters: those it leaves out have their defaults.
  func states(_ slot: Int) -> Bool {
    if document.map({ $0.format == .waymark }) ?? true { return true }
    return switch origins[slot] {
    case .document, .commandLine, .frameworkDefault: true
    case .serviceDefault, .open, nil: isLeftOpen(slot)
    }
  }

  /// Whether the user asked for every value of a parameter, in a pool file or by an option.
  func isLeftOpen(_ slot: Int) -> Bool {
    origins[slot] == .leftOpen || origins[slot] == Self.openByOption
  }

  /// The place where the documents mention a setting without deciding it; nil where no note has
  /// one.
  func placeLeftOpen(_ slot: Int) -> SourceLocation? {
    guard case .open(let reason)? = origins[slot] else { return nil }
    return notes.first { note in
      note.code == "template.left-open" && note.message.hasSuffix(": \(reason)")
    }?.location
  }

  /// The bounds that the documents set on an open set; nil where they set none, or where the user
  /// asked for every value.
  func bounds(of slot: Int, in model: Model) -> (least: Int, most: Int)? {
    guard !isLeftOpen(slot), let bounds = document?[model.slots[slot].name]?.bounds,
      let least = model.number(of: .members(bounds.given), in: slot),
      let undecided = model.number(of: .members(bounds.undecided), in: slot)
    else { return nil }
    return (least, least | undecided)
  }

  /// The values that the documents leave possible for an open setting; nil where they leave all, or
  /// where the user asked for every value.
  func possibleValues(of slot: Int, in model: Model) -> [Int]? {
    guard !isLeftOpen(slot), let possible = document?[model.slots[slot].name]?.possible,
      !possible.isEmpty
    else { return nil }
    let values = Set(possible.compactMap { model.number(of: $0, in: slot) })
    return values.count == Set(possible).count ? values.sorted() : nil
  }

  /// The number of values that an open parameter may have.
  func valueCount(of slot: Int, in model: Model) -> Int {
    if let possible = possibleValues(of: slot, in: model) { return possible.count }
    let values = model.types.values(of: model.slots[slot].type)
    guard let (least, most) = bounds(of: slot, in: model) else { return values.count }
    return values.count { $0 & least == least && $0 & ~most == 0 }
  }

  /// The origin of a parameter that an option leaves open.
  static let openByOption = Origin.open("left open on the command line")

  /// A diagnostic about a place in the documents, with its source line.
  func diagnostic(
    _ code: String, _ severity: Diagnostic.Severity = .error, at location: SourceLocation,
    _ message: String, remedy: String
  ) -> Diagnostic {
    let lines = self.lines[location.file] ?? []
    return Diagnostic(code, severity, at: location, message, remedy: remedy)
      .pointing(into: lines)
  }

  /// The configuration as a report shows it.
  package func configuration(in model: Model) -> ConfigurationReport {
    let openSlots = Set(open)
    let closedSlots = model.parameters.filter { !openSlots.contains($0) }
    return ConfigurationReport(
      closed: closedSlots.map { slot in
        let value = closed[slot] ?? model.slots[slot].initial
        return ConfigurationReport.Closed(
          model.slots[slot].name, model.reportValue(value, in: slot), by: authority(of: slot),
          isAssumption: model.slots[slot].kind == .assumption)
      },
      open: open.map { slot in
        var reason = ""
        if case .open(let text) = origins[slot] { reason = text }
        return ConfigurationReport.Open(
          model.slots[slot].name, valueCount: valueCount(of: slot, in: model),
          reason: reason)
      })
  }

  private func authority(of slot: Int) -> ConfigurationReport.Closed.Authority {
    switch origins[slot] {
    case .document(let location):
      .document(files.count == 1 ? "line \(location.line)" : location.description)
    case .commandLine: .commandLine
    default: .byDefault
    }
  }
}
