import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementFor } from '../../../src/core/database/unit-of-work/named-query.js';
import type { NamedQuery } from '../../../src/core/database/unit-of-work/named-query.js';
import { CALLED_BY_OTHERS } from '../../../src/features/campaigns/lookup/busy-numbers.queries.js';
import { CLAIM_CONTACTS, NEXT_DUE } from '../../../src/features/dispatch/lookup/claim.queries.js';
import { useTestApp } from '../../support/app.js';
import { inStore, asService } from '../../support/databases.js';
import { explained, rowsRead } from '../../support/explain.js';
import { perSuite } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { NOON } from './dialled-calls.js';
import { numbers, RuntimeFixture } from './dispatching.js';

const CAMPAIGNS = 5;
const PEOPLE = 1_000;
const IN_FLIGHT = 50;
const MAX = 100;
const TABLES = ['campaign_contacts', 'single_dispatches', 'dispatches'];

// Each campaign has the same people: the first one has called them all, and is still calling some.
const PLANTED = `
  INSERT INTO campaign_contacts (client_id, data_env, campaign_id, phone_hash, phone_hash_key_id, phone_encrypted, masked_phone,
                                 status, is_callable, created_at, updated_at)
  SELECT c.client_id, c.data_env, g.id, sha256(n::text::bytea), 'k', '\\x00', '***',
         CASE WHEN g.place > 1 THEN 'pending' WHEN n <= ${IN_FLIGHT} THEN 'dialing' ELSE 'completed' END, true,
         c.created_at + n * interval '1 millisecond', c.created_at
    FROM campaign_contacts c, unnest($1::uuid[]) WITH ORDINALITY AS g (id, place), generate_series(1, ${PEOPLE}) n
   WHERE c.campaign_id = $1[1]`;
const ASKED = `
  INSERT INTO single_dispatches (client_id, data_env, dispatch_id, project_id, status, phone_hash, phone_hash_key_id, call,
                                 project_version, content_hash, requested_at, requested_by, expires_at)
  SELECT $1, $2, gen_random_uuid(), $3, 'taken', sha256(n::text::bytea), 'k', '{}', 1, 'h',
         $4::timestamptz + n * interval '1 millisecond', 'test', $4::timestamptz + interval '1 hour'
    FROM generate_series(1, ${PEOPLE}) n`;

// Fails if calls in progress are searched among all contacts with a number, or read completely.
describe('a take beside many people who were called and are called', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useTestApp({ clock });
  let app: Client;
  const campaigns: string[] = [];

  const runtime = perSuite(() => RuntimeFixture.open(test, clock));
  beforeAll(async () => {
    const { tenant, projectId } = runtime.desk;
    for (const number of numbers(CAMPAIGNS)) campaigns.push(await runtime.aRunningCampaign([number]));
    await inStore(test, PLANTED, [campaigns]);
    await inStore(test, ASKED, [tenant.clientId, tenant.dataEnv, projectId, NOON]);
    await inStore(test, 'VACUUM ANALYZE campaign_contacts');
    await inStore(test, 'VACUUM ANALYZE single_dispatches');
    // Newer than the statistics, like calls of the last few minutes.
    const called = 'UPDATE campaign_contacts SET last_attempt_at = created_at WHERE campaign_id = $1';
    await inStore(test, called, [campaigns[0]]);
    app = await asService(test.databases, runtime.desk.tenant);
  });
  afterAll(() => app.end());

  /** @returns the number of rows returned, and the number of rows read */
  const run = async (
    query: NamedQuery,
    values: readonly unknown[],
  ): Promise<[found: number, read: number]> => {
    const plan = await explained(app, statementFor(runtime.desk.tenant, query, values));
    return [plan['Actual Rows'], rowsRead(plan, TABLES)];
  };

  // dispatch 2.5
  it('reads those alone that it passes over or hands out, and for each what is in its way', async () => {
    const quota = MAX / (CAMPAIGNS - 1);
    const later = new Date(clock.now().getTime() + 60_000);
    const [claimed, read] = await run(CLAIM_CONTACTS, [campaigns.slice(1), quota, later, []]);
    expect(claimed).toBe(MAX);
    // Each row has at most one conflicting contact and one earlier single call.
    const looked = 3 * (MAX + IN_FLIGHT * (CAMPAIGNS - 1));
    expect(read).toBeLessThanOrEqual(looked);
    const [next, readForNext] = await run(NEXT_DUE, [later]);
    expect(next).toBe(1);
    expect(readForNext).toBeLessThanOrEqual(looked);
  });

  // campaigns 5.19
  it('reads of the calls by other campaigns those of its numbers alone', async () => {
    const sql = 'SELECT phone_hash FROM campaign_contacts WHERE campaign_id = $1 LIMIT $2';
    const rows = await inStore<{ phone_hash: Buffer }>(test, sql, [campaigns[1], MAX]);
    const hashes = rows.map((row) => row.phone_hash);
    // Ordered by time, the first of several calls is found at once; if there is none, all of them
    // are read.
    const strangers = hashes.map((hash) => Buffer.from(hash.toReversed()));
    const asked = [...hashes, ...strangers];
    const [, read] = await run(CALLED_BY_OTHERS, [asked.map(() => campaigns[1]), asked]);
    // Each number has one contact in each campaign, and unknown numbers have none.
    expect(read).toBeLessThanOrEqual(CAMPAIGNS * MAX);
  });
});
