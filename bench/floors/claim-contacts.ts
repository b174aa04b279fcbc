import { createCipheriv, createDecipheriv, generateKeySync, randomFillSync } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { answerOrders } from '../harness/children.ts';

// The least work that P13 requires: one statement that claims contacts of fifty campaigns, two of each,
// marks them and inserts their dispatches; one that stores evidence; and the crypto of both, which
// opens number and personalization and seals the evidence. It decides, looks up and counts nothing,
// takes no slot, and has no HTTP and no row-level security. For calls, it claims a hundred at a
// time, at the given rate, and marks them as ringing and as ended, a hundred in a statement.

const CLAIM = {
  name: 'floor_claim',
  text: `
WITH due AS (
     SELECT c.campaign_id, c.contact_id, c.attempt_count, c.phone_encrypted, c.personalization_encrypted
       FROM campaigns g
      CROSS JOIN LATERAL (
            SELECT * FROM campaign_contacts c
             WHERE c.client_id = g.client_id AND c.data_env = g.data_env AND c.campaign_id = g.campaign_id
               AND c.status IN ('pending', 'retry_scheduled') AND c.is_callable AND c.dial_priority = 0 AND c.due_at <= now()
             ORDER BY c.due_at, c.contact_id LIMIT ceil($2 / 50.0)::integer FOR UPDATE SKIP LOCKED) c
      WHERE g.client_id = $1 AND g.data_env = 'prod' AND g.status = 'running'
      LIMIT $2),
     claimed AS (
     UPDATE campaign_contacts c
        SET status = 'dialing', attempt_count = d.attempt_count + 1, last_attempt_at = now(), next_attempt_at = NULL, updated_at = now()
       FROM due d
      WHERE c.client_id = $1 AND c.data_env = 'prod' AND c.campaign_id = d.campaign_id AND c.contact_id = d.contact_id),
     noted AS (
     INSERT INTO dispatches (client_id, data_env, dispatch_id, campaign_id, contact_id, project_id, attempt_number, status, lease_expires_at, taken_at)
     SELECT $1, 'prod', gen_random_uuid(), d.campaign_id, d.contact_id, 'bench-project', d.attempt_count + 1, 'leased', now() + interval '1 minute', now()
       FROM due d
     RETURNING campaign_id, contact_id, dispatch_id)
SELECT d.*, n.dispatch_id FROM due d JOIN noted n USING (campaign_id, contact_id)`,
};

const RECORD = {
  name: 'floor_record',
  text: `
INSERT INTO outbound_evidence (client_id, data_env, dispatch_id, project_id, policy_source, policy_version, call_type, jurisdiction, blocks, recorded_at)
SELECT $1, 'prod', e.dispatch_id, 'bench-project', 'floor', '1', 'service', 'AU', e.blocks::jsonb, now()
  FROM unnest($2::uuid[], $3::text[]) AS e (dispatch_id, blocks)`,
};

const RING = {
  name: 'floor_ring',
  text: `
UPDATE dispatches SET status = 'dialing', last_sequence = 1
 WHERE client_id = $1 AND data_env = 'prod' AND dispatch_id = ANY ($2::uuid[])`,
};

const END = {
  name: 'floor_end',
  text: `
WITH ended AS (
     UPDATE dispatches SET status = 'ended', disposition = 'answered', ended_at = now(), last_sequence = 2
      WHERE client_id = $1 AND data_env = 'prod' AND dispatch_id = ANY ($2::uuid[])
     RETURNING campaign_id, contact_id)
UPDATE campaign_contacts c SET status = 'completed', last_disposition = 'answered', updated_at = now()
  FROM ended e
 WHERE c.client_id = $1 AND c.data_env = 'prod' AND c.campaign_id = e.campaign_id AND c.contact_id = e.contact_id`,
};

export interface ClaimOrder {
  /** Contacts per claim. */
  readonly max: number;
  /** If omitted, one claim is made and no call. */
  readonly callsPerSecond?: number;
  readonly seconds?: number;
}

export interface ClaimAnswer {
  readonly milliseconds: number;
  readonly calls: number;
}

interface Claimed {
  readonly dispatch_id: string;
  readonly phone_encrypted: Buffer;
  readonly personalization_encrypted: Buffer;
}

const key = generateKeySync('aes', { length: 256 });

function seal(text: string): Buffer {
  const nonce = randomFillSync(Buffer.allocUnsafe(12));
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from('client-1|prod|floor|column|row'));
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

function open(sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAAD(Buffer.from('client-1|prod|floor|column|row'));
  decipher.setAuthTag(sealed.subarray(-16));
  return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}

// Only the service's keys open stored values, so this seals values of the same length with a key of
// the floor.
const [number, personalization] = [
  seal('+614915715600'),
  seal(JSON.stringify({ clinic: 'North', first_name: 'Name 12345' })),
];
const BLOCKS = JSON.stringify({ consent_evidence: 'form-12345', cli_summary: null }).padEnd(600, ' ');

const db = new Client({ connectionString: process.argv[2] });
await db.connect();

/** @returns the ids of the claimed contacts */
async function claim(max: number): Promise<string[]> {
  await db.query('BEGIN');
  const { rows } = await db.query<Claimed>({ ...CLAIM, values: ['client-1', max] });
  for (const row of rows) {
    if (row.phone_encrypted.length > 0) open(number);
    if (row.personalization_encrypted.length > 0) open(personalization);
  }
  const ids = rows.map((row) => row.dispatch_id);
  const evidence = rows.map(() => JSON.stringify({ sealed: seal(BLOCKS).toString('base64') }));
  await db.query({ ...RECORD, values: ['client-1', ids, evidence] });
  await db.query('COMMIT');
  return ids;
}

/**
 * Makes calls at a rate for some seconds.
 * @returns how many calls it made
 */
async function call(max: number, callsPerSecond: number, seconds: number): Promise<number> {
  const started = performance.now();
  let calls = 0;
  for (let turn = 1; performance.now() - started < seconds * 1000; turn += 1) {
    const ids = await claim(max);
    await db.query({ ...RING, values: ['client-1', ids] });
    await db.query({ ...END, values: ['client-1', ids] });
    calls += ids.length;
    await delay(started + (turn * max * 1000) / callsPerSecond - performance.now());
  }
  return calls;
}

answerOrders(async (sent) => {
  const { max, callsPerSecond, seconds = 0 } = sent as unknown as ClaimOrder;
  const started = performance.now();
  const calls =
    callsPerSecond === undefined ? (await claim(max)).length : await call(max, callsPerSecond, seconds);
  return { milliseconds: performance.now() - started, calls } satisfies ClaimAnswer;
});
