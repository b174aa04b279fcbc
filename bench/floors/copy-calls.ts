import { createCipheriv, createHmac, generateKeySync, randomFillSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Client, Query } from 'pg';
import { callsOfBatch } from '../harness/calls.ts';
import type { BenchCall } from '../harness/calls.ts';
import { answerOrders } from '../harness/children.ts';
import { PROJECT_ID } from '../harness/platform.ts';

// The floor of P9: the same fields sealed and hashed, and COPY of the same rows into tables with
// the same keys and indexes, not cut by month. No HTTP, no JSON to parse, nothing checked, no
// conflict looked for, no row-level security.

const TENANT = ['client-1', 'prod'] as const;
const EVENTS = ['call_started', 'call_ended', 'call_analyzed'] as const;

/** Copies of the service's tables in a separate schema. */
const TABLES = [
  'DROP SCHEMA IF EXISTS floor CASCADE',
  'CREATE SCHEMA floor',
  'CREATE TABLE floor.calls (LIKE public.calls INCLUDING ALL)',
  'CREATE TABLE floor.call_contents (LIKE public.call_contents INCLUDING ALL)',
  'CREATE TABLE floor.call_index (LIKE public.call_index INCLUDING ALL)',
  'CREATE TABLE floor.call_events (LIKE public.call_events INCLUDING ALL)',
  'CREATE TABLE floor.call_rollup_dirty_hours (LIKE public.call_rollup_dirty_hours INCLUDING ALL)',
];

type Cell = string | number | boolean | Buffer;

/** pg's own query class, which answers the server's request for data with the rows. */
class CopyIn extends Query {
  private payload: Buffer = Buffer.alloc(0);

  static run(client: Client, target: string, rows: readonly (readonly Cell[])[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (error?: Error | null): void => (error ? reject(error) : resolve());
      const query: CopyIn = new CopyIn({ text: `COPY floor.${target} FROM STDIN` }, finish);
      query.payload = Buffer.from(rows.map(lineOf).join(''));
      client.query(query);
    });
  }

  handleCopyInResponse(connection: { sendCopyFromChunk(rows: Buffer): void; endCopyFrom(): void }): void {
    connection.sendCopyFromChunk(this.payload);
    connection.endCopyFrom();
  }
}

// The benchmark's texts contain no tab, newline or backslash, so nothing needs escaping.
const lineOf = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => (Buffer.isBuffer(cell) ? `\\\\x${cell.toString('hex')}` : String(cell))).join('\t')}\n`;

const encryptionKey = generateKeySync('aes', { length: 256 });
const matchingKey = generateKeySync('hmac', { length: 256 });

function seal(key: KeyObject, place: string, text: string): Buffer {
  const nonce = randomFillSync(Buffer.allocUnsafe(12));
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

function contentsOf(call: BenchCall): Cell[] {
  const sealed = (column: string, text: string): Buffer =>
    seal(encryptionKey, `${TENANT.join('|')}|call_contents|${column}|${call.call_id}`, text);
  return [
    ...TENANT,
    call.call_id,
    call.started_at_utc,
    sealed('caller_number_encrypted', call.caller_number),
    sealed('caller_name_encrypted', call.caller_name),
    sealed('summary_encrypted', call.summary),
    sealed('transcript_encrypted', JSON.stringify(call.transcript)),
  ];
}

const CALL_COLUMNS = [
  ...['client_id', 'data_env', 'call_id', 'revision', 'project_id', 'direction', 'channel', 'call_status'],
  ...['started_at_utc', 'answered_at_utc', 'ended_at_utc', 'duration_seconds', 'agent_name'],
  ...['resolution_status', 'end_reason', 'sentiment', 'cost_usd', 'transcript_available'],
  ...['caller_masked', 'caller_hash', 'caller_hash_key_id'],
].join(', ');

const callRow = (call: BenchCall): Cell[] => [
  ...TENANT,
  ...[call.call_id, call.revision, call.project_id, call.direction, call.channel, call.call_status],
  ...[call.started_at_utc, call.answered_at_utc, call.ended_at_utc, call.duration_seconds, call.agent_name],
  ...[call.resolution_status, call.end_reason, call.sentiment, call.cost_usd, true],
  `+61 *** *** ${call.caller_number.slice(-3)}`,
  createHmac('sha256', matchingKey).update(call.caller_number).digest(),
  'floor-key',
];

async function write(client: Client, calls: readonly BenchCall[]): Promise<void> {
  const contents = calls.map(contentsOf);
  await client.query('BEGIN');
  await CopyIn.run(
    client,
    'call_index (client_id, data_env, call_id, revision, project_id, started_at_utc)',
    calls.map((call) => [...TENANT, call.call_id, call.revision, call.project_id, call.started_at_utc]),
  );
  await CopyIn.run(client, `calls (${CALL_COLUMNS})`, calls.map(callRow));
  const contentColumns =
    'caller_number_encrypted, caller_name_encrypted, summary_encrypted, transcript_encrypted';
  await CopyIn.run(
    client,
    `call_contents (client_id, data_env, call_id, started_at_utc, ${contentColumns})`,
    contents,
  );
  await CopyIn.run(
    client,
    'call_events (client_id, data_env, call_id, event_type, project_id, revision, occurred_at_utc)',
    calls.flatMap((call) =>
      EVENTS.map((event) => [...TENANT, call.call_id, event, call.project_id, 1, call.ended_at_utc]),
    ),
  );
  await CopyIn.run(
    client,
    'call_rollup_dirty_hours (client_id, data_env, project_id, hour_utc)',
    [...new Set(calls.map(hourOf))].map((hour) => [...TENANT, PROJECT_ID, hour]),
  );
  await client.query('COMMIT');
}

const hourOf = ({ started_at_utc: start }: BenchCall): string => `${start.slice(0, 13)}:00:00Z`;

const client = new Client({ connectionString: process.argv[2] });
await client.connect();
for (const statement of TABLES) await client.query(statement);
answerOrders(async ({ batches, size }) => {
  const made = (batches as readonly string[]).map((batch) => callsOfBatch(batch, Number(size)));
  const started = performance.now();
  for (const calls of made) await write(client, calls);
  return { seconds: (performance.now() - started) / 1000 };
});
