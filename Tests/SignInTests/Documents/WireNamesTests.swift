import TestSupport
import Testing
import TransitionTables

@testable import SignIn

/// What readers of documents take for a member of an enumeration is what the table calls it on the
/// wire.
@Suite struct WireNamesTests {
  private struct NoMembers: Error {}

  @Test(arguments: [
    ("mfa", WireNames.mfa), ("mfaMethods", .mfaMethods), ("autoVerified", .contactAttributes),
    ("aliasAttributes", .aliasAttributes), ("firstFactors", .firstFactors), ("tier", .tier),
    ("emailSender", .emailSender), ("threatProtection", .threatProtection),
    ("webAuthnFactor", .webAuthnFactor), ("userVerification", .userVerification),
    ("existenceErrors", .existenceErrors), ("flows", .flows), ("triggers", .triggers),
    ("recovery", .recovery),
  ])
  func `a reader's names are those of the table`(parameter: String, names: WireNames) throws {
    let model = try BundledTable.signIn()
    let slot = try #require(model.parameter(named: parameter))
    let type =
      switch model.slots[slot].type {
      case .member(let id), .set(let id): model.types.enums[id]
      default: throw NoMembers()
      }
    // A priority of several mechanisms is read from their list.
    let named = type.members.indices.filter { type.wireName(of: $0)?.contains(", ") == false }
    #expect(!named.isEmpty)
    for position in named {
      #expect(names.wire(of: type.members[position]) == type.wireName(of: position))
    }
    let known = Set(type.members)
    #expect(names.pairs.filter { !known.contains($0.member) }.map(\.wire) == [])
  }
}
