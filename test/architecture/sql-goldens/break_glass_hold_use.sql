SELECT b.use_id, b.holder_id, b.signed_in_at, b.opened_at, b.reason_sealed, b.ends_at, b.closed_at, b.closed_by,
           b.confirmed_at, b.confirmed_by
      FROM break_glass_uses b
     WHERE b.client_id = $1 AND b.data_env = $2 AND b.use_id = $3::uuid FOR UPDATE
