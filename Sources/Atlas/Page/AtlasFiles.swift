/// The fixed parts of the atlas: HTML, CSS and JavaScript, from files in the folder `Files`.
///
/// A build embeds them in the program, so that they are part of every copy of it. The JavaScript
/// uses no library and reads the data of the page once.
enum AtlasFiles {
  /// The page, with `{{name}}` in the place of each part of the report.
  static var page: String { text(PackageResources.page_html) }
  /// The search, the filters and the list of the paths.
  static var paths: String { text(PackageResources.paths_html) }
  /// The style sheet, without the colours of drawings.
  static var style: String { text(PackageResources.style_css) }
  /// The additional style sheet of a page with answers about means.
  static var meansStyle: String { text(PackageResources.means_css) }
  /// The part of the JavaScript that draws the messages of each step.
  static var sequence: String { text(PackageResources.sequence_js) }
  /// All parts of the JavaScript, in the order in which they run.
  static var script: String {
    [
      text(PackageResources.reading_js), text(PackageResources.catalogue_js),
      text(PackageResources.run_js), sequence, text(PackageResources.routing_js),
    ].joined(separator: "\n")
  }

  /// A template with each `{{name}}` replaced; the inserted texts are not searched for names.
  static func filled(_ template: String, with parts: [String: String]) -> String {
    template.replacing(/\{\{([a-z-]+)\}\}/) { parts[String($0.1)] ?? "" }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
