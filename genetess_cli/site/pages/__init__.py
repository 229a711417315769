"""Every page as a value: a struct whose fields are the names that its template reads, and what makes it of facts."""
