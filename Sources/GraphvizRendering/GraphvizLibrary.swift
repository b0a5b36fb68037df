import CGraphviz
import Synchronization

/// The one place where C's Graphviz is called: parse, lay out, render, free.
///
/// The library keeps its state in global variables and must not be entered twice at once. This
/// type is therefore created once a process, inside the lock of ``shared``, which is the only way
/// to it. Messages that Graphviz would print on the standard error stream are collected instead.
struct GraphvizLibrary {
  /// The library behind its lock. The process-wide lock mirrors the library's process-wide state.
  static let shared = Mutex<GraphvizLibrary?>(nil)

  /// Where Graphviz's callback, which carries no context, leaves its messages.
  private static let messages = Mutex<String>("")

  /// Twice the 96 dots an inch that a web page has.
  private static let dotsPerInch = "192"

  private let context: OpaquePointer

  /// Starts the library and lets it find its plug-ins; nothing where it cannot start.
  init?() {
    guard let context = gvContext() else { return nil }
    self.context = context
    _ = agseterrf { text in
      guard let text else { return 0 }
      GraphvizLibrary.messages.withLock { $0 += String(cString: text) }
      return 0
    }
  }

  /// What came of one run.
  struct Output {
    let bytes: [UInt8]
    let messages: [String]
  }

  /// Renders the first graph of a DOT text.
  func render(
    _ dot: String, as format: RenderingFormat, engine: LayoutEngine
  ) throws(RenderingError) -> Output {
    Self.messages.withLock { $0 = "" }
    let parsed = Self.parse(dot)
    let complaints = Self.takeMessages()
    Self.forgetRest()
    guard let graph = parsed else { throw RenderingError(.malformed, messages: complaints) }
    defer { agclose(graph) }
    if format == .png { waymark_set_graph_attribute(graph, "dpi", Self.dotsPerInch) }
    guard gvLayout(context, graph, engine.rawValue) == 0 else {
      throw RenderingError(.layoutFailed, messages: Self.takeMessages())
    }
    defer { gvFreeLayout(context, graph) }
    var data: UnsafeMutablePointer<CChar>?
    var length = 0
    let status = waymark_render_data(context, graph, format.rawValue, &data, &length)
    defer { gvFreeRenderData(data) }
    guard status == 0, let data, length > 0 else {
      throw RenderingError(.renderingFailed, messages: Self.takeMessages())
    }
    let bytes = UnsafeRawBufferPointer(start: data, count: length)
    return Output(bytes: Array(bytes), messages: complaints + Self.takeMessages())
  }

  /// Reads one graph; Graphviz goes on counting the lines of the text before, so say where we are.
  private static func parse(_ dot: String) -> UnsafeMutablePointer<Agraph_t>? {
    agreadline(1)
    return dot.withCString { agmemread($0) }
  }

  /// Empties the scanner, which lives as long as the process.
  ///
  /// It keeps what follows the first graph, if only a line feed, and would read it in front of the
  /// next text; and it stays inside a comment, a string or an HTML-like label that was not closed.
  /// So each is closed in turn until an empty graph is read as one.
  private static func forgetRest() {
    while let rest = parse("") { agclose(rest) }
    for closing in ["", "*/", "\"", String(repeating: ">", count: 1_000)] {
      if let unread = parse(closing) { agclose(unread) }
      if let probe = parse("graph {}") {
        agclose(probe)
        break
      }
    }
    _ = takeMessages()
  }

  private static func takeMessages() -> [String] {
    messages.withLock { text in
      defer { text = "" }
      return text.split(whereSeparator: \.isNewline).map(String.init)
    }
  }
}
