import { expect, it } from 'vitest';
import { useSecondApp, type TestApp } from '../../support/app.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';

const clock = new TestClock();
const test = useSharedApp({ clock });
const second = useSecondApp(test, { clock });

// single-sign-on 1.3
it('all changes of a client count together: 20 in 60 seconds over two processes, to the moment', async () => {
  const tenant = await test.world.aTenant();
  const admins = [
    await test.world.aUser(tenant, { role: 'client_admin' }),
    await test.world.aUser(tenant, { role: 'client_admin' }),
  ];
  const foreign = await test.world.aUser(await test.world.aTenant(), { role: 'client_admin' });
  const add = (app: TestApp, by = admins[0]!) =>
    app.request().post('/v1/security/sso/domains').set(bearer(by.token())).send({ domain: 'acme.example' });
  await add(test).expect(200);
  // The domain is on the list: each of these refusals counts.
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, at) => add([test, second][at % 2]!, admins[at % 3 === 0 ? 0 : 1])),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array<number>(19).fill(409), ...Array<number>(5).fill(429)]);
  const full = await second
    .request()
    .post('/v1/security/sso/connections')
    .set(bearer(admins[1]!.token()))
    .send({ name: 'Head office', kind: 'oidc' })
    .expect(429);
  expect([full.headers['retry-after'], full.body]).toMatchObject(['60', { error: { code: 'rate_limited' } }]);
  await add(second, foreign).expect(200);
  clock.advance(59_999);
  await add(second).expect(429);
  clock.advance(1);
  await add(second).expect(409);
});
