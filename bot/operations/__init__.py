"""What a host needs beside the bot itself: health, metrics, a check-up and backups."""
