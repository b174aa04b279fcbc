SELECT l.project_id, l.concurrency_limit, l.reserved_inbound, u.inbound, u.outbound
  FROM capacity_limits l
 CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE h.is_inbound)::integer AS inbound,
              count(*) FILTER (WHERE NOT h.is_inbound)::integer AS outbound
         FROM capacity_leases h
        WHERE h.client_id = $1 AND h.data_env = $2 AND NOT h.is_waiting AND h.expires_at > statement_timestamp()
          AND (h.project_id = $3 OR l.project_id = '')) u
 WHERE l.client_id = $1 AND l.data_env = $2 AND l.project_id IN ('', $3)
 ORDER BY l.project_id
