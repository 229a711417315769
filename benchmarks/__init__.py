"""What README's figures are printed by: `make bench`. Ratios within one run, never times."""
