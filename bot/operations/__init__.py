"""Tools for whoever hosts the bot: health, metrics, diagnostics and backups."""
