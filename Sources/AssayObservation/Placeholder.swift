// AssayObservation
