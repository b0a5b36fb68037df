import Foundation

/// What the system says is wrong, in plain words.
package enum SystemFault {
  /// The words for an error number.
  package static func words(_ number: Int32) -> String {
    switch number {
    case ENOSPC, EDQUOT: "the disk is full"
    case EACCES, EPERM: "permission is denied"
    case EROFS: "the disk is read-only"
    case ENOTDIR, EEXIST: "a part of its path is a file, not a folder"
    case EISDIR: "there is a folder of this name"
    case ENAMETOOLONG: "its name is too long"
    case ELOOP: "its path leads through a circle of links"
    case ENOENT: "its folder is missing"
    case EBADF, EIO: "the device does not work"
    case ENXIO: "nobody reads it"
    case EFBIG: "it is larger than files may be here"
    case EMFILE, ENFILE: "too many files are open"
    case EADDRINUSE: "another process listens there"
    case EADDRNOTAVAIL: "this machine has no such address"
    default: "the system refuses it (error \(number))"
    }
  }

  /// The words for what Foundation throws where the system refuses a file; what is thrown by others
  /// speaks for itself.
  package static func words(_ error: any Error) -> String {
    let fault = error as NSError
    let inner = (fault.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
    if let known = [fault, inner].first(where: { $0?.domain == NSPOSIXErrorDomain }), let known {
      return words(Int32(truncatingIfNeeded: known.code))
    }
    return fault.domain == NSCocoaErrorDomain
      ? "the system refuses it (error \(fault.code))" : "\(error)"
  }
}
