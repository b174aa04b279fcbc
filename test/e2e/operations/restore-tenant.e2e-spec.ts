import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../../../src/core/shared/auth-context.js';
import { NotRestored } from '../../../src/operations/restores/not-restored.js';
import { plantContacts, soundAt } from '../../support/campaign-contacts.js';
import { aCampaignFixture } from '../../support/campaigns.js';
import { useTestApp } from '../../support/app.js';
import { aCall, type TestTenant } from '../../support/builders.js';
import { inStore } from '../../support/databases.js';
import { useOperator } from '../../support/operator.js';
import { postCalls } from '../../support/post-calls.js';
import { restoreInTest } from '../../support/restored-tenant.js';
import { NUMBER } from '../follow-up/followed-caller.js';

describe('a tenant restored from a copy of its store', () => {
  const test = useTestApp();
  const operate = useOperator(() => test);
  let tenant: TestTenant;
  let neighbour: TestTenant;

  const restore = (to: string, from: string) => restoreInTest(test, tenant, { to, from });
  const countOf = async (table: string, { clientId }: Tenant): Promise<number> =>
    Number(
      (await inStore(test, `SELECT count(*) AS n FROM ${table} WHERE client_id = $1`, [clientId]))[0]!['n'],
    );
  const optOut = (phone: string): Promise<unknown> =>
    inStore(
      test,
      `INSERT INTO suppressions (client_id, data_env, phone_hash, phone_hash_key_id, masked_phone, reason, source, created_at, created_by)
       VALUES ($1, 'prod', $2, 'key', '***', 'direct_opt_out', 'test', now(), 'test')`,
      [tenant.clientId, Buffer.from(phone)],
    );

  beforeAll(async () => {
    const campaign = await aCampaignFixture(test);
    tenant = campaign.tenant;
    neighbour = await test.world.aTenant();
    // Calls open their month in a store, so the copy has the month because of its own tenant.
    const inCopy = await test.world.aTenant({ storeId: 'store-b' });
    for (const one of [tenant, neighbour, inCopy]) {
      const projectId = await test.world.aProject(one);
      const open = {
        call_status: 'in_progress',
        ended_at_utc: null,
        duration_seconds: null,
        caller_number: NUMBER,
      };
      const calls = Array.from({ length: 3 }, () => {
        const fields = { ...open, call_id: randomUUID(), started_at_utc: new Date().toISOString() };
        return aCall(projectId, fields);
      });
      await postCalls(test, one, calls);
    }
    const { campaign_id: campaignId } = await campaign.made();
    await plantContacts(
      test,
      tenant,
      campaignId,
      Array.from({ length: 5 }, () => soundAt(new Date().toISOString())),
    );
    await optOut('before');
    // The test's other store is the copy.
    await restore('store-b', 'store-a');
  });

  // Fails if a table is forgotten, a trigger counts the restored rows again, or a neighbour is touched.
  it('has what it had, keeps later opt-outs, and leaves others alone', async () => {
    const neighbours = await countOf('calls', neighbour);
    await inStore(test, 'DELETE FROM calls WHERE client_id = $1', [tenant.clientId]);
    await inStore(test, `UPDATE campaign_contacts SET status = 'completed' WHERE client_id = $1`, [
      tenant.clientId,
    ]);
    await optOut('after');
    await inStore(
      test,
      `INSERT INTO erased_callers (client_id, data_env, caller_hash, erased_before) VALUES ($1, 'prod', 'x', now())`,
      [tenant.clientId],
    );

    await inStore(
      test,
      `UPDATE campaigns SET status = 'running' WHERE client_id = $1`,
      [tenant.clientId],
      'store-b',
    );

    const { tables, erasedSince, dropped, dialling } = await restore('store-a', 'store-b');
    const rows = new Map(tables.map(({ name, rowsBefore, now }) => [name, [rowsBefore, now.rows]]));
    expect(rows.get('calls')).toEqual([0, 3]);
    expect(rows.get('suppressions')).toEqual([2, 2]);
    expect({ erasedSince, dropped, dialling }).toEqual({ erasedSince: 1, dropped: [], dialling: 1 });
    expect(rows.has('audit_outbox')).toBe(false);
    expect(await countOf('calls', neighbour)).toBe(neighbours);
    const counts = 'SELECT counter, key, value FROM campaign_counts WHERE client_id = $1 ORDER BY 1, 2';
    expect(await inStore(test, counts, [tenant.clientId])).toEqual(
      await inStore(test, counts, [tenant.clientId], 'store-b'),
    );
  });

  // Fails if a call under hold is left to retention and erasure, or is deleted.
  it('keeps legal holds that came later, and every call under one', async () => {
    const hold =
      'UPDATE call_index SET legal_hold_since = now() WHERE client_id = $1 RETURNING legal_hold_since';
    const held = await inStore(test, hold, [tenant.clientId]);
    await restore('store-a', 'store-b');
    const holds = 'SELECT legal_hold_since FROM call_index WHERE client_id = $1';
    expect(await inStore(test, holds, [tenant.clientId])).toEqual(held);

    await inStore(
      test,
      `UPDATE call_index SET call_id = 'later' WHERE client_id = $1 AND call_id = (SELECT min(call_id) FROM call_index WHERE client_id = $1)`,
      [tenant.clientId],
    );
    await expect(restore('store-a', 'store-b')).rejects.toThrow(
      '1 calls under legal hold are not in the copy',
    );
    expect(await inStore(test, holds, [tenant.clientId])).toEqual(held);
  });

  // The store is its own copy here: the command takes another server, with the same names of databases.
  it('stays as it is while its data key turns, and when the key of the copy is gone', async () => {
    const [client, env] = [neighbour.clientId, 'prod'];
    const { host } = new URL(test.databases.superuser.storeUrls.get('store-a')!);
    const restored = () => operate('restore-tenant', '--client', client, '--from', host);
    const renamed = (from: string, to: string) =>
      test.world.sql(
        `UPDATE tenant_data_keys SET key_id = regexp_replace(key_id, '^' || $2, $3) WHERE client_id = $1 AND purpose = 'encryption'`,
        [client, from, to],
      );
    await operate('suspend-tenant', '--client', client);
    await test.world.sql(
      `INSERT INTO key_rotations (client_id, data_env, rotation_id, new_key_id, old_key_ids, started_at, pass_started_at, next_work_at)
       VALUES ($1, $2, gen_random_uuid(), 'new', '{}', now(), now(), now())`,
      [client, env],
    );
    expect(await restored()).toMatchObject({
      isDone: false,
      said: expect.stringContaining('is being rotated') as string,
    });
    await test.world.sql('DELETE FROM key_rotations WHERE client_id = $1', [client]);
    await renamed('', 'gone-');
    expect(await restored()).toMatchObject({
      isDone: false,
      said: expect.stringContaining('a rotation has deleted') as string,
    });
    await renamed('gone-', '');
    const done = await restored();
    expect(done).toMatchObject({ isDone: true });
    expect(done.result.find((line) => line.startsWith('calls:'))).toContain('3 rows in place of 3');
  });

  it('stays as it is when the copy has another schema, and while the client is in use', async () => {
    await inStore(test, 'ALTER TABLE messages ADD COLUMN later text', [], 'store-b');
    await expect(restore('store-a', 'store-b')).rejects.toThrow(NotRestored);
    const refused = await operate('restore-tenant', '--client', tenant.clientId, '--from', 'copy:5432');
    expect(refused).toMatchObject({ isDone: false });
    expect(refused.said).toContain('suspend-tenant');
  });
});
