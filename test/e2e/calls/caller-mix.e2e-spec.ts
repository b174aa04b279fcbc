import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { withClient } from '../../support/databases.js';
import { PROJECT_ZONE } from '../../support/independent-caller-mix.js';
import { postCalls } from '../../support/post-calls.js';
import type { PostedCall } from '../../support/random-calls.js';
import { useSharedApp } from '../../support/shared-app.js';

describe('the caller mix', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let readKey: string;

  const get = (path: string, query: object) =>
    test.request().get(path).set('X-API-Key', readKey).query(query);
  const post = (to: TestTenant, records: PostedCall[]) => postCalls(test, to, records);

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    readKey = await test.world.aKey(tenant, 'full-access');
  });

  const day = { start_date: '2026-07-10', end_date: '2026-07-10' };
  const at = '2026-07-10T03:00:00.000Z';
  const callers = (project: string, count: number, started = at): PostedCall[] =>
    Array.from({ length: count }, (_, i) =>
      aCall(project, { started_at_utc: started, caller_number: `+6149157${1000 + i}` }),
    );
  const mixOf = async (project: string, range: object = day): Promise<object> =>
    (
      (await get('/v1/calls/dashboard/privacy-aggregates', { ...range, project_id: project })).body as {
        caller_mix: object;
      }
    ).caller_mix;

  // calls 12.3
  it('comes with the recent calls, and with the question as it was sent', async () => {
    const project = await test.world.aProject(tenant);
    await post(tenant, callers(project, 1));
    const query = { start_date: '2026-07-10', end_date: '2026-07-10T12:00:00Z', project_id: project };
    const response = await get('/v1/calls/dashboard/privacy-aggregates', query);
    expect(response.body).toEqual({
      ...query,
      source: 'call_resolution_status',
      recent_calls: [expect.objectContaining({ started_at_utc: at }) as object],
      caller_mix: expect.objectContaining({ lookback_days: 30 }) as object,
    });
  });

  // calls 13.1
  it('is unsupported for a project without the capability', async () => {
    const project = await test.world.aProject(tenant, { callerMixEnabled: false });
    await post(tenant, callers(project, 9));
    expect(await mixOf(project)).toEqual({
      status: 'unavailable',
      reason_code: 'unsupported',
      lookback_days: 30,
      metrics: null,
    });
  });

  // calls 13.1
  it('has zero metrics for a range without calls', async () => {
    const project = await test.world.aProject(tenant);
    expect(await mixOf(project)).toMatchObject({
      status: 'available',
      reason_code: 'no_calls',
      metrics: { total_calls: 0, unique_callers: 0 },
    });
  });

  // calls 13.1
  it('lacks identity when every number was withheld', async () => {
    const project = await test.world.aProject(tenant);
    await post(tenant, [aCall(project, { started_at_utc: at, caller_number: null })]);
    expect(await mixOf(project)).toMatchObject({
      status: 'unavailable',
      reason_code: 'identity_unavailable',
      metrics: null,
    });
  });

  // calls 13.4, 13.10
  it('hides fewer than five callers', async () => {
    const project = await test.world.aProject(tenant);
    await post(tenant, callers(project, 4));
    expect(await mixOf(project)).toMatchObject({ reason_code: 'below_k', metrics: null });
    await post(tenant, callers(project, 5).slice(4));
    expect(await mixOf(project)).toMatchObject({
      reason_code: 'ready',
      metrics: { unique_callers: 5, new_callers: 5, returning_callers: 0 },
    });
  });

  // calls 13.4
  it('hides a returning group of one to four', async () => {
    const project = await test.world.aProject(tenant);
    await post(tenant, [...callers(project, 20), ...callers(project, 4, '2026-07-01T03:00:00.000Z')]);
    expect(await mixOf(project)).toMatchObject({ reason_code: 'below_k', metrics: null });
  });

  // calls 13.3
  it('looks back thirty days and no further', async () => {
    const project = await test.world.aProject(tenant);
    await post(tenant, [
      ...callers(project, 12),
      // The project's days begin at 14:00 UTC.
      ...callers(project, 6, '2026-06-09T14:00:00.000Z'),
      ...callers(project, 12, '2026-06-09T13:59:59.999Z'),
    ]);
    expect(await mixOf(project)).toMatchObject({ metrics: { new_callers: 6, returning_callers: 6 } });
  });

  // calls 13.9
  it('cannot match rows that were hashed under another key', async () => {
    const project = await test.world.aProject(tenant);
    await post(tenant, callers(project, 9));
    const { superuser } = test.databases;
    await withClient(superuser.storeUrls.get('store-a')!, (client) =>
      client.query(
        `UPDATE calls SET caller_hash_key_id = 'retired' WHERE call_id = (SELECT min(call_id) FROM calls WHERE project_id = $1)`,
        [project],
      ),
    );
    expect(await mixOf(project)).toMatchObject({ reason_code: 'matching_unavailable', metrics: null });
  });

  // calls 13.9
  it('cannot match rows of the look-back that were hashed under another key', async () => {
    const project = await test.world.aProject(tenant);
    await post(tenant, [
      ...callers(project, 9),
      aCall(project, { started_at_utc: '2026-07-01T03:00:00.000Z', caller_number: '+61491571000' }),
    ]);
    expect(await mixOf(project)).toMatchObject({ reason_code: 'below_k' });
    const older = await test.world.aProject(tenant);
    await post(tenant, [...callers(older, 9), ...callers(older, 9, '2026-07-01T03:00:00.000Z')]);
    expect(await mixOf(older)).toMatchObject({ reason_code: 'ready', metrics: { returning_callers: 9 } });
    await withClient(test.databases.superuser.storeUrls.get('store-a')!, (client) =>
      client.query(
        `UPDATE calls SET caller_hash_key_id = 'retired' WHERE project_id = $1 AND started_at_utc < '2026-07-02'`,
        [older],
      ),
    );
    expect(await mixOf(older)).toMatchObject({ reason_code: 'matching_unavailable', metrics: null });
  });

  // calls 13.6
  it.each(['UTC', 'Asia/Kathmandu', 'Asia/Kolkata', 'Australia/Brisbane'])(
    'is not answered for days of another zone than the project: %s',
    async (timezone) => {
      const project = await test.world.aProject(tenant);
      await post(tenant, callers(project, 9));
      expect(await mixOf(project, { ...day, timezone: PROJECT_ZONE })).toMatchObject({
        reason_code: 'ready',
      });
      expect(await mixOf(project, { ...day, timezone })).toMatchObject({
        reason_code: 'matching_unavailable',
        metrics: null,
      });
    },
  );

  // calls 13.6
  it.each(['59Z', '59.5Z', '59.999Z'])(
    'is answered up to a last day that ends in its last second: %s',
    async (second) => {
      const project = await test.world.aProject(tenant);
      const end = {
        start_date: '2026-07-09T14:00:00Z',
        end_date: `2026-07-10T13:59:${second}`,
        timezone: PROJECT_ZONE,
      };
      await post(tenant, [
        ...callers(project, 9),
        // Both are counted whichever is requested, so that subtracting one from the other reveals
        // nothing.
        aCall(project, { started_at_utc: '2026-07-10T13:59:59.800Z', caller_number: '+61491572000' }),
      ]);
      expect(await mixOf(project, end)).toMatchObject({ metrics: { unique_callers: 10 } });
      const cut = { ...end, end_date: '2026-07-10T13:59:58.999Z' };
      expect(await mixOf(project, cut)).toMatchObject({ reason_code: 'matching_unavailable' });
    },
  );

  // calls 13.6
  it('counts days of the project, beside recent calls of days in UTC', async () => {
    const project = await test.world.aProject(tenant);
    const evening = '2026-07-10T20:00:00.000Z';
    await post(tenant, callers(project, 9, evening));
    const ask = async (date: string): Promise<object> =>
      (
        await get('/v1/calls/dashboard/privacy-aggregates', {
          project_id: project,
          start_date: date,
          end_date: date,
        })
      ).body as object;
    expect(await ask('2026-07-10')).toMatchObject({
      recent_calls: { length: 5 },
      caller_mix: { reason_code: 'no_calls' },
    });
    expect(await ask('2026-07-11')).toMatchObject({
      recent_calls: [],
      caller_mix: { reason_code: 'ready', metrics: { unique_callers: 9 } },
    });
  });

  // calls 13.6
  it('is not answered for parts of a day', async () => {
    const project = await test.world.aProject(tenant);
    await post(tenant, callers(project, 9));
    const part = { start_date: '2026-07-10T00:00:00Z', end_date: '2026-07-10T12:00:00Z' };
    expect(await mixOf(project, part)).toMatchObject({
      reason_code: 'matching_unavailable',
      metrics: null,
    });
  });
});
