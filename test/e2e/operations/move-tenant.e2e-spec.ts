import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { withReader } from '../../../src/operations/connection/owner-connection.js';
import { isOnlyCommand } from '../../../src/operations/connection/only-command.js';
import { plantContacts, soundAt } from '../../support/campaign-contacts.js';
import { aCampaignFixture } from '../../support/campaigns.js';
import { ownerSettings } from '../../support/app.js';
import { aCall, type TestTenant } from '../../support/builders.js';
import { inStore } from '../../support/databases.js';
import { useMovingApp } from '../../support/moving-app.js';
import { useOperator } from '../../support/operator.js';
import { postCalls } from '../../support/post-calls.js';

const OPEN = { call_status: 'in_progress', ended_at_utc: null, duration_seconds: null };

describe('a tenant that moves to another store', () => {
  const test = useMovingApp();
  const operate = useOperator(
    () => test,
    () => ({ ...ownerSettings(test), tenantStoreOwnerUrls: test.stores.ownerUrls }),
  );
  let tenant: TestTenant;
  let neighbour: TestTenant;
  let projectId: string;

  const countIn = async (store: string, table: string, { clientId } = tenant): Promise<number> => {
    const text = `SELECT count(*)::int AS n FROM ${table} WHERE client_id = $1`;
    return (await inStore<{ n: number }>(test, text, [clientId], store))[0]!.n;
  };
  const post = async (count: number, to = { tenant, projectId }): Promise<void> => {
    const call = () =>
      aCall(to.projectId, { ...OPEN, call_id: randomUUID(), started_at_utc: new Date().toISOString() });
    await postCalls(test, to.tenant, Array.from({ length: count }, call));
  };
  const move = (...options: string[]) => operate('move-tenant', '--client', tenant.clientId, ...options);
  /**
   * Posts calls one after another while `work` runs.
   * @returns its result, and the number of calls
   */
  const underIngest = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    let isWorking = true;
    let posted = 0;
    const ingest = async (): Promise<void> => {
      for (; isWorking; posted += 1) await post(1);
    };
    const [done] = await Promise.all([work().finally(() => (isWorking = false)), ingest()]);
    return [done, posted];
  };

  beforeAll(async () => {
    const campaign = await aCampaignFixture(test);
    tenant = campaign.tenant;
    projectId = await test.world.aProject(tenant);
    await post(30);
    const { campaign_id: campaignId } = await campaign.made();
    await plantContacts(test, tenant, campaignId, [soundAt(new Date().toISOString())]);
    neighbour = await test.world.aTenant();
    await post(1, { tenant: neighbour, projectId: await test.world.aProject(neighbour) });
  });

  // operations 9.1, 9.2, 9.5: a table of a new feature moves too, even without a primary key.
  it('takes all of its rows, and its writers along', async () => {
    for (const store of ['store-a', 'store-b'])
      await inStore(
        test,
        `CREATE TABLE of_new_feature (client_id text, data_env text, n int GENERATED ALWAYS AS IDENTITY);
         ALTER TABLE of_new_feature OWNER TO telephony_owner`,
        [],
        store,
      );
    await inStore(test, `INSERT INTO of_new_feature (client_id, data_env) VALUES ($1, 'prod')`, [
      tenant.clientId,
    ]);
    const contacts = await countIn('store-a', 'campaign_contacts');
    const [moved, posted] = await underIngest(() => move('--store', 'store-b'));
    expect(moved).toMatchObject({ isDone: true });
    expect(await countIn('store-b', 'calls')).toBe(30 + posted);
    expect(await countIn('store-b', 'campaign_contacts')).toBe(contacts);
    expect(await countIn('store-b', 'of_new_feature')).toBe(1);
    expect(await countIn('store-b', 'calls', neighbour)).toBe(0);
    const [line] = (await operate('moves')).result;
    expect(line).toContain('store-a to store-b  done');
    expect(line).toMatch(/writers waited \d+ ms/);
  });

  /** A rotation of its key, and a restore, also for a suspended client. */
  const refusesOthers = async (): Promise<void> => {
    const client = ['--client', tenant.clientId];
    await operate('suspend-tenant', ...client);
    const refused = [
      await operate('rotate-tenant-key', ...client),
      await operate('restore-tenant', ...client, '--from', 'copy:5432'),
    ];
    await operate('resume-tenant', ...client);
    for (const { isDone, said } of refused) {
      expect(isDone).toBe(false);
      expect(said).toMatch(/Nothing was changed: .* moves to .*\. Run move-tenant --end or --undo first/);
    }
    expect((await operate('rotations')).result.join()).not.toContain(tenant.clientId);
  };
  const movesOf = async ({ clientId }: TestTenant): Promise<readonly string[]> =>
    (await operate('moves')).result.filter((line) => line.startsWith(`${clientId} `));

  // operations 9.3
  it('keeps other commands on all of its rows away until it ends', async () => {
    await refusesOthers();
    const again = await move('--store', 'store-a');
    expect(again).toMatchObject({ isDone: false });
    expect(again.said).toContain('move-tenant --end');
  });

  // operations 9.3: no worker runs here, so the rotation does not end.
  it('does not start while its key is rotated, or while its rows are restored', async () => {
    const start = () => operate('move-tenant', '--client', neighbour.clientId, '--store', 'store-b');
    const restoring = await withReader(test.stores.ownerUrls.get('store-a')!, async (store) => {
      expect(await isOnlyCommand(store, neighbour)).toBe(true);
      return start();
    });
    expect(restoring).toMatchObject({ isDone: false });
    expect(restoring.said).toContain('another command moves or restores');
    expect(await operate('rotate-tenant-key', '--client', neighbour.clientId)).toMatchObject({
      isDone: true,
    });
    const rotating = await start();
    expect(rotating).toMatchObject({ isDone: false });
    expect(rotating.said).toContain('is being rotated');
    expect(await movesOf(neighbour)).toEqual([]);
  });

  // operations 8.3
  it('leaves nothing that the doctor does not see', async () => {
    const left = async () =>
      (await operate('doctor')).result.filter((line) => line.startsWith('wrong  moves  '));
    expect(await left()).toEqual([]);
    const standbys = (await operate('doctor')).result.filter((line) => line.includes('standbys'));
    expect(standbys.filter((line) => !line.includes('0 standbys'))).toEqual([]);
    await inStore(test, `SELECT pg_create_logical_replication_slot('move_of_nobody', 'pgoutput')`);
    expect(await left()).toEqual([
      expect.stringContaining('move_of_nobody in store-a belongs to no open move'),
    ]);
    await inStore(test, `SELECT pg_drop_replication_slot('move_of_nobody')`);
  });

  // operations 9.8
  it('is shown to internal roles', async () => {
    const { token } = await test.world.aUser(tenant, { role: 'service_operator' });
    const answer = await test
      .request()
      .get('/v1/portal/moves')
      .query({ client_id: tenant.clientId })
      .set('Authorization', `Bearer ${token()}`)
      .expect(200);
    expect(answer.body).toMatchObject({ items: [{ state: 'done', target_store: 'store-b' }] });
  });

  // operations 9.6
  it('leads back with what was written since, and clears the store', async () => {
    const before = await countIn('store-b', 'calls');
    const [undone, posted] = await underIngest(() => move('--undo'));
    expect(undone).toMatchObject({ isDone: true });
    expect(await countIn('store-a', 'calls')).toBe(before + posted);
    expect(await countIn('store-b', 'calls')).toBe(0);
    await post(1);
    expect(await countIn('store-a', 'calls')).toBe(before + posted + 1);
  });

  // operations 9.7
  it('ends, and has no rows in the store that it left', async () => {
    const before = await countIn('store-a', 'calls');
    expect(await move('--store', 'store-b')).toMatchObject({ isDone: true });
    expect(await move('--end')).toMatchObject({ isDone: true });
    await post(1);
    expect(await countIn('store-a', 'calls')).toBe(0);
    expect(await countIn('store-b', 'calls')).toBe(before + 1);
    expect(await countIn('store-a', 'calls', neighbour)).toBe(1);
    const leftover = `SELECT slot_name FROM pg_replication_slots UNION ALL SELECT subname FROM pg_subscription`;
    expect(await inStore(test, leftover)).toEqual([]);
  });

  // operations 9.4: the tenant is in store-b, and a row already copied to store-a is not replaced.
  it('does not turn the route when a table differs', async () => {
    await inStore(
      test,
      `CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.n := -NEW.n; RETURN NEW; END';
       CREATE TRIGGER spoiling BEFORE INSERT ON of_new_feature FOR EACH ROW EXECUTE FUNCTION spoil();
       ALTER TABLE of_new_feature ENABLE ALWAYS TRIGGER spoiling`,
    );
    const held = await move('--store', 'store-a');
    expect(held).toMatchObject({ isDone: false });
    expect(held.said).toContain('of_new_feature differs: 1 rows');
    expect((await operate('moves')).result[0]).toContain('of_new_feature differs');
    const seen = (await operate('doctor')).result.filter((line) => line.startsWith('wrong  moves  '));
    expect(seen).toEqual([expect.stringContaining('has made no progress in comparing')]);
    expect(seen[0]).toContain('It was delayed: of_new_feature differs');
    await refusesOthers();
    expect(await move('--undo')).toMatchObject({ isDone: true });
    await post(1);
    expect(await countIn('store-a', 'calls')).toBe(0);
  });

  // operations 9.9
  it('leaves its steps in the audit trail', async () => {
    const actions = await test.world.sql(
      `SELECT action, count(*)::int AS n FROM audit_events WHERE client_id = $1 AND action LIKE 'tenant_move.%' GROUP BY 1 ORDER BY 1`,
      [tenant.clientId],
    );
    expect(actions).toEqual([
      { action: 'tenant_move.ended', n: 3 },
      { action: 'tenant_move.started', n: 3 },
      { action: 'tenant_move.switched', n: 2 },
      { action: 'tenant_move.undone', n: 1 },
    ]);
  });
});
