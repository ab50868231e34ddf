"""Thin faces of one Report: terminal, JSON, HTML. They hold no arithmetic."""
