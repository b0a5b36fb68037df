public import TransitionTables

/// The paths of attempts to sign in as a user sees them: calls and answers, but never the states
/// behind them.
///
/// A path is a sequence of app calls, each with the evidence it sends, and of answers, from the
/// call that begins an attempt to its end. Two records that get the same answers share one path. A
/// path is listed only if some record goes through all of it, and carries that record as its
/// witness. Time may pass between calls. No view repeats on a path: a call that leads back to an
/// earlier view, or stays at its view with an error, is a ``SideStep``.
///
/// Source: the knowledge-set construction of observers of nondeterministic automata (Rabin and
/// Scott).
public struct Catalogue: Sendable {
  /// An app call and the answer to it.
  public struct Call: Hashable, Sendable {
    /// The position of the action in `Model.actions`.
    public var action: Int
    /// All combinations of inputs that get the same answer; they differ only in evidence.
    public var inputs: [[Int]]
    /// The message that the app receives; nil where the call is not answered.
    public var answer: Answer?
  }

  /// What a user can know at one point of an attempt: the next step, and how the attempt can still
  /// end.
  public struct View: Hashable, Sendable {
    /// The next step that was announced last; nil before the attempt.
    public var step: Answer?
    /// The messages with which the attempt can still end, ascending.
    public var ends: [Int]
  }

  /// How a path ends.
  public enum Outcome: String, Sendable {
    /// The user is signed in.
    case done
    /// The app has to do something else first: `resetPassword`, `confirmSignUp`.
    case redirect
    /// An error ended the attempt.
    case error
    /// A dead end: the attempt is under way, but no answer can end it well any more.
    case noWayOn
    /// The last call never returns.
    case neverReturns
  }

  /// A concrete run behind a path: its states and the first rule of each step, time steps included.
  public struct Run: Hashable, Sendable {
    /// The states, one more than ``rules``. The first is a record at rest, which
    /// `TableExploration.trace(to:)` can reach.
    public var states: [Int]
    public var rules: [Int]
  }

  public struct Path: Sendable {
    /// An id made from the calls and answers of the path; stable as long as they are.
    public var id: String
    public var calls: [Call]
    /// The view after each call, by position in ``Catalogue/views``; nil where the attempt is over.
    public var views: [Int?]
    public var outcome: Outcome
    public var run: Run
  }

  /// A call that leads back to a view of the path, or stays at its view with an error.
  public struct SideStep: Sendable {
    public var id: String
    /// The positions in ``Catalogue/views`` of the view where the call starts and of the one where
    /// it ends.
    public var from: Int
    public var to: Int
    public var call: Call
    public var run: Run
  }

  /// Creates an empty catalogue.
  public init() {}

  public internal(set) var views: [View] = []
  public internal(set) var paths: [Path] = []
  public internal(set) var sideSteps: [SideStep] = []
  /// Whether enumeration stopped at ``mostPaths``.
  public internal(set) var isTruncated = false

  /// The greatest number of paths that are listed.
  public static let mostPaths = 10_000
}
