/**
 * SQL of the tickets that wait for a first answer of staff, as (ticket_id, reference, project_id,
 * first_response_due_at).
 */
export const unansweredTickets = ({
  client,
  env,
  views,
}: {
  readonly client: string;
  readonly env: string;
  readonly views: string;
}): string => `
SELECT t.ticket_id, t.project_id, t.first_response_due_at,
       'SUP-' || lpad(t.ticket_number::text, greatest(4, length(t.ticket_number::text)), '0') AS reference
  FROM support_tickets${views} t
 WHERE t.client_id = ${client} AND t.data_env = ${env} AND t.first_responded_at IS NULL AND t.status IN ('new', 'open')`;
