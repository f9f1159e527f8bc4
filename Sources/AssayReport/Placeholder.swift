// AssayReport
