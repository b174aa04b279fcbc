import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashInvitationToken } from '../../../src/features/people/rules/invitation.policy.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';

// people 4.6
describe('the content of an invitation', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let admin: TestUser;

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    admin = await test.world.aUser(tenant, { role: 'client_admin' });
    const named = 'UPDATE portal_users SET display_name = $2 WHERE user_id = $1';
    await test.world.sql(named, [admin.userId, 'Amelia Hart: win at http://evil.example']);
    await test.world.sql('UPDATE clients SET business_name = $2 WHERE client_id = $1', [
      tenant.clientId,
      'Acme Dental',
    ]);
  });

  const invite = async (days = 7): Promise<{ readonly id: string; readonly token: string }> => {
    const token = randomBytes(32).toString('base64url');
    const [row] = await test.world.sql<{ id: string }>(
      `INSERT INTO person_invitations (client_id, data_env, invitation_id, role, email_sealed, email_hash, token_hash, sent_at,
                                       expires_at, created_by)
       VALUES ($1, $2, gen_random_uuid(), 'client_manager', '', $3, $4, now(), now() + $5 * interval '1 day', $6)
       RETURNING invitation_id AS id`,
      [
        tenant.clientId,
        tenant.dataEnv,
        randomBytes(8),
        hashInvitationToken(test.settings.apiKeys.pepper, token),
        days,
        admin.userId,
      ],
    );
    return { id: row!.id, token };
  };
  const ask = (body: object) => test.request().post('/v1/portal/invitations/preview').send(body);
  const rowOf = (id: string) =>
    test.world.sql('SELECT i::text AS row FROM person_invitations i WHERE invitation_id = $1', [id]);

  it('is what its mail says, as often as the link is opened, and opening changes nothing', async () => {
    const { id, token } = await invite();
    const before = await rowOf(id);
    for (let nth = 0; nth < 2; nth += 1) {
      const answer = await ask({ token });
      expect([answer.status, answer.body as object]).toEqual([
        200,
        {
          inviter_name: 'Amelia Hart win at http evil. example',
          business_name: 'Acme Dental',
          role: 'client_manager',
          expires_at_utc: expect.any(String) as string,
        },
      ]);
    }
    expect(await rowOf(id)).toEqual(before);
  });

  it('is the same 404 for every link that gives nothing', async () => {
    const [late, withdrawn, used, orphan] = [
      await invite(-1),
      await invite(),
      await invite(),
      await invite(),
    ];
    const set = (what: string, id: string) =>
      test.world.sql(`UPDATE person_invitations SET ${what} WHERE invitation_id = $1`, [id]);
    await set('withdrawn_at = now()', withdrawn.id);
    await set('accepted_at = now()', used.id);
    const gone = await test.world.aUser(tenant, { role: 'client_staff' });
    await set(`created_by = '${gone.userId}'`, orphan.id);
    const tokens = [late, withdrawn, used, orphan, { token: randomBytes(32).toString('base64url') }];
    const answers = await Promise.all(tokens.map(({ token }) => ask({ token })));
    const told = answers.map(({ text }) => text.replace(/"request_id":"[^"]*"/, ''));
    expect(new Set(told).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  it('is 400 for what is no link', async () => {
    const { token } = await invite();
    for (const body of [{ token: 7 }, { token: 'short' }, {}, { token, more: 1 }])
      expect((await ask(body)).status).toBe(400);
  });
});
