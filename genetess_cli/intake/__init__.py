"""What people send, whatever way it comes: pull requests, forms and mail, accepted or rejected."""
