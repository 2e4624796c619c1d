"""Cards of facts in rows: results, scores, leaderboards, statistics and puzzle boards."""
