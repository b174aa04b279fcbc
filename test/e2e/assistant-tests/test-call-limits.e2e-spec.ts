import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { aProjectFixture, fieldsOf } from '../configuration/editing.js';
import type { ProjectFixture } from '../configuration/editing.js';
import { completeDraft, send } from '../releases/releasing.js';

let last = 0;
/** A mobile number that no other test calls. */
const aNumber = (): string => `+6149157${String((last += 1)).padStart(4, '0')}`;

describe('the limits of test calls', () => {
  const clock = new TestClock();
  const test = useTestApp({ clock });
  let desk: ProjectFixture;

  beforeEach(async () => {
    clock.set('2026-10-31T04:12:09.000Z');
    await test.world.sql('DELETE FROM throttle_hits');
    desk = await aProjectFixture(test);
    await completeDraft(test, desk);
  });

  const ring = ({
    as,
    at = desk,
    to = aNumber(),
    key,
  }: {
    as?: Record<string, string>;
    at?: ProjectFixture;
    to?: string;
    key?: string;
  } = {}) =>
    send(test, at, 'post', 'test-call/request', {
      body: { to_number: to, use: 'draft' },
      ...(as ? { as } : {}),
      ...(key ? { key } : {}),
    });
  const aColleague = async (at = desk) =>
    bearer((await test.world.aUser(at.tenant, { role: 'partner_admin' })).token());
  const aKeyOf = async (createdBy: string, organisationId?: string) => ({
    'X-API-Key': await test.world.aKey(desk.tenant, 'partner_admin', {
      createdBy,
      ...(organisationId === undefined ? {} : { organisationId }),
    }),
  });
  const ringTimes = async (times: number, who: Parameters<typeof ring>[0]) => {
    for (let time = 0; time < times; time += 1) await ring(who).expect(202);
  };
  const windowOf = (response: { body: unknown }): string | undefined => {
    const { error } = response.body as { error: { code: string; message: string } };
    expect(error.code).toBe('rate_limited');
    return /window: (\w+)/.exec(error.message)?.[1];
  };
  const anotherProject = async (): Promise<ProjectFixture> => {
    const projectId = await test.world.aProject(desk.tenant);
    const other = { ...desk, projectId };
    await completeDraft(test, other);
    return other;
  };

  // workspace 9.2
  it('let one caller ask five times in a minute that rolls, whatever is asked for', async () => {
    await ringTimes(4, {});
    clock.advance(30_000);
    await ring().expect(202);
    const limited = await ring().expect(429);
    expect([windowOf(limited), limited.get('Retry-After')]).toEqual(['caller', '30']);
    await ring({ as: await aColleague() }).expect(202);
    clock.advance(30_000);
    await ringTimes(4, {});
    await ring().expect(429);
  });

  // Fails if a window counts a key instead of the person, who can create any number of them.
  // requests 8.4
  it('are not renewed by a fresh key of the same person', async () => {
    const first = await aKeyOf(desk.adminId);
    await ringTimes(3, { as: first });
    await ringTimes(2, {});
    for (const as of [first, await aKeyOf(desk.adminId), desk.admin]) {
      expect(windowOf(await ring({ as }).expect(429))).toBe('caller');
    }
    const organisationId = await test.world.anOrganisation(desk.tenant.clientId);
    const colleague = await test.world.aUser(desk.tenant, { role: 'partner_admin', organisationId });
    await ring({ as: await aKeyOf(colleague.userId, organisationId) }).expect(202);
  });

  // workspace 9.2
  it('let ten calls a minute be asked for of one project', async () => {
    for (const as of [desk.admin, await aColleague()]) await ringTimes(5, { as });
    const as = await aColleague();
    expect(windowOf(await ring({ as }).expect(429))).toBe('project');
    await ringTimes(5, { as, at: await anotherProject() });
  });

  // workspace 9.2
  it('let twenty calls a minute be asked for of one tenant', async () => {
    const other = await anotherProject();
    for (const at of [desk, other]) {
      for (const as of [await aColleague(), await aColleague()]) await ringTimes(5, { as, at });
    }
    const at = await anotherProject();
    const limited = await ring({ as: await aColleague(), at }).expect(429);
    expect([windowOf(limited), limited.get('Retry-After')]).toEqual(['tenant', '60']);
    await ring({ at: await elsewhere() }).expect(202);
  });

  const elsewhere = async (): Promise<ProjectFixture> => {
    const other = await aProjectFixture(test);
    await completeDraft(test, other);
    return other;
  };

  // workspace 9.2
  it('let one telephone ring ten times an hour, over all tenants, and reveal nothing about it before', async () => {
    const to = aNumber();
    for (const at of [desk, await elsewhere()]) {
      await ringTimes(5, { at, as: at.admin, to });
      clock.advance(60_000);
    }
    const limited = await ring({ to }).expect(429);
    expect([windowOf(limited), limited.get('Retry-After')]).toEqual(['destination', '3480']);
    expect(limited.text).not.toContain(to.slice(-6));
    expect(limited.get('RateLimit-Policy')).toContain('"destination";q=10;w=3600');
    expect(limited.get('RateLimit')).toMatch(/"caller";r=4.*"tenant";r=19.*"project";r=9/);
    expect(limited.get('RateLimit')).not.toContain('destination');
    await ring().expect(202);
    clock.advance(3_480_000);
    await ring({ to }).expect(202);
  });

  // Fails if a number counts calls that never rang: one tenant could block it for all others.
  // access 7.5; workspace 9.3
  it('count for a telephone only what is queued', async () => {
    const to = aNumber();
    const empty = await aProjectFixture(test);
    const archived = await anotherProject();
    await test.world.archive(archived.projectId);
    const use = (source: string, at = desk, as = at.admin) =>
      send(test, at, 'post', 'test-call/request', { as, body: { to_number: to, use: source } });
    for (let time = 0; time < 4; time += 1) {
      await use('draft', empty).expect(422);
      await use('published').expect(422);
      await use('draft', archived, await aColleague()).expect(409);
    }
    clock.advance(60_000);
    await ringTimes(5, { to });
    clock.advance(60_000);
    await ringTimes(5, { to });
    clock.advance(60_000);
    expect(windowOf(await ring({ to }).expect(429))).toBe('destination');
  });

  it('let one of two through that ask at once for the last call to a telephone', async () => {
    const to = aNumber();
    const other = await elsewhere();
    await ringTimes(5, { to });
    await ringTimes(4, { to, at: other, as: other.admin });
    clock.advance(60_000);
    const answers = await Promise.all([ring({ to }), ring({ to, at: other, as: other.admin })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 429]);
    const queued = await test.world.sql('SELECT 1 FROM project_test_calls WHERE project_id = ANY($1)', [
      [desk.projectId, other.projectId],
    ]);
    expect(queued).toHaveLength(10);
  });

  // workspace 9.4
  it.each(['+3364312', '+614915701561234', '+999123456'])('refuse %s, as long as no number', async (to) => {
    const refused = await ring({ to }).expect(422);
    expect(fieldsOf(refused)).toEqual([['to_number', 'matches']]);
    expect(refused.text).not.toContain(to);
  });

  it('keep no number that could be found again', async () => {
    const to = aNumber();
    await ring({ to }).expect(202);
    const rows = await test.world.sql<{ window_key: string }>('SELECT window_key FROM throttle_hits');
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toContain(to.slice(1));
  });

  // workspace 9.3
  it('do not count a replay, nor what is refused for its number or its form', async () => {
    const to = aNumber();
    await ring({ to, key: 'again' }).expect(202);
    for (let time = 0; time < 6; time += 1) await ring({ to, key: 'again' }).expect(202);
    for (let time = 0; time < 6; time += 1) await ring({ to: '+611900654321' }).expect(422);
    for (let time = 0; time < 6; time += 1) await ring({ to: '0491570159' }).expect(422);
    await ringTimes(4, {});
  });

  it.each([
    ['+611900654321', 'number_premium_rate', 'a premium-rate number'],
    ['+611905123456', 'number_premium_rate', 'a premium-rate number'],
    ['+6112455', 'number_premium_rate', 'a premium-rate number'],
    ['+611300975707', 'number_shared_cost', 'a shared-cost number'],
    ['+881612345678', 'number_satellite', 'a satellite number'],
  ])('keep %s from being rung: %s', async (to, code, words) => {
    const refused = await ring({ to }).expect(422);
    expect(fieldsOf(refused)).toEqual([['to_number', code]]);
    expect(refused.text).toContain(words);
    expect(refused.text).not.toContain(to);
    expect(
      await test.world.sql('SELECT 1 FROM project_test_calls WHERE project_id = $1', [desk.projectId]),
    ).toEqual([]);
  });
});
