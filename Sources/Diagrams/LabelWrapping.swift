/// Wraps labels, so that a node or an edge stays narrow enough to read next to others.
///
/// Lines break at spaces. A word longer than the width breaks after one of `. _ / - :` or before a
/// capital inside the word, as in `confirmSignIn` and `WithTOTPCode`, but nowhere else: an API name
/// without such a place is not broken.
public struct LabelWrapping: Sendable, Hashable {
  /// The maximum number of characters in a line; at least 8.
  public var width: Int
  /// The maximum number of lines of a label; the last one then gives the number of missing lines.
  /// At least 2.
  public var maximumLines: Int

  /// Makes a rule; values that are too small are raised to the minimum.
  public init(width: Int = 26, maximumLines: Int = 8) {
    self.width = max(8, width)
    self.maximumLines = max(2, maximumLines)
  }

  /// The same rule with more, or fewer, characters per line.
  func wider(_ characters: Int) -> LabelWrapping {
    LabelWrapping(width: width + characters, maximumLines: maximumLines)
  }

  /// The lines, wrapped, without empty ones and with each white space reduced to one space.
  public func wrap(_ lines: [String]) -> [String] {
    let all = lines.flatMap(wrap)
    guard all.count > maximumLines else { return all }
    let kept = all.prefix(maximumLines - 1)
    return kept + ["… and \(all.count - kept.count) more lines"]
  }

  /// The lines of one text, about equally long, and at least two if it has several words. This
  /// suits shapes with slanted sides, where each letter of the longest line takes twice its width.
  public func balance(_ text: String) -> [String] {
    let most = max(2, wrap([text]).count)
    let widths = 8...max(8, width)
    let fitting = widths.lazy.map { LabelWrapping(width: $0).wrap([text]) }
    return fitting.first { $0.count <= most } ?? wrap([text])
  }

  private func wrap(_ line: String) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in line.split(whereSeparator: \.isWhitespace) {
      for (index, piece) in pieces(of: word).enumerated() {
        let gap = index == 0 && !current.isEmpty ? " " : ""
        if !current.isEmpty, current.count + gap.count + piece.count > width {
          lines.append(current)
          current = piece
        } else {
          current += gap + piece
        }
      }
    }
    return current.isEmpty ? lines : lines + [current]
  }

  private func pieces(of word: Substring) -> [String] {
    guard word.count > width else { return [String(word)] }
    var pieces: [String] = []
    var current = ""
    for character in word {
      if character.isUppercase, let last = current.last, last.isLowercase {
        pieces.append(current)
        current = ""
      }
      current.append(character)
      if "._/-:".contains(character) {
        pieces.append(current)
        current = ""
      }
    }
    return current.isEmpty ? pieces : pieces + [current]
  }
}
