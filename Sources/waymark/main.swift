import Foundation
import WaymarkCommands

exit(WaymarkTool.main())
