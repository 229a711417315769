"""What has happened in a game, turn by turn, as pages tell it; and what a build keeps of it for the next one."""
