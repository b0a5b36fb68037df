import SafeText

/// What a complaint shows of the line that it points at: the part about the place, with a caret
/// below it.
///
/// At most ``widest`` characters are shown, since a line may be a whole document, and what stands
/// under a key that bears a secret is masked; see ``SecretMask``.
struct SourceExcerpt {
  /// The most characters of a line that are shown.
  static let widest = 60
  /// So far before the place a key is looked for whose value reaches into what is shown.
  private static let context = 4_000

  /// The part of the line, with an ellipsis where something is left out.
  let line: String
  /// The blanks before the caret.
  let indent: String

  /// The part about a column, which counts from 1; as it stands where it is not to be masked.
  init(of source: String, column: Int, isMasked: Bool = true) {
    let all = source.unicodeScalars
    let wanted = max(column - 1, 0)
    var reached = 0
    var caret = all.startIndex
    while reached < wanted, caret < all.endIndex {
      all.formIndex(after: &caret)
      reached += 1
    }
    let before = min(reached, Self.context)
    let start = all.index(caret, offsetBy: -before)
    let end = all.index(caret, offsetBy: Self.widest, limitedBy: all.endIndex) ?? all.endIndex
    // A secret is known by more of it than is shown.
    let far = all.index(end, offsetBy: Self.widest, limitedBy: all.endIndex) ?? all.endIndex
    let text = Array(all[start..<far])
    let known = isMasked ? SecretMask.masked(text, isCut: start > all.startIndex) : text
    let part = known.prefix(all[start..<end].count)
    let isWhole = start == all.startIndex && end == all.endIndex && part.count <= Self.widest
    let room = part.count - before
    let first =
      isWhole ? 0 : max(0, min(before - Self.widest / 2, before + room - Self.widest))
    let last = min(part.count, first + Self.widest)
    let isCutBefore = start > all.startIndex || first > 0
    let isCutBehind = end < all.endIndex || last < part.count
    let shown = String(String.UnicodeScalarView(part[first..<last]))
    line = (isCutBefore ? "…" : "") + shown.visible + (isCutBehind ? "…" : "")
    var blanks = isCutBefore ? " " : ""
    for scalar in part[first..<min(before, last)] { blanks += scalar == "\t" ? "\t" : " " }
    indent = blanks
  }
}
