/** Finds rows about a request ($1), as the owner of a store. None of these columns is personal. */
export interface Source {
  readonly title: string;
  readonly text: string;
}

/** Audit rows since $2: those of the request, and of work that it alone caused. */
const AUDIT_ROWS = (table: string): string => `
  SELECT client_id, data_env, occurred_at, action, outcome, actor_kind, actor_id, scope, metadata
    FROM ${table} WHERE request_id = $1 AND occurred_at > $2 ORDER BY occurred_at, event_id LIMIT 200`;

export const AUDIT_TRAIL = AUDIT_ROWS('audit_events');
export const AUDIT_OUTBOX = AUDIT_ROWS('audit_outbox');

/** Records and work do not outlive a few days, so they are read without a bound on time. */
export const KEYS_OF_REQUEST = `
  SELECT client_id, data_env, operation, actor, lock_token, locked_until, completed_at, response_status, expires_at
    FROM idempotency_records WHERE request_id = $1 ORDER BY expires_at LIMIT 50`;

export const OF_REQUEST: readonly Source[] = [
  {
    title: 'work that waits',
    text: `
  SELECT client_id, data_env, kind, item_id, key, appended_at, ready_at, attempts, lease_token, traceparent
    FROM work_items WHERE request_id = $1 ORDER BY item_id LIMIT 200`,
  },
  {
    title: 'work that failed too often',
    text: `
  SELECT client_id, data_env, kind, item_id, key, appended_at, attempts, died_at, reason, traceparent
    FROM work_dead_letters WHERE request_id = $1 ORDER BY item_id LIMIT 200`,
  },
];

/** The stored answer of a request whose record ($1: lock tokens) is not completed yet. */
export const EFFECTS: Source = {
  title: 'stored response not yet in the idempotency record',
  text: `
  SELECT client_id, data_env, operation, actor, completed_at, response_status
    FROM idempotency_effects WHERE lock_token = ANY ($1::uuid[]) LIMIT 50`,
};

/**
 * Follows the objects that the audit rows of the request name: rows of the tenant ($1, $2) with one
 * of the ids ($3), since the request ($4).
 */
const following = (
  title: string,
  table: string,
  ids: readonly string[],
  columns: string,
  at: string,
): Source => ({
  title,
  text: `
  SELECT ${[...ids, columns, at].join(', ')} FROM ${table}
   WHERE client_id = $1 AND data_env = $2 AND (${ids.map((id) => `${id}::text = ANY ($3::text[])`).join(' OR ')})
     AND ${at} >= $4 ORDER BY ${at} LIMIT 50`,
});

const DELIVERY = 'webhook_id, event_type, attempt_count';

export const FOLLOWED: Readonly<Record<'metadata' | 'tenant', readonly Source[]>> = {
  metadata: [
    following(
      'notices by mail',
      'notices',
      ['subject'],
      'kind, status, reason, attempts, ended_at',
      'created_at',
    ),
    following('notices in the bell', 'notice_entries', ['subject'], 'kind, topic', 'created_at'),
  ],
  tenant: [
    following(
      'webhook deliveries',
      'webhook_deliveries',
      ['delivery_id', 'redelivery_of', 'call_id'],
      `${DELIVERY}, status, failure_code, response_status_code, next_attempt_at`,
      'created_at',
    ),
    following(
      'single calls',
      'single_dispatches',
      ['dispatch_id'],
      'project_id, status, refused_codes',
      'requested_at',
    ),
    following(
      'evidence that a dial was permitted',
      'outbound_evidence',
      ['dispatch_id'],
      'policy_source, policy_version, call_type, jurisdiction',
      'recorded_at',
    ),
  ],
};
