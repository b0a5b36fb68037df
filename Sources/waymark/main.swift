import Foundation
import WaymarkCommands

// No `exit`: it takes OpenSSL down, which other threads of a server may use until the end.
let status = WaymarkTool.main()
fflush(nil)
_exit(status)
