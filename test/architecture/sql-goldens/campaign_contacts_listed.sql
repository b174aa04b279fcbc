SELECT coalesce(sum(value), 0)::integer AS total
  FROM campaign_counts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND counter = 'listed'
   AND ($4::text IS NULL OR split_part(key, '/', 1) = $4)
   AND ($5::text IS NULL OR split_part(key, '/', 2) = $5)
   AND ($6::text IS NULL OR split_part(key, '/', 3) = $6)
   AND ($7::boolean IS NULL OR (split_part(key, '/', 2) = '-') = $7)
