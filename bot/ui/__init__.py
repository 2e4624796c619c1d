"""The Discord user interface, in layers: each package only uses those below it (docs/architecture.md)."""
