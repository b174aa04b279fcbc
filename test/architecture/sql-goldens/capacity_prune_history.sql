SELECT prune_capacity_history($1, $2) AS removed
