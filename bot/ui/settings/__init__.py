"""What people and servers choose."""
