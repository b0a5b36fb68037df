import Foundation
import PoolAnalysis
import SignIn
import SignInTestBed
import TestSupport
import TransitionTables

@testable import struct PoolAnalysis.ProjectSettings

/// Everything of ours that reads a file which somebody else may have written. Each has a folder of
/// small files in `Tests/Corpus`.
enum DocumentReader: String, CaseIterable, Sendable {
  case pools, tables, scenarios, cases, baselines, projects, traces, variables

  private static let model = Result { try BundledTable.signIn() }

  /// What is said of a document: the codes of all complaints, and those of errors that break what
  /// holds for every complaint.
  struct Answer: Hashable {
    var isRead = false
    var codes: Set<String> = []
    /// What the complaints say, without names and numbers: the branches of the reader that were
    /// taken, as far as they can be seen from outside.
    var sentences: Set<String> = []
    var faults: [String] = []
  }

  /// The files of its corpus with their names, in the order of those.
  func corpus() throws -> [(name: String, bytes: [UInt8])] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Corpus/\(rawValue)").standardizedFileURL
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      ($0, Array(try Data(contentsOf: folder.appending(path: $0))))
    }
  }

  /// Reads a document, which may be anything.
  func answer(to bytes: [UInt8]) -> Answer {
    do throws(DiagnosticList) {
      return Self.answer(about: try notes(reading: bytes), bytes, isRead: true)
    } catch {
      return Self.answer(about: error.diagnostics, bytes, isRead: false)
    }
  }

  private func notes(reading bytes: [UInt8]) throws(DiagnosticList) -> [Diagnostic] {
    guard let model = try? Self.model.get() else { return [] }
    var reader = PoolReader(parameters: model.parameterDeclarations)
    if self == .pools { return try reader.read([(Self.file, bytes)]).notes }
    if self == .variables {
      reader.variableFiles = [(Self.file, bytes)]
      return try reader.read([("pool.tf", Array(Self.pool.utf8))]).notes
    }
    let document = try LocatedDocument(bytes: bytes, file: Self.file)
    switch self {
    case .pools, .variables: break
    case .tables: _ = try ModelLoader.load([document])
    case .scenarios: _ = try Scenario(reading: document)
    case .cases: _ = try ClientCase.read(document, against: model)
    case .baselines: _ = try FindingBaseline(document)
    case .projects: _ = try ProjectSettings(document, model: model)
    case .traces: _ = try StoredTrace.all(in: document)
    }
    return []
  }

  private static let file = "document"
  /// What reads a file of variables.
  private static let pool = """
    variable "mode" {}
    resource "aws_cognito_user_pool" "p" {
      mfa_configuration = var.mode
    }
    """

  // MARK: What holds for every complaint

  private static func answer(
    about complaints: [Diagnostic], _ bytes: [UInt8], isRead: Bool
  ) -> Answer {
    var answer = Answer(isRead: isRead, codes: Set(complaints.map(\.code)))
    answer.sentences = Set(complaints.map { "\($0.code): \(sentence($0))" })
    let errors = complaints.filter { $0.severity == .error }
    if !isRead, errors.isEmpty { answer.faults.append("refused without an error") }
    if complaints.count > 101 { answer.faults.append("\(complaints.count) complaints") }
    let widths = widths(of: bytes)
    for complaint in complaints {
      let place = complaint.location
      let rendered = complaint.rendered
      var fault = ""
      if complaint.code.isEmpty || complaint.message.isEmpty { fault = "no code or no message" }
      if place.file == file, place.line > 0 {
        if place.line > widths.count {
          fault = "line \(place.line) of \(widths.count)"
        } else if place.column > widths[place.line - 1] + 1 {
          fault = "column \(place.column) of \(widths[place.line - 1])"
        }
      }
      // However long a name is.
      if rendered.utf8.count > 10_000 {
        fault = "\(rendered.utf8.count) bytes of complaint"
      }
      if rendered.unicodeScalars.contains(where: {
        $0.value < 32 && $0 != "\n" && $0 != "\t" || $0.value == 127
      }) {
        fault = "a control character"
      }
      if !fault.isEmpty { answer.faults.append("\(complaint.code): \(fault)") }
    }
    return answer
  }

  /// The first words of a complaint without quotations and numbers.
  private static func sentence(_ complaint: Diagnostic) -> String {
    let message = complaint.message.prefix(400).replacing(/`[^`]*`|"[^"]*"/, with: "_")
    return message.replacing(/[0-9]+/, with: "0").split(separator: " ").prefix(8)
      .joined(separator: " ")
  }

  /// The length of each line in scalars; what is no text has bytes for them.
  private static func widths(of bytes: [UInt8]) -> [Int] {
    let text = String(decoding: LocatedDocument.utf8(bytes), as: UTF8.self)
    var widths = [0]
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where last == "\r": break
      case "\n", "\r": widths.append(0)
      default: widths[widths.count - 1] += 1
      }
      last = scalar
    }
    return widths
  }
}
