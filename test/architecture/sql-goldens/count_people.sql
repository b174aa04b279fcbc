SELECT count(*)::integer AS total FROM (
    SELECT u.user_id, u.display_name, a.assignment_id, a.role, a.last_seen_at,
           a.active AND u.active AND ($4::text IS NULL OR m.active IS TRUE) AS active,
           i.invitation_id, i.email_sealed, i.created_by AS invited_by
      FROM portal_user_client_assignments a
      JOIN portal_users u ON u.user_id = a.user_id
      LEFT JOIN partner_organisation_members m ON m.organisation_id = $4 AND m.user_id = a.user_id
      LEFT JOIN LATERAL (
           SELECT v.invitation_id, v.email_sealed, v.created_by
             FROM person_invitations v
            WHERE v.client_id = $1 AND v.data_env = $2 AND v.accepted_by = a.user_id
              AND v.organisation_id IS NOT DISTINCT FROM $4
            ORDER BY v.accepted_at DESC
            LIMIT 1) i ON true
     WHERE a.client_id = $1 AND a.data_env = $2 AND a.role = ANY($3::text[])
       AND ($4::text IS NULL OR a.organisation_id = $4)) p
