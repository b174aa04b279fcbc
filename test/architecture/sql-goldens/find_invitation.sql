SELECT i.invitation_id, i.role, i.email_sealed, i.mail_status, i.sends, i.sent_at, i.expires_at, i.created_at, i.created_by,
           i.accepted_at, i.accepted_by, i.withdrawn_at
      FROM person_invitations i
     WHERE i.client_id = $1 AND i.data_env = $2 AND i.role = ANY($3::text[])
       AND i.organisation_id IS NOT DISTINCT FROM $4 AND i.invitation_id = $5::uuid
