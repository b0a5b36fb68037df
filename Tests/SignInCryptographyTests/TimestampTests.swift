import Foundation
import SignInCryptography
import Testing

@Suite struct TimestampTests {
  static let known: [(time: Int64, text: String)] = [
    (0, "Thu Jan 1 00:00:00 UTC 1970"), (951_782_400, "Tue Feb 29 00:00:00 UTC 2000"),
    (1_634_495_108, "Sun Oct 17 18:25:08 UTC 2021"),
    (1_761_955_199, "Fri Oct 31 23:59:59 UTC 2025"),
    (1_761_955_200, "Sat Nov 1 00:00:00 UTC 2025"),
    (1_795_225_983, "Sat Nov 21 01:53:03 UTC 2026"),
    (4_107_542_400, "Mon Mar 1 00:00:00 UTC 2100"),
    (253_402_300_799, "Fri Dec 31 23:59:59 UTC 9999"),
  ]

  @Test(arguments: known)
  func knownTimesGoBothWays(time: Int64, text: String) throws {
    #expect(try TimestampFormatter.format(time) == text)
    #expect(try TimestampParser.parse(text) == time)
  }

  @Test func theParserReadsBackEveryDayUntil2100() throws {
    for day in 0..<47_847 as Range<Int64> {
      let time = day * 86_400 + day * 7_919 % 86_400
      let read = try TimestampParser.parse(TimestampFormatter.format(time))
      if read != time { Issue.record("\(time) is read back as \(read)") }
    }
  }

  @Test func foundationWritesTheSame() throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE MMM d HH:mm:ss 'UTC' yyyy"
    for index in 0..<400 as Range<Int64> {
      let time = index * 631_523_719
      let expected = formatter.string(from: Date(timeIntervalSince1970: Double(time)))
      #expect(try TimestampFormatter.format(time) == expected)
    }
  }

  @Test func timesWithoutAFourDigitYearAreRefused() {
    for time in [-1, 253_402_300_800, Int64.min, Int64.max] {
      #expect(thrownCode { _ = try TimestampFormatter.format(time) } == .outOfRange)
    }
  }

  @Test(arguments: [
    "", "Sat Nov 21 01:53:03 UTC", "Sat Nov 21 01:53:03 UTC 2026 ", " Sat Nov 21 01:53:03 UTC 2026",
    "Sat  Nov 21 01:53:03 UTC 2026", "Sat Nov 01 00:00:00 UTC 2025", "Sun Nov 21 01:53:03 UTC 2026",
    "sat Nov 21 01:53:03 UTC 2026", "Sam Nov 21 01:53:03 UTC 2026", "Sat nov 21 01:53:03 UTC 2026",
    "Sat Nov 21 01:53:03 GMT 2026", "Sat Nov 21 1:53:03 UTC 2026", "Sat Nov 21 24:00:00 UTC 2026",
    "Sat Nov 21 01:60:03 UTC 2026", "Sat Nov 21 01:53:60 UTC 2026", "Sat Nov 21 01:53 UTC 2026",
    "Sat Nov 21 01:53:03:04 UTC 2026", "Sat Nov 21 01:53:03 UTC 26",
    "Sat Nov 21 01:53:03 UTC 02026",
    "Tue Nov 31 01:53:03 UTC 2026", "Mon Feb 29 00:00:00 UTC 2100", "Sat Nov 0 01:53:03 UTC 2026",
    "Wed Dec 31 23:59:59 UTC 1969", "Sat Nov 21 -1:53:03 UTC 2026", "Sat Nov 2１ 01:53:03 UTC 2026",
    "Sat Nov  01:53:03 UTC 2026", "Sat Nov 12345678901234567890 01:53:03 UTC 2026",
  ])
  func aTextThatTheFormatterNeverWritesIsRefused(text: String) {
    #expect(thrownCode { _ = try TimestampParser.parse(text) } == .malformedTimestamp)
  }
}
