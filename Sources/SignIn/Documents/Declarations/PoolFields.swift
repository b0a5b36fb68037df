import TransitionTables

/// The fields of classes in a program that may hold its pools: `this.pool = users`.
struct PoolFields {
  /// For each field, the pool variable that is assigned to it.
  private var variables: [String: String] = [:]
  /// The fields that are assigned the result of a method of the class.
  private var made: Set<String> = []

  /// Reads the field that a program assigns, `this.pool =`, and returns its name; nil where it
  /// assigns none.
  /// - Parameters:
  ///   - scanner: the scanner, behind `this`; it moves behind the equals sign.
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

  /// Makes resources that refer to a field refer to the pool that the field holds. The result of a
  /// method is taken for the pool where there is only one.
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
