"""Orders and turn notices by mail: messages in, read as data, and messages out, ready for `sendmail`.

Nothing is sent and no mailbox is changed here. A sender's address can be forged by anybody.
"""
