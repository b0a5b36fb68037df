/// A value that holds secrets in plain text (sessions, codes in a mailbox, requests). Printing,
/// dumping or interpolating it shows only its type, and so does a crash report.
protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
  /// The name of the type, without content.
  public var description: String { "\(Self.self)(‹redacted›)" }
  /// The name of the type, without content.
  public var debugDescription: String { description }
  /// A mirror without children, so that dumps show no content.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension PoolService: Redacted {}
extension WireReplay: Redacted {}
extension Transcript: Redacted {}
extension Transcript.Line: Redacted {}
extension World: Redacted {}
extension UserHalf: Redacted {}
extension PoolHalf: Redacted {}
extension ServiceTurn: Redacted {}
extension ServiceAccount: Redacted {}
extension ServiceSession: Redacted {}
extension ServiceMail: Redacted {}
extension ServiceAccounts: Redacted {}
extension ServiceReply: Redacted {}
extension ServiceExchange: Redacted {}
extension PresentedTexts: Redacted {}
extension ServiceInput: Redacted {}
extension WireApp: Redacted {}
extension SignUpSessionRecord: Redacted {}
extension PoolHalf.Session: Redacted {}
extension LateRequest: Redacted {}
extension AppInstance: Redacted {}
extension UserHalf.Stranger: Redacted {}
