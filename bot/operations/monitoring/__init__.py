"""A running bot's health and metrics, and the small web server that serves them."""
