import Foundation

/// The functions of Graphviz's library that are called, found in it when it is loaded.
///
/// Nothing of Graphviz is needed to build the program, and only pictures need it at run time.
/// Contexts and graphs are pointers that only Graphviz looks into.
struct GraphvizFunctions {
  typealias Text = UnsafePointer<CChar>
  typealias ErrorFunction = @convention(c) (UnsafeMutablePointer<CChar>?) -> Int32
  typealias Data = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  let makeContext: @convention(c) () -> OpaquePointer?
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

  /// Graphviz's number for an attribute of the graph itself.
  static let ofGraph: Int32 = 0

  /// The names of the library: Debian's and Homebrew's, with and without a version.
  private static let names = [
    "libgvc.so.6", "libgvc.so.7", "libgvc.so", "/opt/homebrew/lib/libgvc.dylib",
    "/usr/local/lib/libgvc.dylib", "libgvc.dylib",
  ]

  /// Loads the library; nothing where it is not installed.
  init?() {
    let handles = Self.names.lazy.compactMap { dlopen($0, RTLD_NOW | RTLD_GLOBAL) }
    guard let library = handles.first else { return nil }
    func find<F>(_ name: String, as type: F.Type = F.self) -> F? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    guard let makeContext: @convention(c) () -> OpaquePointer? = find("gvContext"),
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
    (self.makeContext, self.setErrorFunction) = (makeContext, setErrorFunction)
    (self.read, self.setLine, self.close) = (read, setLine, close)
    (self.setAttribute, self.layOut, self.freeLayout) = (setAttribute, layOut, freeLayout)
    (self.renderData, self.freeRenderData) = (renderData, freeRenderData)
  }
}
