// AssayFindings
