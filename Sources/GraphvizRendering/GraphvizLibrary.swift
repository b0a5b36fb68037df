import Foundation
import Synchronization

/// The one place where C's Graphviz is called: parse, lay out, render, free.
///
/// The library keeps its state in global variables and must not be entered twice at once. This
/// type is therefore created once a process, inside the lock of ``shared``, which is the only way
/// to it. Messages that Graphviz would print on the standard error stream are collected instead.
/// The library is loaded when the first picture is drawn: a machine without it draws none, and does
/// everything else.
struct GraphvizLibrary {
  /// The library behind its lock. The process-wide lock mirrors the library's process-wide state.
  static let shared = Mutex<GraphvizLibrary?>(nil)

  /// Where Graphviz's callback, which carries no context, leaves its messages.
  private static let messages = Mutex<String>("")

  /// Twice the 96 dots an inch that a web page has.
  private static let dotsPerInch = "192"

  /// Finds its plug-ins, and measures text with the letters that it draws: for PNG and PDF.
  private let context: OpaquePointer
  /// Measures text by Graphviz's own table: for SVG, which holds words, and is the same everywhere.
  private let fontless: OpaquePointer
  private let functions: GraphvizFunctions

  /// Starts the library and lets it find its plug-ins; nothing where it is not installed or cannot
  /// start.
  ///
  /// - Parameter fonts: the folder whose fonts PNG and PDF are drawn with; the machine's if nil.
  init?(fonts: String?) {
    if let fonts { PictureFonts.use(folder: fonts) }
    guard let functions = GraphvizFunctions(), let context = functions.makeContext() else {
      return nil
    }
    (self.context, self.functions) = (context, functions)
    fontless = functions.makeFontlessContext() ?? context
    _ = functions.setErrorFunction { text in
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
    let parsed = parse(dot)
    let complaints = Self.takeMessages()
    forgetRest()
    guard let graph = parsed else { throw RenderingError(.malformed, messages: complaints) }
    defer { _ = functions.close(graph) }
    let context = format == .svg ? fontless : self.context
    if format == .png {
      _ = functions.setAttribute(graph, GraphvizFunctions.ofGraph, "dpi", Self.dotsPerInch)
    }
    guard functions.layOut(context, graph, engine.rawValue) == 0 else {
      throw RenderingError(.layoutFailed, messages: Self.takeMessages())
    }
    defer { _ = functions.freeLayout(context, graph) }
    var data: UnsafeMutablePointer<CChar>?
    // Graphviz counts in 32 bits up to version 12 and in 64 bits later: room for either.
    var length: UInt64 = 0
    let status = functions.renderData(context, graph, format.rawValue, &data, &length)
    defer { functions.freeRenderData(data) }
    guard status == 0, let data, length > 0 else {
      throw RenderingError(.renderingFailed, messages: Self.takeMessages())
    }
    let bytes = UnsafeRawBufferPointer(start: data, count: Int(UInt64(littleEndian: length)))
    return Output(bytes: Array(bytes), messages: complaints + Self.takeMessages())
  }

  /// Reads one graph; Graphviz goes on counting the lines of the text before, so say where we are.
  private func parse(_ dot: String) -> OpaquePointer? {
    functions.setLine(1)
    return functions.read(dot)
  }

  /// Empties the scanner, which lives as long as the process.
  ///
  /// It keeps what follows the first graph, if only a line feed, and would read it in front of the
  /// next text; and it stays inside a comment, a string or an HTML-like label that was not closed.
  /// So each is closed in turn until an empty graph is read as one.
  private func forgetRest() {
    while let rest = parse("") { _ = functions.close(rest) }
    for closing in ["", "*/", "\"", String(repeating: ">", count: 1_000)] {
      if let unread = parse(closing) { _ = functions.close(unread) }
      if let probe = parse("graph {}") {
        _ = functions.close(probe)
        break
      }
    }
    _ = Self.takeMessages()
  }

  private static func takeMessages() -> [String] {
    messages.withLock { text in
      defer { text = "" }
      return text.split(whereSeparator: \.isNewline).map(String.init)
    }
  }
}
