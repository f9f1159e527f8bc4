import AssayJSON

/// A keyword for what the others of its schema did not look at, in values of one kind.
protocol UnevaluatedKeyword: SchemaKeyword {
  static var kind: ProgramBlock.Kind { get }
  /// Adds the steps for what is not looked at.
  func emit(beside evaluation: StaticEvaluation, _ block: inout ProgramBlock, _ builder: inout ProgramBuilder)
}

extension UnevaluatedKeyword {
  func lookAt(_ value: JSONValue, _ locations: inout EvaluatedLocations, _ run: SchemaRun) {
    if value.kind == Self.kind.kind { locations.all = true }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {
    guard block.kind == Self.kind else { return }
    if let evaluation = builder.evaluation(of: block.node) {
      emit(beside: evaluation, &block, &builder)
    } else {
      block.fallBack()
    }
  }
}
