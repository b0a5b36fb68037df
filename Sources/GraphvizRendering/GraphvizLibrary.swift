import Foundation
import Synchronization

/// The only place where the C library Graphviz is called: parse, lay out, render, free.
///
/// The library keeps its state in global variables and must not be entered twice at once. Therefore
/// this type is created once per process, inside the lock of ``shared``, which is the only access
/// to it. Messages that Graphviz would print on the standard error stream are collected instead.
/// The library is loaded when the first picture is drawn: without it, a machine draws no pictures,
/// and all else works.
struct GraphvizLibrary {
  /// The library behind its lock. The lock is process-wide because the library's state is.
  static let shared = Mutex<GraphvizLibrary?>(nil)

  /// The messages of Graphviz's callback, which has no context parameter.
  private static let messages = Mutex<String>("")

  /// The resolution of PNG: twice the 96 dots per inch of a web page.
  private static let dotsPerInch = "192"

  /// The context with all plug-ins, which measures text with the fonts that it draws: for PNG and
  /// PDF.
  private let context: OpaquePointer
  /// The context that measures text by Graphviz's own table: for SVG, which contains text and must
  /// be the same on every machine.
  private let fontless: OpaquePointer
  private let functions: GraphvizFunctions

  /// Starts the library and lets it find its plug-ins; nil if it is not installed or cannot start.
  ///
  /// - Parameter fonts: the folder of the fonts for PNG and PDF; nil for the machine's fonts.
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

  /// The result of one run.
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
    // Graphviz's length has 32 bits up to version 12 and 64 bits later: room for both.
    var length: UInt64 = 0
    let status = functions.renderData(context, graph, format.rawValue, &data, &length)
    defer { functions.freeRenderData(data) }
    guard status == 0, let data, length > 0 else {
      throw RenderingError(.renderingFailed, messages: Self.takeMessages())
    }
    let bytes = UnsafeRawBufferPointer(start: data, count: Int(UInt64(littleEndian: length)))
    return Output(bytes: Array(bytes), messages: complaints + Self.takeMessages())
  }

  /// Parses one graph; resets the line number, which Graphviz would continue from the text before.
  private func parse(_ dot: String) -> OpaquePointer? {
    functions.setLine(1)
    return functions.read(dot)
  }

  /// Resets the scanner, which lives as long as the process.
  ///
  /// The scanner keeps what follows the first graph, even a single line feed, and would read it
  /// before the next text; it also stays inside an unclosed comment, string or HTML-like label. So
  /// each is closed in turn until an empty graph is parsed correctly.
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
