import TransitionTables

/// Reads the configuration of an app from a literal in a program: `aws-exports.js`, the argument of
/// `Amplify.configure`, or the text in `amplifyconfiguration.dart` and `amplify_outputs.dart`.
enum ClientLiteral {
  /// Keys that occur only in the configuration of an Amplify app.
  static let keys = ["awsCognitoAuthPlugin", "aws_user_pools_id", "user_pool_client_id"]

  /// Reads the first literal that has such a key.
  /// - Throws: `amplify.no-configuration` where no literal has one, and the refusal of a literal
  ///   that nests too deep or holds too many values.
  static func read(
    _ program: ProgramText, parameters: [ParameterDeclaration]
  ) throws(Diagnostic) -> [ImportedPool] {
    if let json = dartText(in: program.text) {
      var document: LocatedDocument
      do throws(DiagnosticList) {
        document = try LocatedDocument(parsing: json, file: program.document.file)
      } catch {
        throw error.diagnostics.first { $0.severity == .error } ?? nothing(in: program.document)
      }
      document.lines = program.document.lines
      return [try read(Fact(literally: document.root), in: document, parameters)]
    }
    guard let literal = try literal(in: program) else { throw nothing(in: program.document) }
    return [try read(literal, in: program.document, parameters)]
  }

  private static func read(
    _ root: Fact, in document: LocatedDocument, _ parameters: [ParameterDeclaration]
  ) throws(Diagnostic) -> ImportedPool {
    if root["aws_user_pools_id"].isCertain || root["auth"]["plugins"].isCertain {
      return AmplifyConfigurationImporter.read(root, in: document, parameters: parameters)
    }
    guard root["auth"].entries != nil else { throw nothing(in: document) }
    return AmplifyOutputsImporter.read(root, in: document, parameters: parameters)
  }

  private static func nothing(in document: LocatedDocument) -> Diagnostic {
    document.diagnostic(
      "amplify.no-configuration", at: document.root.location,
      "the program names a user pool, but no literal in it is the configuration of an app",
      remedy: "give the amplify_outputs.json, aws-exports.js or amplifyconfiguration.json that"
        + " Amplify wrote")
  }

  /// The text between the first pair of triple quotes, with everything else blanked out so that
  /// values keep their positions; nil where there is none.
  private static func dartText(in text: String) -> String? {
    for quotes in ["\'\'\'", "\"\"\""] {
      guard let start = text.firstRange(of: quotes),
        let end = text[start.upperBound...].firstRange(of: quotes)
      else { continue }
      let before = text[..<start.upperBound].unicodeScalars.map { scalar -> Unicode.Scalar in
        scalar == "\n" ? scalar : " "
      }
      return String(String.UnicodeScalarView(before))
        + String(text[start.upperBound..<end.lowerBound])
    }
    return nil
  }

  /// The first object behind `=`, `default`, `exports` or an opening parenthesis that has a key of
  /// the configuration.
  private static func literal(in program: ProgramText) throws(Diagnostic) -> Fact? {
    var scanner = program.scanner(.typeScript)
    while scanner.peek != nil {
      scanner.skipBlanks()
      if scanner.isAtString {
        _ = scanner.string()
      } else if scanner.peek == "{" {
        var reader = TypeScriptLiteral(scanner: scanner)
        // Many programs leave out the semicolon behind it.
        let value = reader.assignedValue()
        if let refusal = reader.scanner.refusal {
          throw refusal.pointing(into: program.document.lines)
        }
        let isWanted =
          value["aws_user_pools_id"].isCertain || value["auth"]["plugins"].isCertain
          || value["auth"]["user_pool_client_id"].isCertain
        if isWanted { return value }
        scanner = reader.scanner
      } else {
        scanner.advance()
      }
    }
    return nil
  }
}
