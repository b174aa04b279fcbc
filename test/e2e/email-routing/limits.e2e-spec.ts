import { beforeEach, describe, expect, it } from 'vitest';
import type { AddressResponse } from '../../../src/features/email-routing/lookup/address.response.js';
import { admitCredentialsOf, startTestApp, type TestApp } from '../../support/app.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { perSuite } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';

// Two processes at once fill each window to one below, exactly to and beyond its limit.
describe('the limits of email routing, over two processes', () => {
  // Stands still, so that a minute lasts as long as the machine takes.
  const clock = new TestClock();
  const apps = perSuite(
    async () => {
      const first = await startTestApp({ clock });
      const second = await startTestApp({ databases: first.databases, clock });
      return { first, second };
    },
    async ({ first, second }) => {
      await second.close();
      await first.close();
    },
  );
  let tenant: TestTenant;
  let admin: TestUser;
  let emails = 0;

  beforeEach(async () => {
    admitCredentialsOf(apps.second);
    clock.set(new Date());
    await apps.first.world.sql('DELETE FROM throttle_hits');
    tenant = await apps.second.world.aTenant();
    admin = await apps.second.world.aUser(tenant, { role: 'client_admin' });
  });

  const post = (app: TestApp, path: string, body: object, by: TestUser) =>
    app
      .request()
      .post(`/v1/portal/email-routing/addresses${path}`)
      .query({ client_id: tenant.clientId })
      .set(bearer(by.token()))
      .send(body);

  const add = (app: TestApp, by = admin) =>
    post(app, '', { email: `limit.${(emails += 1)}@example.com`, label: 'Desk' }, by);

  const inBoth = async (times: number, send: (app: TestApp) => PromiseLike<{ status: number }>) => {
    const both = [apps.first, apps.second];
    const answers = await Promise.all(Array.from({ length: times }, (_, at) => send(both[at % 2]!)));
    return { passed: answers.filter(({ status }) => status === 200).length, answers };
  };

  /** Makes all counted requests this many seconds older. */
  const wait = (seconds: number) =>
    apps.first.world.sql('UPDATE throttle_hits SET hit_at = hit_at - make_interval(secs => $1)', [seconds]);

  // email-routing 1.7
  it('let a person add ten addresses in 24 hours, to the second', async () => {
    expect((await inBoth(9, (app) => add(app))).passed).toBe(9);
    expect((await inBoth(6, (app) => add(app))).passed).toBe(1);
    const refused = await add(apps.first).expect(429);
    const after = Number(refused.get('Retry-After'));
    expect(refused.body).toMatchObject({ code: 'rate_limited' });
    await add(apps.second, await apps.second.world.aUser(tenant, { role: 'client_admin' })).expect(200);
    await wait(after - 60);
    await add(apps.second).expect(429);
    await wait(60);
    await add(apps.first).expect(200);
  });

  // email-routing 1.7
  it('let a person ask an address three times an hour', async () => {
    const added = await add(apps.first).expect(200);
    const { address_id: id } = added.body as AddressResponse;
    const resend = (app: TestApp, by = admin) => post(app, `/${id}/resend`, {}, by);
    expect((await inBoth(2, (app) => resend(app))).passed).toBe(2);
    expect((await inBoth(4, (app) => resend(app))).passed).toBe(1);
    await resend(apps.second, await apps.second.world.aUser(tenant, { role: 'client_admin' })).expect(200);
    await wait(3_540);
    await resend(apps.first).expect(429);
    await wait(60);
    await resend(apps.second).expect(200);
  });

  // email-routing 3.3
  it('let ten verifications of an address of the network through in a minute', async () => {
    const verify = (app: TestApp) => app.request().post('/v1/email-routing/verify').send({ token: 'x' });
    expect((await inBoth(9, verify)).passed).toBe(9);
    expect((await inBoth(6, verify)).passed).toBe(1);
    await wait(50);
    await verify(apps.first).expect(429);
    await wait(10);
    await verify(apps.second).expect(200);
  });
});
