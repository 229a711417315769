"""The league's git repository: commits, the files that follow them, the index, remotes and history."""
