@_exported public import AssayFindings
