"""One file per family of models: from the fields of its config to its layers."""
