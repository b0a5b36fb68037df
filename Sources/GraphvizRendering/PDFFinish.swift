/// Takes the day and time of its making out of a PDF, so that equal drawings are equal bytes.
enum PDFFinish {
  /// The same document; spaces stand in the place of the entry, so that every offset still holds.
  static func finish(_ bytes: [UInt8]) -> [UInt8] {
    guard let start = bytes.firstRange(of: Array("/CreationDate (".utf8)),
      let end = bytes[start.upperBound...].firstIndex(of: UInt8(ascii: ")"))
    else { return bytes }
    var bytes = bytes
    for index in start.lowerBound...end { bytes[index] = UInt8(ascii: " ") }
    return bytes
  }
}
