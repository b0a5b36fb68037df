/// The widths of Helvetica's letters, which are also those of Arial and Liberation Sans.
///
/// Source: Adobe's font metrics of the fourteen base fonts of PostScript.
enum HelveticaWidths {
  /// The width of a text in points, as a browser shows it: consecutive spaces count as one, and
  /// spaces at the ends are ignored.
  ///
  /// - Returns: the width; nil if a character is in no table.
  static func width(of text: String, isBold: Bool, size: Double) -> Double? {
    let table = isBold ? bold : regular
    var sum = 0
    for scalar in text.split(separator: " ").joined(separator: " ").unicodeScalars {
      let position = Int(scalar.value) - 32
      guard let width = table.indices.contains(position) ? table[position] : others[scalar] else {
        return nil
      }
      sum += width
    }
    return (Double(sum) * size / 10).rounded() / 100
  }

  /// Characters that pictures use; some come from other fonts, where they are nearly as wide.
  private static let others: [Unicode.Scalar: Int] = [
    "…": 1000, "–": 556, "·": 278, "•": 350, "’": 222, "→": 1000, "↺": 838, "✗": 838, "◷": 838,
  ]

  /// The widths by character code, from the space on, in thousandths of the font's size.
  private static let regular = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  ]
  private static let bold = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
  ]
}
