"""Vision and audio towers, one file per kind: stored and resident, no part of the text model."""
