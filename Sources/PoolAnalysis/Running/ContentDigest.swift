import Foundation
import SignIn
import SignInCryptography
import TransitionTables

/// SHA-256 digests that identify results: of documents, of the table, of options.
package enum ContentDigest {
  /// The digest of several parts, each with its length, so that different lists have different
  /// digests.
  ///
  /// - Parameter parts: the bytes, in order.
  package static func text(of parts: [[UInt8]]) throws(CommandFailure) -> String {
    do throws(CryptographyError) {
      var digest = try SHA256()
      for part in parts {
        try digest.update(Array("\(part.count)\n".utf8))
        try digest.update(part)
      }
      return Hex.encode(try digest.finish())
    } catch {
      throw CommandFailure(
        [
          Diagnostic(
            "system.cryptography", at: SourceLocation(file: "waymark"),
            "a digest cannot be computed: \(error)", remedy: "check the installation of OpenSSL")
        ], status: .systemFailure)
    }
  }

  /// The digest of the bundled table, and of the layers that the command line applies to it.
  ///
  /// - Parameter layers: the names or paths of the layers, in order.
  package static func table(layers: [String] = []) throws(CommandFailure) -> String {
    var parts = bundledParts(["cognito", "amplify", "properties"])
    for layer in layers { parts += layerParts(layer) }
    return try text(of: parts)
  }

  /// The digest of the oracles for mutants: the bundled scenarios, and the pools for the
  /// properties.
  package static func oracles() throws(CommandFailure) -> String {
    try text(of: bundledParts(["scenarios", "pools"]))
  }

  private static func bundledParts(_ folders: [String]) -> [[UInt8]] {
    let files = folders.flatMap { name in
      (try? BundledTable.yamlFiles(in: BundledTable.directory.appending(path: name))) ?? []
    }
    return files.flatMap { file in
      [Array(file.lastPathComponent.utf8), (try? Data(contentsOf: file)).map(Array.init) ?? []]
    }
  }

  private static func layerParts(_ name: String) -> [[UInt8]] {
    let folders = [BundledTable.directory.appending(path: "layers/\(name)"), URL(filePath: name)]
    let files = folders.flatMap { [$0] + ((try? BundledTable.yamlFiles(in: $0)) ?? []) }
    return [Array(name.utf8)] + files.compactMap { (try? Data(contentsOf: $0)).map(Array.init) }
  }
}
