/// The colours of a drawing for one ground.
///
/// Five strokes serve both grounds: each has a contrast of at least 3:1 to white and to `#0d1117`
/// (measured by a test), and they stay apart for readers with a colour vision deficiency (Okabe
/// and Ito). Only text, hair lines and fills differ between ``light`` and ``dark``. The ground
/// is transparent in SVG, and drawn in PNG and PDF; ``ground`` says what the text was chosen for.
public struct Theme: Sendable, Hashable {
  /// What a stroke stands for. Shape and line style say the same; colour only repeats it.
  public enum Stroke: String, Sendable, Hashable, CaseIterable {
    /// What the person does, and where they stand: blue.
    case way = "#0072B2"
    /// Errors and intruders: vermillion.
    case trouble = "#D55E00"
    /// Signed in; administrators; what was added: green.
    case success = "#009E73"
    /// Time, and ways that lead elsewhere: purple.
    case elsewhere = "#CC79A7"
    /// What happens by itself or again: grey.
    case quiet = "#767676"
  }

  /// `light` or `dark`; names files and classes.
  public var name: String
  /// The page this theme is made for.
  public var ground: String
  /// The colour of labels.
  public var text: String
  /// The colour of detail lines.
  public var mutedText: String
  /// The fill of nodes by stroke; ``fill(_:)`` reads it.
  private var fills: [Stroke: String]

  /// The fill of a node with this stroke.
  public func fill(_ stroke: Stroke) -> String { fills[stroke] ?? "transparent" }

  /// For a white page.
  public static let light = Theme(
    name: "light", ground: "#ffffff", text: "#1f2328", mutedText: "#59636e",
    fills: [
      .way: "#f3f8fc", .trouble: "#fdf6f0", .success: "#f1faf6", .elsewhere: "#ffffff",
      .quiet: "#f6f8fa",
    ])

  /// For a page as dark as `#0d1117`.
  public static let dark = Theme(
    name: "dark", ground: "#0d1117", text: "#e6edf3", mutedText: "#9da7b1",
    fills: [
      .way: "#0d1823", .trouble: "#1c130d", .success: "#0c1a17", .elsewhere: "#1a141b",
      .quiet: "#12171e",
    ])
}

extension Diagram.Node.Kind {
  /// The stroke that repeats what the shape says.
  public var stroke: Theme.Stroke {
    switch self {
    case .initial, .start, .step, .selection: .way
    case .redirect: .elsewhere
    case .done: .success
    case .failure, .unanswered: .trouble
    }
  }
}

extension Diagram.Edge.Kind {
  /// The stroke that repeats what line style and arrow head say.
  public var stroke: Theme.Stroke {
    switch self {
    case .answer: .way
    case .automatic, .retry: .quiet
    case .failure, .attacker: .trouble
    case .clock: .elsewhere
    case .administrator: .success
    }
  }
}
