public import TransitionTables

/// Reads the documents of one user pool into a valuation of the model's parameters.
///
/// A document is recognised by its content. A template or a Waymark pool file stands alone; the
/// answers of `describe-user-pool`, `get-user-pool-mfa-config` and `describe-user-pool-client` are
/// read together or alone, and what is missing stays open. Every fault of every document is
/// reported at once. The result depends on the bytes alone.
///
/// Accepted are at most ``TransitionTables/LocatedDocument/largestSize`` bytes a document.
public struct PoolReader: Sendable {
  /// The model's parameters; documents are read for these alone.
  public var parameters: [ParameterDeclaration]
  /// The pool to take where a template has several: its logical name or its `UserPoolName`.
  public var poolName: String?
  /// The app client to take where the pool has several: its logical name or its `ClientName`.
  public var clientName: String?

  public init(
    parameters: [ParameterDeclaration], poolName: String? = nil, clientName: String? = nil
  ) {
    self.parameters = parameters
    self.poolName = poolName
    self.clientName = clientName
  }

  /// Reads documents that are already in memory.
  /// - Parameter texts: the documents of one pool, with the names that diagnostics show.
  /// - Throws: a ``DiagnosticList`` with every error, and the warnings beside them.
  public func read(
    _ texts: [(file: String, bytes: [UInt8])]
  ) throws(DiagnosticList) -> PoolDocument {
    var faults: [Diagnostic] = []
    var parts: [ImportedPool] = []
    for text in texts {
      do throws(DiagnosticList) {
        parts += try parse(text.bytes, file: text.file)
      } catch {
        faults += error.diagnostics
      }
    }
    faults += parts.flatMap(\.diagnostics)
    if faults.allSatisfy({ $0.severity != .error }) {
      faults += PoolAssembly.conflicts(between: parts, files: texts.map(\.file))
    }
    let list = DiagnosticList(faults)
    guard list.diagnostics.allSatisfy({ $0.severity != .error }) else { throw list }
    let assembly = PoolAssembly(parts: parts, parameters: parameters)
    return assembly.document(
      fallbackName: texts.first.map { Self.stem(of: $0.file) } ?? "", notes: list.diagnostics)
  }

  private func parse(
    _ bytes: [UInt8], file: String
  ) throws(DiagnosticList) -> [ImportedPool] {
    if let program = UnsupportedFormat.refusal(
      ofText: String(decoding: bytes.prefix(64 << 10), as: UTF8.self)[...], file: file)
    {
      throw DiagnosticList([program])
    }
    let document = try LocatedDocument(bytes: bytes, file: file)
    let kind: DocumentKind
    do throws(Diagnostic) {
      kind = try DocumentKind.recognise(document)
    } catch {
      throw DiagnosticList([error])
    }
    switch kind {
    case .waymark:
      var importer = WaymarkPoolImporter(document: document, parameters: parameters)
      importer.read()
      return [importer.pool]
    case .template:
      var importer = TemplateImporter(
        document: document, poolName: poolName, clientName: clientName)
      importer.read()
      return [importer.pool]
    case .wrappedAnswers, .describedPool, .describedClient, .mfaConfiguration:
      return ServiceOutputImporter.read(document, kind: kind)
    }
  }

  /// The file's name without folders and suffix.
  static func stem(of file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }
}
