"""The puzzle and the deal of the day: their pages, the solution, the boards, the posts in channels."""
