import Foundation

/// Has PNG and PDF pictures drawn with the fonts of a folder, whatever fonts the machine has.
///
/// Graphviz draws PNG and PDF with Pango, which asks fontconfig for a font file; fontconfig gets
/// Waymark's configuration instead of the machine's. A character that these fonts lack still comes
/// from the machine's folders. If Pango does not use fontconfig, nothing changes.
enum PictureFonts {
  /// The font families: the one with letters, and the one with arrows and shapes, which the first
  /// lacks.
  private static let families = ["Waymark Sans", "Waymark Signs"]

  /// The file names of the library: Debian's and Homebrew's.
  private static let libraryNames = [
    "libfontconfig.so.1", "/opt/homebrew/lib/libfontconfig.1.dylib",
    "/usr/local/lib/libfontconfig.1.dylib", "libfontconfig.1.dylib",
  ]

  /// Sets the fonts of this process; call it before the first picture.
  static func use(folder: String) {
    // The variable would be put before the folder's path.
    unsetenv("FONTCONFIG_SYSROOT")
    let libraries = libraryNames.lazy.compactMap { dlopen($0, RTLD_NOW) }
    guard let library = libraries.first else { return }
    func find<F>(_ name: String, as type: F.Type = F.self) -> F? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    guard let create: @convention(c) () -> OpaquePointer? = find("FcConfigCreate"),
      let parse: @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> Int32 =
        find("FcConfigParseAndLoadFromMemory"),
      let build: @convention(c) (OpaquePointer) -> Int32 = find("FcConfigBuildFonts"),
      let setCurrent: @convention(c) (OpaquePointer) -> Int32 = find("FcConfigSetCurrent"),
      let configuration = create()
    else { return }
    // If fontconfig can write no cache of the machine, it complains. The cache written here is no
    // longer needed once the fonts are loaded.
    let cache = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID())").path
    try? FileManager.default.createDirectory(
      atPath: cache, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: cache) }
    let isRead = parse(configuration, text(folder: folder, cache: cache), 0) != 0
    guard isRead, build(configuration) != 0 else { return }
    _ = setCurrent(configuration)
  }

  /// A configuration in which every requested family becomes Waymark's, with the machine's fonts as
  /// fallback, and outlines are drawn unhinted, whatever the machine is configured to do.
  private static func text(folder: String, cache: String) -> String {
    let names = families.map { "<string>\($0)</string>" }.joined()
    return """
      <?xml version="1.0"?>
      <fontconfig>
        <dir>\(SVGFinish.escaped(folder))</dir>
        <dir>/usr/share/fonts</dir>
        <dir>/usr/local/share/fonts</dir>
        <dir prefix="xdg">fonts</dir>
        <cachedir>/var/cache/fontconfig</cachedir>
        <cachedir prefix="xdg">fontconfig</cachedir>
        <cachedir>\(SVGFinish.escaped(cache))</cachedir>
        <match target="pattern">
          <edit name="family" mode="assign_replace" binding="strong">\(names)</edit>
        </match>
        <match target="font">
          <edit name="antialias" mode="assign"><bool>true</bool></edit>
          <edit name="hinting" mode="assign"><bool>false</bool></edit>
          <edit name="autohint" mode="assign"><bool>false</bool></edit>
          <edit name="rgba" mode="assign"><const>none</const></edit>
          <edit name="embeddedbitmap" mode="assign"><bool>false</bool></edit>
        </match>
      </fontconfig>
      """
  }
}
