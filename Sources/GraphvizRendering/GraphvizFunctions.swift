import Foundation

/// The functions of the Graphviz library that Waymark calls, looked up when the library is loaded.
///
/// Building the program does not need Graphviz; at run time only pictures need it. Contexts and
/// graphs are opaque pointers.
struct GraphvizFunctions {
  typealias Text = UnsafePointer<CChar>
  typealias ErrorFunction = @convention(c) (UnsafeMutablePointer<CChar>?) -> Int32
  typealias Data = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  let makeContext: @convention(c) () -> OpaquePointer?
  let makeContextOfPlugIns: @convention(c) (UnsafeMutableRawPointer, Int32) -> OpaquePointer?
  let setErrorFunction: @convention(c) (ErrorFunction?) -> UnsafeRawPointer?
  let read: @convention(c) (Text) -> OpaquePointer?
  let setLine: @convention(c) (Int32) -> Void
  let close: @convention(c) (OpaquePointer) -> Int32
  let setAttribute: @convention(c) (OpaquePointer, Int32, Text, Text) -> OpaquePointer?
  let layOut: @convention(c) (OpaquePointer, OpaquePointer, Text) -> Int32
  let freeLayout: @convention(c) (OpaquePointer, OpaquePointer) -> Int32
  let renderData:
    @convention(c) (OpaquePointer, OpaquePointer, Text, Data, UnsafeMutablePointer<UInt64>) -> Int32
  let freeRenderData: @convention(c) (UnsafeMutablePointer<CChar>?) -> Void

  /// Graphviz's constant for an attribute of the graph itself.
  static let ofGraph: Int32 = 0

  /// An element of the list of plug-ins for a context; an empty element ends the list.
  struct PlugIn {
    var name: UnsafePointer<CChar>?
    var address: UnsafeMutableRawPointer?
  }

  /// The plug-ins that lay out and write SVG and measure no text with fonts: without a plug-in for
  /// the fonts of the machine, Graphviz uses its own table of the widths of Helvetica's letters.
  private static let fontless = ["core", "dot_layout", "neato_layout"]

  /// The folder that the library was loaded from; its plug-ins are in the subfolder `graphviz`.
  private let folder: String

  /// The file names of the library: Debian's and Homebrew's, with and without a version.
  private static let names = [
    "libgvc.so.6", "libgvc.so.7", "libgvc.so", "/opt/homebrew/lib/libgvc.dylib",
    "/usr/local/lib/libgvc.dylib", "libgvc.dylib",
  ]

  /// Loads the library; nil if it is not installed.
  init?() {
    let handles = Self.names.lazy.compactMap { dlopen($0, RTLD_NOW | RTLD_GLOBAL) }
    guard let library = handles.first else { return nil }
    func find<F>(_ name: String, as type: F.Type = F.self) -> F? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    guard let makeContext: @convention(c) () -> OpaquePointer? = find("gvContext"),
      let makeContextOfPlugIns: @convention(c) (UnsafeMutableRawPointer, Int32) -> OpaquePointer? =
        find("gvContextPlugins"),
      let folder = Self.folder(of: dlsym(library, "gvContext")),
      let setErrorFunction: @convention(c) (ErrorFunction?) -> UnsafeRawPointer? =
        find("agseterrf"),
      let read: @convention(c) (Text) -> OpaquePointer? = find("agmemread"),
      let setLine: @convention(c) (Int32) -> Void = find("agreadline"),
      let close: @convention(c) (OpaquePointer) -> Int32 = find("agclose"),
      let setAttribute: @convention(c) (OpaquePointer, Int32, Text, Text) -> OpaquePointer? =
        find("agattr"),
      let layOut: @convention(c) (OpaquePointer, OpaquePointer, Text) -> Int32 = find("gvLayout"),
      let freeLayout: @convention(c) (OpaquePointer, OpaquePointer) -> Int32 =
        find("gvFreeLayout"),
      let renderData:
        @convention(c) (OpaquePointer, OpaquePointer, Text, Data, UnsafeMutablePointer<UInt64>)
          -> Int32 = find("gvRenderData"),
      let freeRenderData: @convention(c) (UnsafeMutablePointer<CChar>?) -> Void =
        find("gvFreeRenderData")
    else { return nil }
    self.folder = folder
    (self.makeContext, self.setErrorFunction) = (makeContext, setErrorFunction)
    self.makeContextOfPlugIns = makeContextOfPlugIns
    (self.read, self.setLine, self.close) = (read, setLine, close)
    (self.setAttribute, self.layOut, self.freeLayout) = (setAttribute, layOut, freeLayout)
    (self.renderData, self.freeRenderData) = (renderData, freeRenderData)
  }

  /// Makes a context that uses no font of the machine; nil if a plug-in is not found.
  ///
  /// Graphviz keeps the list of plug-ins as long as the context, which lives as long as the
  /// process.
  func makeFontlessContext() -> OpaquePointer? {
    var plugIns: [PlugIn] = []
    for name in Self.fontless {
      guard let plugIn = plugIn(name) else { return nil }
      plugIns.append(plugIn)
    }
    let list = UnsafeMutablePointer<PlugIn>.allocate(capacity: plugIns.count + 1)
    list.initialize(repeating: PlugIn(), count: plugIns.count + 1)
    list.update(from: plugIns, count: plugIns.count)
    return makeContextOfPlugIns(list, 0)
  }

  /// The folder of the library that contains a function, with symbolic links resolved.
  private static func folder(of function: UnsafeMutableRawPointer?) -> String? {
    // Swift on Linux does not declare `dladdr`; it fills four pointers, of which the first is the
    // path.
    typealias Locate =
      @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32
    guard let function, let locate = dlsym(dlopen(nil, RTLD_NOW), "dladdr") else { return nil }
    var about: [UnsafePointer<CChar>?] = [nil, nil, nil, nil]
    guard unsafeBitCast(locate, to: Locate.self)(function, &about) != 0, let path = about[0] else {
      return nil
    }
    return URL(filePath: String(cString: path)).resolvingSymlinksInPath()
      .deletingLastPathComponent().path()
  }

  private func plugIn(_ name: String) -> PlugIn? {
    let file = "\(folder)/graphviz/libgvplugin_\(name)"
    let files = [".so.6", ".so.7", ".so.8", ".so", ".dylib"].lazy.map { file + $0 }
    let symbol = "gvplugin_\(name)_LTX_library"
    guard let library = files.compactMap({ dlopen($0, RTLD_NOW) }).first,
      let address = dlsym(library, symbol), let text = strdup(symbol)
    else { return nil }
    return PlugIn(name: text, address: address)
  }
}
