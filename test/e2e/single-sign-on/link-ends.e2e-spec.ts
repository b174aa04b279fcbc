import { describe, expect, it } from 'vitest';
import type { TestUser } from '../../support/builders.js';
import { useEnforcement } from './enforcement-stage.js';

const on = useEnforcement();
const { client, directory, set, signedIn, test, tokenOf } = on.frame;

/** A person with a role whose directory account is linked. */
async function linked(role: 'client_manager' | 'client_staff'): Promise<TestUser> {
  const person = await test.world.aUser(client().tenant, { role });
  await on.throughDirectory(person);
  return person;
}
const isLinked = async ({ userId }: TestUser): Promise<boolean> =>
  (await test.world.sql('SELECT FROM sso_identities WHERE user_id = $1', [userId])).length > 0;
const admin = () => signedIn(client().admin);

// single-sign-on 4.10
describe('a link to a directory', () => {
  it('ends with the role, and not with another role of the customer', async () => {
    const person = await linked('client_manager');
    const browser = await admin();
    expect((await on.changeRole(browser, person, 'client_staff')).status).toBe(200);
    expect(await isLinked(person)).toBe(true);
    expect((await on.actOn(browser, person, 'deactivate')).status).toBe(200);
    expect(await isLinked(person)).toBe(false);
  });

  it('stays where the connection would give the person a new account', async () => {
    const person = await linked('client_staff');
    await set(`default_role = 'client_staff'`);
    expect((await on.actOn(await admin(), person, 'deactivate')).status).toBe(200);
    expect(await isLinked(person)).toBe(true);
    const back = await on.entered(person.subject);
    expect([back.status, back.body]).toMatchObject([403, { code: 'no_portal_access' }]);
  });

  it('ends with a reset of the factors, except that of an account without another way in', async () => {
    const person = await linked('client_staff');
    await set(`default_role = 'client_staff'`);
    directory.misbehaviour = { idClaims: { email: 'new@elsewhere.example' } };
    await on.enter('new-account');
    const [made] = await test.world.sql<{ user_id: string }>(
      `SELECT i.user_id FROM sso_identities i JOIN portal_users u USING (user_id)
        WHERE i.connection_id = $1 AND u.subject LIKE 'directory:%'`,
      [client().connectionId],
    );
    const browser = await admin();
    const newcomer = { ...person, userId: made!.user_id };
    for (const it of [person, newcomer]) expect((await on.actOn(browser, it, 'mfa-reset')).status).toBe(200);
    expect([await isLinked(person), await isLinked(newcomer)]).toEqual([false, true]);
  });

  it('ends when an administrator ends the link to provisioning', async () => {
    const person = await linked('client_staff');
    const send = (method: 'post' | 'delete', path: string, body: object) =>
      test
        .request()
        [method](`/v1/security/scim/links${path}`)
        .set({ Authorization: `Bearer ${tokenOf(client().admin)}`, 'Idempotency-Key': `${method}-link` })
        .send(body)
        .expect(200);
    await send('post', '', { user_id: person.userId, user_name: 'mei@acme.example' });
    expect(await isLinked(person)).toBe(true);
    await send('delete', `/${person.userId}`, {});
    expect(await isLinked(person)).toBe(false);
  });
});
