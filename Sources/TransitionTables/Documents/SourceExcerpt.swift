import SafeText

/// The part of a source line that a diagnostic shows: the text around the place, with a caret below
/// it.
///
/// At most ``widest`` characters are shown, since a line may be a whole document. Values of keys
/// that hold secrets are masked; see ``SecretMask``.
struct SourceExcerpt {
  /// The largest number of characters that are shown.
  static let widest = 60
  /// The distance before the place within which a key is searched whose value extends into the
  /// excerpt.
  private static let context = 4_000

  /// The part of the line, with an ellipsis where text is omitted.
  let line: String
  /// The spaces before the caret.
  let indent: String

  /// The excerpt around a column, which counts from 1; shows secrets where `isMasked` is false.
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
    // More text than is shown may be needed to recognise a secret.
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
