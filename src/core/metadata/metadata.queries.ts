/** Adds an audit row; it asks for nothing back, so that the login needs no leave to read the audit trail. */
export const INSERT_AUDIT_EVENT = {
  name: 'insert_audit_event',
  text: `
    INSERT INTO audit_events
           (client_id, data_env, occurred_at, action, outcome, actor_kind, actor_id, scope, request_id, metadata)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};
