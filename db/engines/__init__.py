"""The database engines that a store can use."""
