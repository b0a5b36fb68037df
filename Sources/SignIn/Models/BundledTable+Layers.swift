import Foundation
public import TransitionTables

/// A layer as the user names it: a bundled layer by its name, any other by its file or folder.
public struct LayerName: Sendable, Hashable {
  /// The name of a bundled layer, or the path of another.
  public var text: String
  /// The place where the layer is named, for diagnostics.
  public var location: SourceLocation

  /// Creates a name with the place where it is written.
  public init(_ text: String, at location: SourceLocation) {
    self.text = text
    self.location = location
  }
}

extension BundledTable {
  /// The names of the bundled layers, sorted.
  public static var layerNames: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: layers.path)
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  private static var layers: URL { directory.appending(path: "layers") }

  /// The files of a layer, in the order of their names.
  /// - Throws: a `DiagnosticList` with `layer.unknown` where there is no such layer,
  ///   `table.missing-key` where a file is not part of a layer, or the errors in a file.
  static func layer(_ name: LayerName) throws -> [LocatedDocument] {
    let files = try files(of: name)
    return try files.map { file in
      let document = try LocatedDocument(bytes: bytes(of: file.url.path), file: file.name)
      guard document.root["layer"] != nil else {
        throw DiagnosticList([
          document.diagnostic(
            "table.missing-key", at: document.root.location, "a layer file lacks `layer`",
            remedy: "write `layer: NAME` and `extends: MODEL` at the top")
        ])
      }
      return document
    }
  }

  private static func bytes(of path: String) throws(DiagnosticList) -> [UInt8] {
    do throws(Diagnostic) {
      return try DocumentFile.bytes(of: path)
    } catch {
      throw DiagnosticList([error])
    }
  }

  private static func files(of name: LayerName) throws -> [(name: String, url: URL)] {
    let isBundled = layerNames.contains(name.text)
    let root = isBundled ? layers.appending(path: name.text) : URL(filePath: name.text)
    let shown = isBundled ? "Models/layers/\(name.text)" : name.text
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: root.path, isDirectory: &isFolder) {
      guard isFolder.boolValue else { return [(shown, root)] }
      let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      let found = paths.filter { $0.hasSuffix(".yaml") }.sorted()
      if !found.isEmpty { return found.map { ("\(shown)/\($0)", root.appending(path: $0)) } }
    }
    throw DiagnosticList([
      Diagnostic(
        "layer.unknown", at: name.location, "there is no layer `\(name.text)`",
        remedy: layerNames.nearest(to: name.text).map { "did you mean `\($0)`?" }
          ?? "name a file or a folder of YAML, or one of \(layerNames.list)")
    ])
  }
}
