/// The fixed parts of the atlas: HTML, CSS and JavaScript, written as such in the folder `Files`.
///
/// A build embeds them in the program, so that they travel with it wherever it is copied. The
/// JavaScript is plain, without a library; it reads the data of the page once.
enum AtlasFiles {
  /// The page with `{{name}}` where a part of the report belongs.
  static var page: String { text(PackageResources.page_html) }
  /// Search, filters and list of the paths.
  static var paths: String { text(PackageResources.paths_html) }
  /// The style sheet but for the colours of drawings.
  static var style: String { text(PackageResources.style_css) }
  /// The further style sheet of a page with answers about means.
  static var meansStyle: String { text(PackageResources.means_css) }
  /// The part of the program that draws what is said at each step.
  static var sequence: String { text(PackageResources.sequence_js) }
  /// All parts of the program, in the order in which they run.
  static var script: String {
    [
      text(PackageResources.reading_js), text(PackageResources.catalogue_js),
      text(PackageResources.run_js), sequence, text(PackageResources.routing_js),
    ].joined(separator: "\n")
  }

  /// A text with each `{{name}}` replaced once; what is put in is not searched for names.
  static func filled(_ template: String, with parts: [String: String]) -> String {
    template.replacing(/\{\{([a-z-]+)\}\}/) { parts[String($0.1)] ?? "" }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
