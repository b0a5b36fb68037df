import TransitionTables

/// A template that `aws cloudformation package` or `sam package` wrote: it has the same resources
/// as its source template, with code in a bucket in place of folders.
struct PackagedTemplate {
  private let types: [String: String]
  /// The number of parts of its resources that stand in a bucket.
  private let uploads: Int

  init?(of bytes: [UInt8], file: String) {
    guard
      case .data(.template, let document, _)? = try? PoolSources.recognise(
        LocatedDocument.utf8(bytes), file: file)
    else { return nil }
    let resources = Template(document).resources
    types = Dictionary(resources.map { ($0.name, $0.type) }, uniquingKeysWith: { $1 })
    uploads = resources.reduce(0) { $0 + ($1.properties.map(Self.uploads) ?? 0) }
  }

  private static func uploads(in node: LocatedNode) -> Int {
    if let text = node.text { return text.hasPrefix("s3://") ? 1 : 0 }
    if node["S3Bucket"] != nil, node["S3Key"] != nil { return 1 }
    let children = node.elements ?? (node.entries ?? []).map(\.value)
    return children.reduce(0) { $0 + uploads(in: $1) }
  }

  /// Whether this template was packaged from another one.
  func isMade(of other: PackagedTemplate) -> Bool {
    types == other.types && uploads > 0 && other.uploads == 0
  }

  /// Whether this template has the same resources as another one.
  func isLike(_ other: PackagedTemplate) -> Bool { types == other.types }
}

extension PoolReader {
  /// Maps each packaged template to the template that it was packaged from.
  /// - Parameter texts: the templates, with their names.
  package static func packaged(_ texts: [(file: String, bytes: [UInt8])]) -> [String: String] {
    let known = texts.compactMap { text in
      PackagedTemplate(of: text.bytes, file: text.file).map { (file: text.file, template: $0) }
    }
    return known.reduce(into: [:]) { sources, one in
      sources[one.file] = known.first { one.template.isMade(of: $0.template) }?.file
    }
  }

  /// Maps each JSON template to the YAML template of the same name and resources.
  /// - Parameter texts: the templates, with their names.
  package static func translated(_ texts: [(file: String, bytes: [UInt8])]) -> [String: String] {
    func stem(_ file: String) -> Substring { file[..<(file.lastIndex(of: ".") ?? file.endIndex)] }
    return texts.reduce(into: [:]) { originals, one in
      guard one.file.hasSuffix(".json"),
        let template = PackagedTemplate(of: one.bytes, file: one.file)
      else { return }
      originals[one.file] =
        texts.first { other in
          other.file != one.file && stem(other.file) == stem(one.file)
            && PackagedTemplate(of: other.bytes, file: other.file).map(template.isLike) == true
        }?.file
    }
  }
}
