import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { announce } from '../harness/children.ts';

// The floor of the rows of campaigns: node:http and the bare named statements, without router,
// credentials, row-level security or log.

// As many connections as our own processes take by default.
const pool = new Pool({ connectionString: process.argv[2], max: 10 });

const SUMMARY = `campaign_id, project_id, name, description, campaign_type, campaign_call_type, status, status_reason,
  status_changed_at, priority, timezone, schedule_start_at, schedule_end_at, compliance, last_registry_wash_record_id,
  validation_status, validated_at, validation_blocker_count, validation_warning_count, created_at, updated_at`;

const LIST = {
  name: 'list',
  text: `SELECT (SELECT count(*)::integer FROM campaigns WHERE client_id = $1 AND data_env = 'prod') AS total, ${SUMMARY}
           FROM campaigns WHERE client_id = $1 AND data_env = 'prod'
          ORDER BY updated_at DESC, campaign_id DESC LIMIT 20`,
};
const DETAIL = {
  name: 'detail',
  text: `SELECT ${SUMMARY}, started_at, completed_at, retry_policy, voicemail_policy, personalization
           FROM campaigns WHERE client_id = $1 AND data_env = 'prod' AND campaign_id = $2`,
};
const COUNTS = {
  name: 'counts',
  text: `SELECT campaign_id, counter, key, sum(value)::float8 AS value FROM campaign_counts
          WHERE client_id = $1 AND data_env = 'prod' AND campaign_id = ANY($2::uuid[]) AND counter IN ('status', 'callable')
          GROUP BY campaign_id, counter, key`,
};

const CONTACTS = {
  name: 'contacts',
  text: `SELECT contact_id, external_contact_id, masked_phone, status, is_callable, not_callable_reason, registry_status,
                registry_checked_at, registry_valid_until, registry_wash_record_id, consent_type, consent_source,
                consent_given_at, consent_expires_at, consent_withdrawn_at, exemption_type, exemption_verified,
                attempt_count, last_attempt_at, next_attempt_at, last_disposition, last_call_id, created_at, updated_at
           FROM campaign_contacts WHERE client_id = $1 AND data_env = 'prod' AND campaign_id = $2
          ORDER BY created_at, contact_id LIMIT 50`,
};
const TOTAL = {
  name: 'total',
  text: `SELECT sum(value)::float8 AS total FROM campaign_counts
          WHERE client_id = $1 AND data_env = 'prod' AND campaign_id = $2 AND counter = 'status'`,
};
const ALL_COUNTS = {
  name: 'all_counts',
  text: `SELECT counter, key, sum(value)::float8 AS value FROM campaign_counts
          WHERE client_id = $1 AND data_env = 'prod' AND campaign_id = $2 AND counter <> 'listed' GROUP BY counter, key`,
};
const RETRIES = {
  name: 'retries',
  text: `SELECT count(*)::integer AS due FROM campaign_contacts
          WHERE client_id = $1 AND data_env = 'prod' AND campaign_id = $2 AND status = 'retry_scheduled' AND next_attempt_at <= now()`,
};
const CALLS = {
  name: 'calls',
  text: `SELECT count(*)::integer AS total, count(*) FILTER (WHERE call_status = 'completed')::integer AS completed,
                count(*) FILTER (WHERE call_status = 'missed')::integer AS missed,
                count(*) FILTER (WHERE call_status = 'failed')::integer AS failed,
                coalesce(sum(duration_seconds), 0)::float8 AS total_duration_seconds
           FROM calls WHERE client_id = $1 AND data_env = 'prod' AND campaign_id = $2 AND project_id = $3 AND started_at_utc >= $4`,
};
const VALIDATION = {
  name: 'validation',
  text: `SELECT campaign_id, project_id, created_at
           FROM campaigns WHERE client_id = $1 AND data_env = 'prod' AND campaign_id = $2`,
};

type Rows = { readonly campaign_id: string }[];

async function list(clientId: string): Promise<object> {
  const { rows } = await pool.query<Rows[number]>({ ...LIST, values: [clientId] });
  const counts = await pool.query({
    ...COUNTS,
    values: [clientId, rows.map((row) => row.campaign_id)],
  });
  return { items: rows, counts: counts.rows as Rows };
}

async function detail(clientId: string, campaignId: string): Promise<object> {
  const { rows } = await pool.query<Rows[number]>({ ...DETAIL, values: [clientId, campaignId] });
  const counts = await pool.query({ ...COUNTS, values: [clientId, [campaignId]] });
  return { ...rows[0], counts: counts.rows as Rows };
}

async function contacts(clientId: string, campaignId: string): Promise<object> {
  const values = [clientId, campaignId];
  const { rows } = await pool.query({ ...CONTACTS, values });
  const total = await pool.query({ ...TOTAL, values });
  return { items: rows as unknown[], total: total.rows as unknown[] };
}

async function report(clientId: string, campaignId: string): Promise<object> {
  const values = [clientId, campaignId];
  const { rows } = await pool.query<{ project_id: string; created_at: Date }>({ ...VALIDATION, values });
  const counts = await pool.query({ ...ALL_COUNTS, values });
  const retries = await pool.query<object>({ ...RETRIES, values });
  const { project_id: projectId, created_at: since } = rows[0]!;
  const calls = await pool.query({ ...CALLS, values: [...values, projectId, since] });
  return { ...rows[0], counts: counts.rows as unknown[], ...retries.rows[0], calls: calls.rows as unknown[] };
}

const server = createServer((request, response) => {
  const [, clientId = '', campaignId, part] = request.url!.split('/');
  const work = answerOf(clientId, campaignId, part);
  void work.then(
    (body) => answer(200, body),
    (error: unknown) => answer(500, { error: String(error) }),
  );
  function answer(status: number, body: unknown): void {
    const text = JSON.stringify(body);
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
  }
});

function answerOf(clientId: string, campaignId?: string, part?: string): Promise<object> {
  if (campaignId === undefined) return list(clientId);
  if (part === 'contacts') return contacts(clientId, campaignId);
  return part === 'report' ? report(clientId, campaignId) : detail(clientId, campaignId);
}

server.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port));
