import Foundation

/// Whether a text contains another, byte for byte. Foundation's method of that name compares
/// one character after another; a third of the time for a project's programs went into it.
extension String {
  package func contains(_ other: String) -> Bool { self[...].contains(other) }
}

extension Substring {
  package func contains(_ other: String) -> Bool {
    let found = utf8.withContiguousStorageIfAvailable { text in
      other.utf8.withContiguousStorageIfAvailable { word in
        isContained(UnsafeRawBufferPointer(word), in: UnsafeRawBufferPointer(text))
      }
    }
    if let found = found?.flatMap({ $0 }) { return found }
    // A text that has no bytes of its own is copied.
    let (text, word) = (Array(utf8), Array(other.utf8))
    return text.withUnsafeBytes { text in word.withUnsafeBytes { isContained($0, in: text) } }
  }
}

/// Whether bytes contain others. The C library searches, which is fast however this module is
/// compiled.
private func isContained(_ word: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer) -> Bool {
  guard let first = word.first, let letters = word.baseAddress else { return true }
  guard let base = text.baseAddress else { return false }
  var next = 0
  while next + word.count <= text.count,
    let found = memchr(base + next, CInt(first), text.count - next - word.count + 1)
  {
    if memcmp(found, letters, word.count) == 0 { return true }
    next = UnsafeRawPointer(found) - base + 1
  }
  return false
}
