public import TransitionTables

/// The paths of attempts to sign in, as a user sees them: calls and answers, never the state
/// behind.
///
/// A path is a sequence of app calls, each with the evidence it sends, and of answers, from the
/// call that begins an attempt to its end. Two records that answer alike are one path; a path is
/// listed only if one record really goes through all of it, and carries that record as its witness.
/// Time may pass between calls. No view repeats on a path: what leads back to a view, or stays at
/// it with an error, is a ``SideStep``.
///
/// Source: the knowledge-set construction of observers of nondeterministic automata (Rabin and
/// Scott).
public struct Catalogue: Sendable {
  /// An app call with what it came back with.
  public struct Call: Hashable, Sendable {
    /// By position in `Model.actions`.
    public var action: Int
    /// All combinations of inputs that were answered alike; they differ in evidence alone.
    public var inputs: [[Int]]
    /// What the app received; nil where the call is not answered.
    public var answer: Answer?
  }

  /// What a person sees at one point: the next step, and how the attempt can still end.
  public struct View: Hashable, Sendable {
    /// The last next step; nil before the attempt.
    public var step: Answer?
    /// The messages with which the attempt can still end, ascending.
    public var ends: [Int]
  }

  /// How a path ends.
  public enum Outcome: String, Sendable {
    /// Signed in.
    case done
    /// The app is sent elsewhere: `resetPassword`, `confirmSignUp`.
    case redirect
    /// An error that ends the attempt.
    case error
    /// The attempt is under way, but no answer ends it well any more.
    case noWayOn
    /// A call that never returns.
    case neverReturns
  }

  /// A concrete run behind a path: states and first rules of the exploration, time steps included.
  public struct Run: Hashable, Sendable {
    /// One more than rules; the first is a record at rest, reached by
    /// `TableExploration.trace(to:)`.
    public var states: [Int]
    public var rules: [Int]
  }

  public struct Path: Sendable {
    /// Made of the steps; stable as long as they are.
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
    /// The view where it starts and the one where it ends, by position in ``Catalogue/views``.
    public var from: Int
    public var to: Int
    public var call: Call
    public var run: Run
  }

  /// An empty catalogue.
  public init() {}

  public internal(set) var views: [View] = []
  public internal(set) var paths: [Path] = []
  public internal(set) var sideSteps: [SideStep] = []
  /// Whether enumeration stopped at ``mostPaths``.
  public internal(set) var isTruncated = false

  /// The most paths that are listed.
  public static let mostPaths = 10_000
}
