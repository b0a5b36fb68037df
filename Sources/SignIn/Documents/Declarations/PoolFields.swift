import TransitionTables

/// The fields of the classes of a program that may hold its pools: `this.pool = users`.
struct PoolFields {
  /// By field, the variable of the pool that it is given.
  private var variables: [String: String] = [:]
  /// Those that a method of the class gives what it makes.
  private var made: Set<String> = []

  /// Goes on behind the field that a program assigns, `this.pool =`, and gives its name; nil where
  /// it assigns none.
  /// - Parameters:
  ///   - scanner: the scanner, behind `this`.
  ///   - names: the variables of the pools so far.
  mutating func take(_ scanner: inout SourceScanner, among names: Set<String>) -> String? {
    guard scanner.take(".") else { return nil }
    let field = scanner.word()
    scanner.skipBlanks()
    guard !field.isEmpty, !scanner.looksAt("=="), scanner.take("=") else { return nil }
    scanner.skipBlanks()
    if scanner.looksAt("this.") { made.insert(field) }
    var value = scanner
    let word = value.word()
    if names.contains(word) { variables[field] = word }
    return field
  }

  /// Resources that refer to the pool which the field holds that they name; what a method makes is
  /// the pool where there is only one.
  func joined(_ resources: [TerraformResource]) -> [TerraformResource] {
    let pools = Set(resources.filter { $0.type == TerraformNames.pool }.map(\.name))
    let only = pools.count == 1 ? pools.first : nil
    return resources.map { resource in
      var resource = resource
      guard var entries = resource.arguments.entries else { return resource }
      for index in entries.indices where entries[index].key == "user_pool_id" {
        guard let owner = entries[index].value.resource, !pools.contains(owner) else { continue }
        let pool = variables[owner] ?? (made.contains(owner) ? only : nil)
        entries[index].value.resource = pool ?? owner
      }
      resource.arguments.content = .record(entries)
      return resource
    }
  }
}
