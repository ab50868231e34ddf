"""The blocks that layers are built of: one file per kind. Sizes in, tensors and costs out."""
