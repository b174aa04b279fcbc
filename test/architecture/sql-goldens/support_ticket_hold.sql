SELECT t.ticket_id, t.ticket_number, t.revision, t.subject_encrypted, t.category, t.priority, t.status,
       t.project_id, t.requester, t.assignee, t.created_at, t.updated_at, t.first_response_due_at, t.first_responded_at,
       t.solved_at, t.last_sequence, t.last_public_sequence, t.public_comments, t.internal_comments, t.related_calls,
       t.attachments, coalesce((SELECT m.read_sequence FROM support_read_marks m
                  WHERE m.client_id = $1 AND m.data_env = $2 AND m.person = $3 AND m.ticket_id = t.ticket_id), 0) AS read_sequence
  FROM support_tickets t
 WHERE t.client_id = $1 AND t.data_env = $2 AND t.ticket_id = $7::uuid AND ($6::boolean OR t.category <> 'privacy')
       AND ($4::boolean OR (t.requester = $3 OR t.ticket_id IN (
           SELECT r.ticket_id FROM support_recipients r
            WHERE r.client_id = $1 AND r.data_env = $2 AND r.user_id = $3)) OR t.project_id = ANY ($5::text[]))
   FOR UPDATE OF t
