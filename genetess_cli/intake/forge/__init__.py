"""What a league's workflow does on a forge, step by step: `collect`, `tick` and `talk` of `genetess forge`."""
