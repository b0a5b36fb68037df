import SignIn
import TransitionTables

/// What the files of Amplify's CLI say of the resources in its folders, such as
/// `amplify/backend/auth/shop/`.
enum AmplifyCategory {
  /// A template of an API makes a pool of its own only where its parameter is `NONE`.
  static let given = "a template whose parameters.json gives it a pool that is made elsewhere"
  private static let unlisted = "a pool of Amplify's that backend-config.json does not list"

  /// What a document is, where the files next to it say that it makes no pool; nil otherwise.
  static func withoutPool(_ path: String) -> String? {
    guard let backend = path.ranges(of: "amplify/backend/").last?.upperBound else { return nil }
    let names = path[backend...].split(separator: "/")
    guard names.count > 2 else { return nil }
    switch names[0] {
    case "api":
      let values = document(ProjectFiles.folder(of: path) + "/parameters.json")
      guard let pool = values?["AuthCognitoUserPoolId"], !["", "NONE"].contains(pool.text) else {
        return nil
      }
      return given
    case "auth":
      let listed = document(path[..<backend] + "backend-config.json")?["auth"]?.entries ?? []
      return listed.isEmpty || listed.contains { $0.key == names[1] } ? nil : unlisted
    default: return nil
    }
  }

  private static func document(_ path: String) -> LocatedNode? {
    (try? PoolReader.document(at: path))?.root
  }
}
