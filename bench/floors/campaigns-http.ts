import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { announce } from '../harness/children.ts';

// The floor of the rows of campaigns: node:http and the bare named statements, without router, credentials, row-level
// security or log.

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

const server = createServer((request, response) => {
  const [, clientId = '', campaignId] = request.url!.split('/');
  const work = campaignId === undefined ? list(clientId) : detail(clientId, campaignId);
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

server.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port));
