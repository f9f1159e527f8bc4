// AssaySchema
