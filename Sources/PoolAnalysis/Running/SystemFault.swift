import Foundation

/// Describes errors of the system in plain words.
package enum SystemFault {
  /// The description of an error number.
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

  /// The description of an error that Foundation throws where the system rejects a file; other
  /// errors describe themselves.
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
