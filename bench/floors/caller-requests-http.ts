import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { Pool } from 'pg';
import { announce } from '../harness/children.ts';

// The floor of the rows of caller requests: node:http and the bare named statements, without
// router, credentials, row-level security or log.

// As many connections as our own processes take by default.
const pool = new Pool({ connectionString: process.argv[2], max: 10 });
const TENANT = ['client-1', 'prod'];
const KEY = randomBytes(32);

const COUNT = {
  name: 'count',
  text: `
SELECT count(*)::integer AS open,
       count(*) FILTER (WHERE urgent_from <= $3 AND overdue_from > $3)::integer AS urgent,
       count(*) FILTER (WHERE overdue_from <= $3)::integer AS overdue
  FROM caller_requests WHERE client_id = $1 AND data_env = $2 AND closed_at IS NULL`,
};

const COLUMNS = `request_id, tracking_number, revision, request_type, status, received_at, timezone, due_at,
  due_date_local::text, urgent_from, overdue_from, closed_at, caller_display, contact_kind, identifier_kind, duplicate_of,
  data_found_state, data_found_count, project_labels, support_ticket_reference`;

const LIST = {
  name: 'list',
  text: `SELECT ${COLUMNS} FROM caller_requests WHERE client_id = $1 AND data_env = $2
          ORDER BY received_at DESC, request_id DESC LIMIT 51`,
};

const PLACE = { name: 'place', text: 'SELECT timezone FROM clients WHERE client_id = $1' };
const NUMBER = {
  name: 'number',
  text: `UPDATE caller_request_counters SET last_number = last_number + 1 WHERE client_id = $1 AND data_env = $2 RETURNING last_number`,
};
const INSERT = {
  name: 'insert',
  text: `INSERT INTO caller_requests (client_id, data_env, tracking_number, request_type, status, source, received_at, timezone,
                due_at, due_date_local, urgent_from, overdue_from, caller_display, contact_kind, identifier_kind, identifier_hash,
                hash_key_id, data_found_state, created_at, updated_at, duplicate_of)
         VALUES ($1, $2, $3, 'access', 'needs_review', 'support', $4::timestamptz, $5, $4::timestamptz, $4::timestamptz, $4::timestamptz,
                $4::timestamptz, $6, 'phone', 'phone', $7, 'key',
                'manual_review_required', $4::timestamptz, $4::timestamptz, (SELECT min(tracking_number) FROM caller_requests
                 WHERE client_id = $1 AND data_env = $2 AND identifier_hash = $7 AND hash_key_id = 'key'))
         RETURNING ${COLUMNS}`,
};
const HISTORY = {
  name: 'history',
  text: `INSERT INTO caller_request_history (client_id, data_env, request_id, revision, changed_at, actor_kind, actor_id,
                to_status, data_found_state)
         VALUES ($1, $2, $3, 1, $4, 'api_key', 'floor', 'needs_review', 'manual_review_required')`,
};
const AUDIT = {
  name: 'audit',
  text: `INSERT INTO audit_events (client_id, data_env, occurred_at, action, outcome, actor_kind, actor_id, scope, request_id, metadata)
         VALUES ($1, $2, $3, 'caller_request.created', 'success', 'api_key', 'floor', 'support-ingest', 'floor', $4)`,
};

// The row that the queue's library writes for a job, without its bookkeeping columns.
const JOB = {
  name: 'job',
  text: `INSERT INTO jobs.job (name, data, retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds, keep_until)
         VALUES ('caller-requests.search', $1, 5, 30, true, 60, 604800, now() + interval '14 days')`,
};

interface Sent {
  readonly caller_identifier: string;
  readonly received_at_utc: string;
}

/** The statements and the cryptography of one incoming request, in one transaction. */
async function create(body: string): Promise<object> {
  const sent = JSON.parse(body) as Sent;
  const number = parsePhoneNumberFromString(sent.caller_identifier)?.number ?? '';
  const hash = createHmac('sha256', KEY).update(number).digest();
  const at = new Date(sent.received_at_utc);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const place = await client.query<{ timezone: string }>({ ...PLACE, values: TENANT.slice(0, 1) });
    const next = await client.query<{ last_number: number }>({ ...NUMBER, values: TENANT });
    const values = [next.rows[0]?.last_number, at, place.rows[0]?.timezone, '+61 *** *** 156', hash];
    const { rows } = await client.query<{ request_id: string }>({
      ...INSERT,
      values: [...TENANT, ...values],
    });
    const [row] = rows;
    await client.query({ ...HISTORY, values: [...TENANT, row?.request_id, at] });
    await client.query({
      ...AUDIT,
      values: [...TENANT, at, JSON.stringify({ request_id: row?.request_id })],
    });
    await client.query({ ...JOB, values: [JSON.stringify({ requestId: row?.request_id })] });
    await client.query('COMMIT');
    return row ?? {};
  } finally {
    client.release();
  }
}

const rowsOf = async (statement: { text: string; values: unknown[] }): Promise<object[]> =>
  (await pool.query<object>(statement)).rows;

const server = createServer((request, response) => {
  const answered = (work: Promise<unknown>): void =>
    void work.then(
      (body) => answer(response, 200, body),
      (error: unknown) => answer(response, 500, { error: String(error) }),
    );
  const url = request.url ?? '';
  if (url.endsWith('/count')) return answered(rowsOf({ ...COUNT, values: [...TENANT, new Date()] }));
  if (url.endsWith('/list')) return answered(rowsOf({ ...LIST, values: TENANT }));
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => answered(create(body)));
});

function answer(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

server.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port));
