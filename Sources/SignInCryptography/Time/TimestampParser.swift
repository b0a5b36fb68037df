/// Reads the client's `TIMESTAMP` as strictly as the pool does: every byte of `EEE MMM d HH:mm:ss
/// 'UTC' yyyy` must be as `TimestampFormatter` writes it.
///
/// A leading zero in the day, a localised month, another zone or a weekday that does not match the
/// date is refused: clients that send those fail at the real service too.
public enum TimestampParser {
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The time in seconds since 1970.
  ///
  /// - Throws: `malformedTimestamp`, naming the part that is wrong.
  public static func parse(_ text: String) throws(CryptographyError) -> Int64 {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 6, parts[4] == "UTC" else {
      throw malformed("expected six parts such as \"Sat Nov 1 01:53:03 UTC 2026\"")
    }
    guard let year = number(parts[5], digits: 4), year >= 1970 else {
      throw malformed("the year is not four digits from 1970 on")
    }
    guard let month = months.firstIndex(of: parts[1]) else {
      throw malformed("the month is not Jan to Dec")
    }
    let digits = parts[2].utf8.count
    guard let day = number(parts[2], digits: digits), digits == (day < 10 ? 1 : 2),
      (1...length(ofMonth: month, year: year)).contains(day)
    else {
      throw malformed("the day is not one of that month, without a leading zero")
    }
    let days = dayNumber(year: year, month: month, day: day)
    // 1970-01-01, day 0, was a Thursday.
    guard weekdays.firstIndex(of: parts[0]) == (days + 3) % 7 else {
      throw malformed("the weekday is not that of the date")
    }
    return Int64(days * 86_400 + (try secondOfDay(parts[3])))
  }

  private static func secondOfDay(_ text: String) throws(CryptographyError) -> Int {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    let values = fields.compactMap { number(String($0), digits: 2) }
    guard fields.count == 3, values.count == 3, values[0] < 24, values[1] < 60, values[2] < 60
    else {
      throw malformed("the time is not HH:mm:ss")
    }
    return values[0] * 3_600 + values[1] * 60 + values[2]
  }

  private static func number(_ text: String, digits: Int) -> Int? {
    let characters = Array(text.utf8)
    guard characters.count == digits, digits > 0, digits <= 4,
      characters.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return characters.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  /// The days since 1970-01-01; `month` counts from 0, `day` from 1.
  private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let before = year - 1
    let leapDays = before / 4 - before / 100 + before / 400 - 477
    let monthDays = (0..<month).reduce(0) { $0 + length(ofMonth: $1, year: year) }
    return (year - 1970) * 365 + leapDays + monthDays + day - 1
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
    return month == 1 && isLeap ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]
  }

  private static func malformed(_ reason: String) -> CryptographyError {
    CryptographyError(.malformedTimestamp, reason)
  }
}
