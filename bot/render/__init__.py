"""Views as words and pictures. Pure: nothing here knows Discord, the tables or where anything is stored."""
