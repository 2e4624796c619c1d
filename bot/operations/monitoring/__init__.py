"""What a running bot says of itself: a small web server with health and metrics."""
