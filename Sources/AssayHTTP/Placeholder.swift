// AssayHTTP
