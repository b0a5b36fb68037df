import Foundation

/// Gives the pictures that hold letters the fonts of a folder, whatever fonts the machine has.
///
/// Graphviz draws PNG and PDF with Pango, which asks fontconfig for a file; fontconfig is given a
/// configuration of our own in the place of the machine's. A letter that these fonts lack still
/// comes from the machine's folders. Where Pango does not use fontconfig nothing is changed.
enum PictureFonts {
  /// The family of the letters, and that of the arrows and shapes which it lacks.
  private static let families = ["Waymark Sans", "Waymark Signs"]

  /// The names of the library: Debian's and Homebrew's.
  private static let libraryNames = [
    "libfontconfig.so.1", "/opt/homebrew/lib/libfontconfig.1.dylib",
    "/usr/local/lib/libfontconfig.1.dylib", "libfontconfig.1.dylib",
  ]

  /// Chooses the fonts of this process; to be called before the first picture.
  static func use(folder: String) {
    // It would stand before the folder.
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
    // Where no cache of the machine can be written fontconfig complains; what it writes here is
    // read when the fonts are known.
    let cache = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID())").path
    try? FileManager.default.createDirectory(
      atPath: cache, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: cache) }
    let isRead = parse(configuration, text(folder: folder, cache: cache), 0) != 0
    guard isRead, build(configuration) != 0 else { return }
    _ = setCurrent(configuration)
  }

  /// Every font that is asked for becomes ours, in front of the machine's; outlines as they are,
  /// without the hints that a machine may be set to follow.
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
