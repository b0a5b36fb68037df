/// Removes the creation date and time from a PDF, so that equal drawings have equal bytes.
enum PDFFinish {
  /// The document with the entry replaced by spaces, so that every offset stays valid.
  static func finish(_ bytes: [UInt8]) -> [UInt8] {
    guard let start = bytes.firstRange(of: Array("/CreationDate (".utf8)),
      let end = bytes[start.upperBound...].firstIndex(of: UInt8(ascii: ")"))
    else { return bytes }
    var bytes = bytes
    for index in start.lowerBound...end { bytes[index] = UInt8(ascii: " ") }
    return bytes
  }
}
