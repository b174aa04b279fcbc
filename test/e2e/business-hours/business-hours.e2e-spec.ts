import type { Response, Test } from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestTenant } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';

type Body = Record<string, unknown>;
type Headers = Readonly<Record<string, string>>;

const PATH = '/v1/portal/business-hours';
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const HOURS = {
  timezone: 'Australia/Sydney',
  weekly: WEEKDAYS.map((day) => ({ day, intervals: [{ opens: '09:00', closes: '17:00' }] })),
  exceptions: [{ date: '2026-12-24', intervals: [{ opens: '09:00', closes: '12:00' }] }],
  holidays_of: 'AU-NSW',
};

describe('business hours of a client', () => {
  // A Friday, 13:00 in Sydney, before a weekend on which the clocks change and a Monday that is
  // Labour Day.
  const clock = new TestClock(new Date('2026-10-02T03:00:00.000Z'));
  const test = useSharedApp({ clock });
  let tenant: TestTenant;
  let admin: Headers;
  let adminId: string;

  beforeEach(async () => {
    clock.set('2026-10-02T03:00:00.000Z');
    tenant = await test.world.aTenant();
    const user = await test.world.aUser(tenant, { role: 'client_admin' });
    admin = bearer(user.token());
    adminId = user.userId;
  });

  const get = (as: Headers = admin): Test => test.request().get(PATH).set(as);
  const put = (body: object, ifMatch?: string): Test => {
    const request = test.request().put(PATH).set(admin);
    return (ifMatch === undefined ? request : request.set('If-Match', ifMatch)).send(body);
  };
  const etagOf = async (): Promise<string> => (await get().expect(200)).get('ETag')!;
  const save = async (body: object): Promise<Response> => put(body, await etagOf()).expect(200);
  const codeOf = ({ body }: Response): unknown => (body as Body)['code'];

  // business-hours 3.1
  it('are not known until they are saved', async () => {
    const response = await get().expect(200);
    expect(response.body).toEqual({
      timezone: 'Australia/Sydney',
      weekly: [],
      exceptions: [],
      holidays_of: null,
      source: 'default',
      etag: response.get('ETag')!.slice(1, -1),
      open_now: null,
      next_change_at_utc: null,
      updated_at_utc: null,
      updated_by: null,
    });
  });

  // business-hours 1.1, 2.1, 2.3, 3.2, 3.3
  it('are saved as a whole, show whether it is open now, and are audited', async () => {
    const never = await etagOf();
    const saved = await put(HOURS, never).expect(200);
    expect(saved.body).toEqual({
      ...HOURS,
      source: 'saved',
      etag: saved.get('ETag')!.slice(1, -1),
      open_now: true,
      next_change_at_utc: '2026-10-02T07:00:00.000Z',
      updated_at_utc: '2026-10-02T03:00:00.000Z',
      updated_by: adminId,
    });
    expect((await get().expect(200)).body).toEqual(saved.body);
    clock.set('2026-10-05T03:00:00.000Z');
    expect((await get().expect(200)).body).toMatchObject({
      open_now: false,
      next_change_at_utc: '2026-10-05T22:00:00.000Z',
    });
    const rows = await test.world.sql<{ metadata: Body; actor_id: string }>(
      `SELECT metadata, actor_id FROM audit_events WHERE client_id = $1 AND action = 'business_hours.saved'`,
      [tenant.clientId],
    );
    expect(rows).toEqual([
      {
        actor_id: adminId,
        metadata: {
          timezone: 'Australia/Sydney',
          holidays_of: 'AU-NSW',
          exceptions: 1,
          etag: saved.get('ETag')!.slice(1, -1),
          previous_etag: never.slice(1, -1),
        },
      },
    ]);
  });

  // business-hours 3.2; requests 6.9
  it('are not saved without the etag that was read (428), nor with another one (400)', async () => {
    const never = await etagOf();
    for (const [header, status, code] of [
      [undefined, 428, 'precondition_required'],
      ['*', 428, 'precondition_required'],
      ['"r1-0000000000000000"', 400, 'stale_settings'],
      ['"open', 400, 'validation_failed'],
    ] as const) {
      const refused = await put(HOURS, header);
      expect([header, refused.status, codeOf(refused)]).toEqual([header, status, code]);
    }
    expect((await put({ ...HOURS, timezone: 'Mars/Olympus' })).status).toBe(400);
    const answers = await Promise.all([1, 2, 3].map(() => put(HOURS, never)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  // business-hours 1.3, 1.4, 1.5 and 1.6; errors 1.10
  it.each<[string, Body, string]>([
    ['no zone', { timezone: undefined }, 'timezone'],
    ['an unknown zone', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['a zone in small letters', { timezone: 'australia/sydney' }, 'timezone'],
    ['a word for days', { weekly: 'always' }, 'weekly'],
    ['null among the days', { weekly: [null] }, 'weekly.0'],
    ['an unknown day', { weekly: [{ day: 'Monday', intervals: [] }] }, 'weekly.0.day'],
    ['no intervals', { weekly: [{ day: 'monday' }] }, 'weekly.0.intervals'],
    [
      'an hour past 24',
      { weekly: [{ day: 'monday', intervals: [{ opens: '09:00', closes: '24:01' }] }] },
      'weekly.0.intervals.0.closes',
    ],
    [
      '24:00 to open',
      { weekly: [{ day: 'monday', intervals: [{ opens: '24:00', closes: '01:00' }] }] },
      'weekly.0.intervals.0.opens',
    ],
    [
      'one digit',
      { weekly: [{ day: 'monday', intervals: [{ opens: '9:00', closes: '17:00' }] }] },
      'weekly.0.intervals.0.opens',
    ],
    [
      'five intervals',
      {
        weekly: [
          {
            day: 'monday',
            intervals: [1, 3, 5, 7, 8].map((hour) => ({ opens: `0${hour}:00`, closes: `0${hour}:30` })),
          },
        ],
      },
      'weekly.0.intervals',
    ],
    [
      'two that overlap',
      {
        weekly: [
          {
            day: 'monday',
            intervals: [
              { opens: '09:00', closes: '12:00' },
              { opens: '11:00', closes: '13:00' },
            ],
          },
        ],
      },
      'weekly.0.intervals.1',
    ],
    [
      'a date that does not exist',
      { exceptions: [{ date: '2026-02-30', intervals: [] }] },
      'exceptions.0.date',
    ],
    [
      'an instant for a date',
      { exceptions: [{ date: '2026-12-24T00:00:00Z', intervals: [] }] },
      'exceptions.0.date',
    ],
    ['an unknown state', { holidays_of: 'NSW' }, 'holidays_of'],
    ['an unknown field', { open: true }, 'open'],
    ['a tenant in the body', { client_id: 'client-nowhere' }, 'client_id'],
  ])('are refused with %s, which is named', async (_name, changes, field) => {
    const refused = await put({ ...HOURS, ...changes }, await etagOf());
    expect([refused.status, codeOf(refused)]).toEqual([400, 'validation_failed']);
    expect(Object.keys((refused.body as { field_errors: object }).field_errors)).toEqual([field]);
  });

  // business-hours 1.2, 3.4
  it('are of one data environment', async () => {
    await save(HOURS);
    const staging = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
    const user = await test.world.aUser(staging, { role: 'client_staff' });
    expect((await get(bearer(user.token('staging'))).expect(200)).body).toMatchObject({ source: 'default' });
  });

  describe('and its projects', () => {
    const options = (as: Headers = admin): Test => test.request().get(`${PATH}/project-options`).set(as);
    const publish = async (projectId: string, metadata: object): Promise<void> => {
      await test.world.sql(
        `INSERT INTO project_versions (client_id, data_env, project_id, version_number, sections, content_hash, source, published_at, published_by)
         VALUES ($1, $2, $3, 1, $4, 'hash', 'publish', now(), 'test')`,
        [tenant.clientId, tenant.dataEnv, projectId, { 'dashboard-metadata': metadata }],
      );
      await test.world.sql('UPDATE projects SET latest_published_version = 1 WHERE project_id = $1', [
        projectId,
      ]);
    };
    const own = [{ day: 'monday', opens: '09:00', closes: '17:00' }];

    // business-hours 4.1, 4.2
    it('have their own or inherit them, in the zone that these go by', async () => {
      await save({ ...HOURS, timezone: 'Australia/Perth' });
      const bare = await test.world.aProject(tenant);
      const with_hours = await test.world.aProject(tenant);
      const with_zone = await test.world.aProject(tenant);
      const without = await test.world.aProject(tenant);
      await test.world.aProject(tenant, { lifecycleState: 'archived' });
      await test.world.aProject(await test.world.aTenant());
      await publish(with_hours, { business_hours: own });
      await publish(with_zone, { business_hours: own, timezone: 'Pacific/Auckland' });
      await publish(without, { timezone: 'Pacific/Auckland' });
      const { items } = (await options().expect(200)).body as { items: { project_id: string }[] };
      expect(items.toSorted((a, b) => a.project_id.localeCompare(b.project_id))).toEqual(
        [
          [bare, 'Australia/Perth', 'inherited'],
          [with_hours, 'Australia/Sydney', 'own'],
          [with_zone, 'Pacific/Auckland', 'own'],
          [without, 'Australia/Perth', 'inherited'],
        ]
          .map(([project_id, timezone, source]) => ({
            project_id,
            display_name: project_id,
            timezone,
            source,
          }))
          .toSorted((a, b) => a.project_id!.localeCompare(b.project_id!)),
      );
    });

    // business-hours 4.1
    it('are those that a partner_user is assigned to', async () => {
      const seen = await test.world.aProject(tenant);
      await test.world.aProject(tenant);
      const user = await test.world.aUser(tenant, { role: 'partner_user' });
      expect((await options(bearer(user.token())).expect(200)).body).toEqual({ items: [] });
      await test.world.assignProject(user, tenant, seen);
      expect((await options(bearer(user.token())).expect(200)).body).toMatchObject({
        items: [{ project_id: seen, timezone: 'Australia/Sydney', source: 'inherited' }],
      });
    });

    // business-hours 4.3; errors 1.13; requests 8.6
    it('are answered 20 times a minute to each caller, and the wait is among the fields', async () => {
      for (let count = 1; count <= 20; count += 1) await options().expect(200);
      const refused = await options().expect(429);
      const wait = Number(refused.get('Retry-After'));
      expect(wait).toBeGreaterThan(0);
      expect(refused.body).toMatchObject({
        code: 'business_hours_options_rate_limited',
        field_errors: { retry_after_seconds: wait },
        retry_after_seconds: wait,
      });
      const other = await test.world.aUser(tenant, { role: 'client_staff' });
      await options(bearer(other.token())).expect(200);
    });
  });
});
