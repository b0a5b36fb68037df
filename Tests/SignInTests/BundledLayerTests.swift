import Foundation
import TestSupport
import Testing

@testable import SignIn
@testable import TransitionTables

/// The layers that travel with the binary, over the model that they are written for.
@Suite struct BundledLayerTests {
  private static func name(_ text: String) -> LayerName {
    LayerName(text, at: SourceLocation(file: "test"))
  }

  private static let android = Result { try BundledTable.signIn(layers: [name("amplify-android")]) }

  @Test func `the part of Amplify's Android client changes rows and keeps all others`() throws {
    let plain = try BundledTable.signIn()
    let model = try Self.android.get()
    #expect(model.layers == ["amplify-android"])
    let before = Set(plain.rows.map(\.id))
    let after = Set(model.rows.map(\.id))
    #expect(
      before.subtracting(after).sorted() == [
        "client.deleteUser.notFound", "client.deleteUser.notFoundSignedOut",
        "client.exception.PasswordResetRequired",
        "client.exception.PasswordResetRequired.answering",
        "client.exception.PasswordResetRequired.settingUp", "client.exception.UserNotConfirmed",
        "client.exception.UserNotConfirmed.answering",
        "client.exception.UserNotConfirmed.settingUp", "client.signOut.web.notConfigured",
      ])
    #expect(
      after.subtracting(before).sorted() == [
        "client.exception.deviceRefused", "client.exception.passkeyAsserted",
        "client.passkey.assertedAgain", "client.passkey.cancelledAgain", "client.signOut.failed",
        "client.signOut.globallyFailed", "client.signOut.web.failedGlobal",
        "client.signOut.withoutPage",
      ])
    #expect(Set(model.rows.filter { $0.layer != nil }.map(\.id)).count == 27)
    #expect(model.symbols["signedOutPartial.hostedUIError"] != nil)
    #expect(
      model.rows.filter { $0.component != nil && $0.layer == nil }.allSatisfy {
        before.contains($0.id)
      })
  }

  @Test func `each of its rows says where it comes from, and one that it extends keeps that`()
    throws
  {
    let extended = [
      "client.confirm.emptyCode", "client.confirm.passkey", "client.passkey.unsupportedAgain",
    ]
    for row in try Self.android.get().rows where row.layer != nil {
      #expect(row.location.file.hasPrefix("Models/layers/amplify-android/"))
      let isOwn = row.source?.document.hasPrefix("amplify-android-client") == true
      #expect(isOwn == !extended.contains(row.id), "\(row.id)")
    }
  }

  @Test func `each bundled layer is found by the name that its files have`() throws {
    #expect(BundledTable.layerNames == ["amplify-android"])
    for name in BundledTable.layerNames {
      #expect(try BundledTable.signIn(layers: [Self.name(name)]).layers == [name])
    }
  }

  @Test func `a layer over a bundled one is refused where the row is not there any more`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "more.yaml")
    try """
    layer: more
    extends: amplify-android
    drop:
      transitions: [client.deleteUser.notFound, client.signOut.faild]

    """.write(to: file, atomically: true, encoding: .utf8)
    let layers = [Self.name("amplify-android"), Self.name(folder.path)]
    let found = #expect(throws: DiagnosticList.self) { try BundledTable.signIn(layers: layers) }
    let complaints = found?.diagnostics.map {
      "\($0.location.line):\($0.location.column) \($0.code)"
    }
    #expect(complaints == ["4:17 layer.conflict", "4:45 table.unknown-name"])
    #expect(found?.diagnostics.last?.remedy == "did you mean `client.signOut.failed`?")
  }

  @Test func `a name that no layer has is refused with the nearest one`() throws {
    let found = #expect(throws: DiagnosticList.self) {
      try BundledTable.signIn(layers: [Self.name("amplify-andriod")])
    }
    #expect(found?.diagnostics.map(\.code) == ["layer.unknown"])
    #expect(found?.diagnostics.first?.remedy == "did you mean `amplify-android`?")
  }

  @Test(.long)
  func `the table with a bundled layer has no complaint`() throws {
    #expect(Inspector(try Self.android.get()).inspect().map(\.rendered) == [])
  }
}
