/// A question about a pool that the library WaymarkTesting asks the program `waymark`: the pool's
/// documents, values laid over them, and the subject.
package struct PoolQuestion: Codable, Sendable, Hashable {
  /// The kind of answer wanted.
  package enum Subject: Codable, Sendable, Hashable {
    /// The verdicts, and the paths if they can be listed.
    case report
    /// The parameters; for those that vary also all values.
    case parameters(varying: [String])
    /// Which of some variants of the pool the service accepts. A variant is given by values for
    /// parameters, which are laid over the documents.
    case legality(of: [[String: Int]])
    /// The name that a misspelt name most probably means.
    case nearest(to: String, among: [String])
  }

  /// The paths of the pool's documents. If ``text`` has the content, the only path is its name.
  package var paths: [String]
  package var text: String?
  /// Values that are laid over the documents, by parameter name.
  package var closed: [String: Int] = [:]
  package var subject = Subject.report

  package init(paths: [String], text: String? = nil) { (self.paths, self.text) = (paths, text) }

  /// A question about the same pool with another subject.
  package func about(_ subject: Subject) -> PoolQuestion {
    var question = self
    question.subject = subject
    return question
  }
}

/// The program's answer to a ``PoolQuestion``.
package enum PoolAnswer: Codable, Sendable, Hashable {
  /// The documents cannot be read, or the pool cannot be explored; the problems, as `check` prints
  /// them.
  case failed([String])
  /// The service rejects the configuration: the rules that it violates, with the service's
  /// messages.
  case illegal([String])
  case report(ExploredPool)
  case parameters([PoolParameter])
  case legality([Bool])
  case nearest(String?)
}

/// A report with additional data for tests: the places of paths, and all names.
package struct ExploredPool: Codable, Sendable, Hashable {
  package var report: PoolReport
  /// The number of legal configurations, if there are too many to list their paths.
  package var excess: String?
  /// For each path of the report, the place of the setting that decides one of its rows; the
  /// setting of the last such row.
  package var pathPlaces: [FindingPlace?]
  /// The names of all next steps in the table, in its order.
  package var nextSteps: [String]
  /// The names of all properties in the table: for each, its id and the id of its member.
  package var properties: [[String]]

  package init(
    report: PoolReport, pathPlaces: [FindingPlace?], nextSteps: [String], properties: [[String]]
  ) {
    (self.report, self.pathPlaces) = (report, pathPlaces)
    (self.nextSteps, self.properties) = (nextSteps, properties)
  }
}

/// A parameter of a pool, for a generator of pools.
package struct PoolParameter: Codable, Sendable, Hashable {
  /// A value, as the table's number and as a pool file writes it.
  package struct Value: Codable, Sendable, Hashable {
    package var code: Int
    package var text: String

    package init(code: Int, text: String) { (self.code, self.text) = (code, text) }
  }

  package var name: String
  /// The pool's own value; nil if the pool leaves it open.
  package var own: Value?
  /// All values, if the parameter varies.
  package var values: [Value]
  /// The place where a document states the parameter.
  package var place: FindingPlace?

  package init(name: String, own: Value?, values: [Value], place: FindingPlace?) {
    (self.name, self.own, self.values, self.place) = (name, own, values, place)
  }
}
