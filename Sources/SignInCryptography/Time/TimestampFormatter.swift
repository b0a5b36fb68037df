/// Writes the client's `TIMESTAMP`: `EEE MMM d HH:mm:ss 'UTC' yyyy` in English and UTC, the day
/// without a leading zero, such as `Sat Nov 1 01:53:03 UTC 2026`.
///
/// It is pure arithmetic on the proleptic Gregorian calendar: no locale, no time zone data, no leap
/// seconds. The pool reads timestamps with `TimestampParser`, which counts days in another way.
public enum TimestampFormatter {
  /// The last second that has a four-digit year: 9999-12-31 23:59:59.
  public static let maximum: Int64 = 253_402_300_799

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let monthsFromMarch = [
    "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb",
  ]

  /// The timestamp of a time.
  ///
  /// - Parameter unixSeconds: seconds since 1970, 0 to `maximum`.
  /// - Throws: `outOfRange` for another time.
  public static func format(_ unixSeconds: Int64) throws(CryptographyError) -> String {
    guard (0...maximum).contains(unixSeconds) else {
      throw CryptographyError(
        .outOfRange, "a timestamp lies between 1970 and 9999; \(unixSeconds) s does not")
    }
    let days = Int(unixSeconds / 86_400)
    let second = Int(unixSeconds % 86_400)

    // Years that begin on 1 March have the leap day last, so that months have a closed formula;
    // 719,468 days lie between 0000-03-01 and 1970-01-01.
    let day = days + 719_468
    let era = day / 146_097
    let dayOfEra = day % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    let year = era * 400 + yearOfEra + (month >= 10 ? 1 : 0)

    let time = [second / 3_600, second / 60 % 60, second % 60].map(twoDigits)
    let date = "\(weekdays[days % 7]) \(monthsFromMarch[month]) \(dayOfMonth)"
    return "\(date) \(time.joined(separator: ":")) UTC \(year)"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
