/// Turns any id into one that DOT, Mermaid, XML and CSS accept, and different ids into different
/// ones.
///
/// ASCII letters and digits stay, and so do the characters of `keeping`. Every other character
/// becomes `_` and its code in hexadecimal for each scalar, closed by `_`. Where `_` is kept, an
/// id that contains such an escape already could meet another one; ids of rows and stages do not.
enum StableIdentifier {
  /// For SVG ids and classes, and for DOT.
  static func xml(_ id: String) -> String { escape(id, keeping: "._-") }

  /// For Mermaid, which takes letters, digits and underscores only.
  static func mermaid(_ id: String) -> String { escape(id, keeping: "_") }

  private static func escape(_ id: String, keeping: String) -> String {
    var result = ""
    for scalar in id.unicodeScalars {
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || keeping.unicodeScalars.contains(scalar))
      result += isPlain ? String(scalar) : "_" + String(scalar.value, radix: 16) + "_"
    }
    return result
  }
}
