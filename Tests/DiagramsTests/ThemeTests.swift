import Diagrams
import Foundation
import Testing

/// Contrast as WCAG 2.2 defines it: 3:1 for graphics, 4.5:1 for text.
@Suite struct ThemeTests {
  private func luminance(_ hex: String) throws -> Double {
    let value = try #require(Int(hex.dropFirst(), radix: 16))
    let channels = [16, 8, 0].map { Double((value >> $0) & 0xff) / 255 }
    let linear = channels.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  private func contrast(_ one: String, _ other: String) throws -> Double {
    let pair = [try luminance(one), try luminance(other)].sorted()
    return (pair[1] + 0.05) / (pair[0] + 0.05)
  }

  @Test func theMeasureGivesTheKnownValues() throws {
    #expect(try contrast("#000000", "#ffffff") == 21)
    #expect(abs(try contrast("#767676", "#ffffff") - 4.54) < 0.01)
  }

  @Test(arguments: Theme.Stroke.allCases)
  func everyStrokeIsSeenOnBothGroundsAndOnEveryFill(_ stroke: Theme.Stroke) throws {
    for theme in [Theme.light, .dark] {
      #expect(try contrast(stroke.rawValue, theme.ground) >= 3)
      #expect(try contrast(stroke.rawValue, theme.fill(stroke)) >= 3)
    }
  }

  @Test(arguments: [Theme.light, .dark])
  func everyTextIsReadOnTheGroundAndOnEveryFill(_ theme: Theme) throws {
    let grounds = [theme.ground] + Theme.Stroke.allCases.map(theme.fill)
    for ground in grounds {
      #expect(try contrast(theme.text, ground) >= 4.5)
      #expect(try contrast(theme.mutedText, ground) >= 4.5)
    }
  }

  @Test func theGroundsAreWhiteAndTheDarkestUsualPage() {
    #expect(Theme.light.ground == "#ffffff")
    #expect(Theme.dark.ground == "#0d1117")
  }
}
