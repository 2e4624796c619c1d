"""Cards of rows that are good to show: results, scores, statistics and boards."""
