import { beforeAll, describe, expect, it } from 'vitest';
import type { TestTenant } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { CapacityFixture, holdersNamed } from './capacity-fixture.js';

interface Bucket {
  bucket_start_utc: string;
  peak_in_use: number;
  avg_in_use: number;
  limit: number | null;
  blocked: number;
}

const clock = new TestClock(new Date('2026-11-20T10:07:30Z'));
const test = useSharedApp({ clock });
const desk = new CapacityFixture(test);
let tenant: TestTenant;
let projectId: string;
let token: string;

const ask = (query: object, bearer = token) =>
  test.request().get('/v1/capacity/history').set('Authorization', `Bearer ${bearer}`).query(query);
const bucketsOf = async (query: object): Promise<Bucket[]> => {
  const response = await ask({ client_id: tenant.clientId, ...query });
  expect(response.status).toBe(200);
  return (response.body as { buckets: Bucket[] }).buckets;
};

beforeAll(async () => {
  tenant = await test.world.aTenant();
  projectId = await test.world.aProject(tenant);
  token = (await test.world.aUser(tenant, { role: 'partner_admin' })).token();
  clock.set('2026-11-01T00:00:00Z');
  await desk.setLimit(tenant, 5);
  clock.set('2026-11-20T09:50:00Z');
  await desk.setLimit(tenant, 8);
  await desk.setLimit(tenant, 6, { projectId });
  await desk.inStore(
    `INSERT INTO capacity_samples (client_id, data_env, project_id, bucket_start, peak_in_use, in_use_sum, sampled_at)
     SELECT $1, 'prod', s.project_id, s.at::timestamptz, s.peak, s.total, s.at::timestamptz
       FROM (VALUES ('', '2026-11-20T09:30:00Z', 9, 30), ('', '2026-11-20T09:00:00Z', 4, 15), ('', '2026-11-19T10:00:00Z', 3, 15),
                    ('', '2026-11-01T00:00:00Z', 2, 6), ('', '2026-10-21T11:45:00Z', 99, 99), ($2, '2026-11-20T09:30:00Z', 7, 15),
                    ('foreign', '2026-11-20T09:30:00Z', 77, 77)) AS s (project_id, at, peak, total)`,
    [tenant.clientId, projectId],
  );
  clock.set('2026-11-20T10:05:00Z');
  await desk.takeEach(tenant, projectId, holdersNamed('a', 10));
  clock.set('2026-11-20T10:07:30Z');
});

describe('the history of capacity', () => {
  // capacity 6.2, 6.4
  it('has 15 minutes each for a day, without gaps, up to now', async () => {
    const buckets = await bucketsOf({ range: '24h' });
    expect(buckets).toHaveLength(96);
    expect(buckets[0]).toEqual({
      bucket_start_utc: '2026-11-19T10:15:00.000Z',
      peak_in_use: 0,
      avg_in_use: 0,
      limit: 5,
      blocked: 0,
    });
    expect(buckets.slice(-3)).toEqual([
      { bucket_start_utc: '2026-11-20T09:30:00.000Z', peak_in_use: 9, avg_in_use: 2, limit: 5, blocked: 0 },
      { bucket_start_utc: '2026-11-20T09:45:00.000Z', peak_in_use: 0, avg_in_use: 0, limit: 8, blocked: 0 },
      { bucket_start_utc: '2026-11-20T10:00:00.000Z', peak_in_use: 6, avg_in_use: 0, limit: 8, blocked: 4 },
    ]);
  });

  // capacity 6.2
  it('adds quarters of an hour up to hours for a week and to six hours for a month', async () => {
    const week = await bucketsOf({ range: '7d' });
    expect(week).toHaveLength(168);
    expect(week.at(-2)).toMatchObject({
      bucket_start_utc: '2026-11-20T09:00:00.000Z',
      peak_in_use: 9,
      avg_in_use: 0.75,
    });
    const month = await bucketsOf({ range: '30d' });
    expect(month).toHaveLength(120);
    expect(month[0]).toMatchObject({
      bucket_start_utc: '2026-10-21T12:00:00.000Z',
      peak_in_use: 0,
      limit: null,
    });
    expect(month.find((it) => it.bucket_start_utc === '2026-11-01T00:00:00.000Z')).toMatchObject({
      peak_in_use: 2,
      avg_in_use: 0.02,
      limit: 5,
    });
    expect(Math.max(...month.map((it) => it.peak_in_use))).toBe(9);
  });

  // capacity 6.4
  it('says since when it counts, where that is within the range', async () => {
    const other = await test.world.aTenant();
    const user = await test.world.aUser(other, { role: 'partner_admin' });
    clock.set('2026-11-18T04:00:00Z');
    await desk.setLimit(other, 5);
    clock.set('2026-11-20T10:07:30Z');
    const shown = async (range: string) =>
      ((await ask({ client_id: other.clientId, range }, user.token())).body as { counted_from_utc?: string })
        .counted_from_utc;
    expect(await shown('7d')).toBe('2026-11-18T04:00:00.000Z');
    expect(await shown('24h')).toBeUndefined();
  });

  // capacity 6.3
  it('is of one project where one is named, which has to be visible', async () => {
    const query = { client_id: tenant.clientId, project_id: projectId, range: '24h' };
    const response = await ask(query);
    expect(response.body).toMatchObject({
      client_id: tenant.clientId,
      project_id: projectId,
      range: '24h',
      bucket_minutes: 15,
    });
    expect((response.body as { buckets: Bucket[] }).buckets.slice(-3)).toMatchObject([
      { peak_in_use: 7, avg_in_use: 1, limit: null, blocked: 0 },
      { peak_in_use: 0, avg_in_use: 0, limit: 6, blocked: 0 },
      { peak_in_use: 6, avg_in_use: 0, limit: 6, blocked: 4 },
    ]);
    const user = await test.world.aUser(tenant, { role: 'partner_user' });
    expect((await ask(query, user.token())).status).toBe(404);
    await test.world.assignProject(user, tenant, projectId);
    expect((await ask(query, user.token())).status).toBe(200);
    expect((await ask({ ...query, project_id: 'foreign' })).status).toBe(404);
    // No project: neither an unknown id nor the client's.
    expect((await ask({ ...query, project_id: '' })).status).toBe(422);
  });

  // capacity 6.1; the route matrix covers every role with own, foreign and absent clients.
  it('requires people to name the client, and keys only not to name another', async () => {
    expect((await ask({ range: '24h' })).status).toBe(404);
    const key = await test.world.aKey(tenant, 'partner_user');
    const withKey = (query: object) =>
      test
        .request()
        .get('/v1/capacity/history')
        .set('X-API-Key', key)
        .query({ range: '7d', ...query });
    expect((await withKey({})).body).toMatchObject({ client_id: tenant.clientId });
    expect((await withKey({ client_id: tenant.clientId })).status).toBe(200);
    expect((await withKey({ client_id: 'absent' })).status).toBe(404);
  });

  // capacity 6.2
  it.each([{}, { range: '' }, { range: '1h' }, { range: '24H' }, { range: '31d' }, { range: ['24h', '7d'] }])(
    'refuses a range of %j',
    async (query) => {
      const response = await ask({ client_id: tenant.clientId, ...query });
      const told = /^(must be (one of 24h, 7d, 30d|sent only once)|is required)$/;
      expect(response.status).toBe(422);
      expect(response.body).toMatchObject({
        error: {
          code: 'validation_error',
          details: { field_errors: [{ field: 'range', message: expect.stringMatching(told) as string }] },
        },
      });
    },
  );
});
