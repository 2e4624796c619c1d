"""Typed input: autocompletion and moves by command."""
