"""Orders by mail: messages in, read as data, and answers out. Anybody can forge a sender's address."""
