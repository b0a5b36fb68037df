/// Turns any id into one that DOT, Mermaid, XML and CSS accept, so that different ids stay
/// different.
///
/// ASCII letters and digits stay, and so do the characters of `keeping`. Every other scalar becomes
/// `_`, its code in hexadecimal, and `_`. If `_` is kept, an id that already contains such an
/// escape could collide with another; ids of rows and stages do not contain any.
enum StableIdentifier {
  /// For SVG ids and classes, and for DOT.
  static func xml(_ id: String) -> String { escape(id, keeping: "._-") }

  /// For Mermaid, which accepts only letters, digits and underscores.
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
