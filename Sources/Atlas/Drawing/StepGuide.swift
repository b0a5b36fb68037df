import Findings
import SafeText
import SignIn
import TransitionTables

/// The next steps of a pool, for those who document or implement them: when each occurs, what the
/// user sees, and which errors an answer can cause.
///
/// It names no rows. The description of a step is the table's `doc:`; the rest is collected from
/// the report's paths and side steps. Equal reports give equal texts.
struct StepGuide {
  /// A failure that can occur at a step, with the call that causes it and, if the user's record
  /// decides, the affected users.
  private struct Failure: Hashable {
    enum Kind: Hashable {
      /// An error after which the app may answer again.
      case error(String)
      /// An error that ends the attempt.
      case end(String)
      /// The call never returns.
      case silence
      /// The call leads to a step where no answer leads further.
      case deadEnd
    }

    var kind: Kind
    var call: String
    var who: String

    /// Whether it differs from another failure in the call alone.
    func isAlike(_ other: Failure) -> Bool { (kind, who) == (other.kind, other.who) }
  }

  /// A call that leads to a step, with the step where it is made and, if the user's record decides,
  /// the users.
  private struct Arrival: Hashable {
    var call: String
    /// The step that the call answers; empty at the beginning.
    var place: String
    var who: String

    /// The text of the arrival, with names and words formatted by the given functions.
    func text(_ name: (String) -> String = { $0 }, _ words: (String) -> String = { $0 }) -> String {
      (place.isEmpty ? name(call) : "\(name(call)) at \(name(place))")
        + words(StepGuide.users(who))
    }
  }

  private static func users(_ who: String) -> String {
    who.isEmpty ? "" : ", for a user who \(who)"
  }

  private struct Entry {
    var arrivals: [Arrival] = []
    var fields: [String] = []
    var failures: [Failure] = []
  }

  private static let start = "start"
  private let report: PoolReport
  private let model: Model
  private var entries: [String: Entry] = [:]

  init(report: PoolReport, model: Model) {
    (self.report, self.model) = (report, model)
    for path in report.paths { add(path) }
    for step in report.sideSteps {
      if step.call.isError {
        fail(.error(step.call.step), step.call, at: step.from)
      } else {
        arrive(by: step.call, from: step.from)
      }
    }
  }

  private mutating func add(_ path: PathReport) {
    var here = Self.start
    for (position, call) in path.calls.enumerated() {
      let isLast = position == path.calls.count - 1
      if call.step.isEmpty {
        fail(.silence, call, at: here)
      } else if call.isError {
        fail(isLast ? .end(call.step) : .error(call.step), call, at: here)
      } else {
        arrive(by: call, from: here)
        here = call.step
        if isLast, path.outcome == Catalogue.Outcome.noWayOn.rawValue {
          fail(.deadEnd, call, at: here)
        }
      }
    }
  }

  private mutating func arrive(by call: PathReport.Call, from place: String) {
    let arrival = Arrival(
      call: call.call, place: place == Self.start ? "" : place, who: call.who)
    entries[call.step, default: Entry()].arrivals.appendNew(arrival)
    let fields = call.fields.split(separator: "; ").filter { !$0.hasSuffix(": {}") }
    for field in fields { entries[call.step]?.fields.appendNew(String(field)) }
  }

  private mutating func fail(_ kind: Failure.Kind, _ call: PathReport.Call, at place: String) {
    entries[place, default: Entry()].failures.appendNew(
      Failure(kind: kind, call: call.call, who: call.who))
  }

  /// The steps of the report, in the order of their declarations in the table.
  private var steps: [Message] {
    model.messages.filter { $0.receiver == nil && entries[$0.name] != nil }
  }

  // MARK: Markdown

  /// A Markdown table of the steps, with `signIn` itself first.
  var markdown: String {
    var out = "| step | when it comes | what the user sees | errors |\n|---|---|---|---|\n"
    if let entry = entries[Self.start] {
      out += "| `signIn` | at the beginning | The form for signing in. | \(errors(of: entry)) |\n"
    }
    for step in steps {
      guard let entry = entries[step.name] else { continue }
      let seen = ([MarkdownText.escaped(step.documentation)] + entry.fields.map(MarkdownText.code))
        .joined(separator: "<br>")
      let arrivals = entry.arrivals.map {
        "after \($0.text(MarkdownText.code, MarkdownText.escaped))"
      }
      out += "| \(MarkdownText.code(step.name)) | \(arrivals.joined(separator: "<br>")) | \(seen) "
      out += "| \(errors(of: entry)) |\n"
    }
    return out
  }

  private func errors(of entry: Entry) -> String {
    let lines = failures(of: entry, MarkdownText.code, MarkdownText.escaped)
    return lines.isEmpty ? "none" : lines.joined(separator: "<br>")
  }

  /// A sentence for each failure, with the calls that cause it; the functions format names and
  /// words.
  private func failures(
    of entry: Entry, _ name: (String) -> String = { $0 }, _ words: (String) -> String = { $0 }
  ) -> [String] {
    var first: [Failure] = []
    for failure in entry.failures where !first.contains(where: failure.isAlike) {
      first.append(failure)
    }
    return first.map { failure in
      let calls = entry.failures.filter(failure.isAlike).map { name($0.call) }
        .joined(separator: ", ")
      let who = words(Self.users(failure.who))
      return switch failure.kind {
      case .error(let error): "\(name(error)) after \(calls)\(who); the user may answer again"
      case .end(let error): "\(name(error)) after \(calls)\(who); the attempt is over"
      case .silence: "no answer at all to \(calls)\(who): the call never returns"
      case .deadEnd:
        "no answer leads further after \(calls)" + (who.isEmpty ? ", for some users" : who)
      }
    }
  }

  // MARK: Swift

  /// A Swift function with a case for each step that the pool can produce.
  var swift: String {
    var out = """
      // The next steps of \(Self.line(report.pool)). Generated by `waymark draw --as swift`;
      // renew it when the pool changes.
      import Amplify

      func handle(_ nextStep: AuthSignInStep) async throws {
        switch nextStep {

      """
    for step in steps {
      guard let entry = entries[step.name] else { continue }
      out += "  case .\(step.name):\n"
      out += comments("", [Self.line(step.documentation)])
      out += comments("Comes after ", entry.arrivals.map { $0.text() })
      out += comments("Carries ", entry.fields)
      out += comments("Can fail: ", failures(of: entry))
      out += "    break\n"
    }
    out += """
        default:
          // The pool produces no other step: its configuration is another one now.
          assertionFailure("unexpected next step: \\(nextStep)")
        }
      }

      """
    if let entry = entries[Self.start], !entry.failures.isEmpty {
      out += "\n// `signIn` itself can fail:\n"
      out += failures(of: entry).map { "// - \(Self.line($0))\n" }.joined()
    }
    return out
  }

  private func comments(_ lead: String, _ texts: [String]) -> String {
    texts.map { "    // \(lead)\(Self.line($0))\n" }.joined()
  }

  /// A text in one line, so that it cannot end a comment.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension Array where Element: Equatable {
  /// Appends an element unless the array contains it.
  fileprivate mutating func appendNew(_ element: Element) {
    if !contains(element) { append(element) }
  }
}
