/// The colours of a drawing for one background.
///
/// Five strokes serve both backgrounds: each has a contrast of at least 3:1 to white and to
/// `#0d1117` (measured by a test), and readers with a colour vision deficiency can distinguish them
/// (Okabe and Ito). Only text, hair lines and fills differ between ``light`` and ``dark``. The
/// background is transparent in SVG, and drawn in PNG and PDF; ``ground`` is the colour that the
/// text was chosen for.
public struct Theme: Sendable, Hashable {
  /// The meaning of a stroke. Shape and line style show the same; colour only repeats it.
  public enum Stroke: String, Sendable, Hashable, CaseIterable {
    /// Acts and states of the user: blue.
    case way = "#0072B2"
    /// Errors and attackers: vermillion.
    case trouble = "#D55E00"
    /// Signed in; administrators; added elements: green.
    case success = "#009E73"
    /// Time, and transitions to flows elsewhere: purple.
    case elsewhere = "#CC79A7"
    /// Automatic and repeated steps: grey.
    case quiet = "#767676"
  }

  /// `light` or `dark`; part of the names of files and classes.
  public var name: String
  /// The background that the theme is made for.
  public var ground: String
  /// The colour of labels.
  public var text: String
  /// The colour of detail lines.
  public var mutedText: String
  /// The fills of nodes by stroke, for ``fill(_:)``.
  private var fills: [Stroke: String]

  /// The fill of a node with this stroke.
  public func fill(_ stroke: Stroke) -> String { fills[stroke] ?? "transparent" }

  /// The theme for a white page.
  public static let light = Theme(
    name: "light", ground: "#ffffff", text: "#1f2328", mutedText: "#59636e",
    fills: [
      .way: "#f3f8fc", .trouble: "#fdf6f0", .success: "#f1faf6", .elsewhere: "#ffffff",
      .quiet: "#f6f8fa",
    ])

  /// The theme for a page as dark as `#0d1117`.
  public static let dark = Theme(
    name: "dark", ground: "#0d1117", text: "#e6edf3", mutedText: "#9da7b1",
    fills: [
      .way: "#0d1823", .trouble: "#1c130d", .success: "#0c1a17", .elsewhere: "#1a141b",
      .quiet: "#12171e",
    ])
}

extension Diagram.Node.Kind {
  /// The stroke that repeats by colour what the shape shows.
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
  /// The stroke that repeats by colour what line style and arrow head show.
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
