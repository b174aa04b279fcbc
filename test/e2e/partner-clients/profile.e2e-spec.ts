import { beforeAll, describe, expect, it } from 'vitest';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { useOperator } from '../../support/operator.js';
import { useSharedApp } from '../../support/shared-app.js';
import { aProfile, clientFixture, idOf } from './client-fixture.js';

// partner-clients 4.7
describe('the profile of a client, written by an operator', () => {
  const test = useSharedApp();
  const operate = useOperator(() => test);
  const desk = clientFixture(test);
  let tenant: TestTenant;
  let admin: TestUser;
  beforeAll(async () => {
    tenant = await test.world.aTenant();
    admin = await test.world.aUser(tenant, { role: 'partner_admin', organisationId: 'harbour' });
  });

  const set = (clientId: string, ...options: string[]) =>
    operate('set-client', '--client', clientId, ...options);
  const shown = async (clientId: string) => {
    const { client, contact, engagement_notes: notes } = await desk.summaryOf(admin, clientId);
    return [(client as { web_domain: unknown }).web_domain, contact, notes];
  };

  it('is shown to administrators, and what is left out stays', async () => {
    const clientId = idOf(await desk.post(admin, aProfile()).expect(201));
    const before = await shown(clientId);
    await set(clientId, '--notes', 'Rollout in three steps.\nNext review in March.');
    expect(await shown(clientId)).toEqual([
      ...before.slice(0, 2),
      'Rollout in three steps.\nNext review in March.',
    ]);
    await set(clientId, '--contact-name', 'Noor Canary-Haddad', '--web-domain', 'Other.example');
    expect(await shown(clientId)).toEqual([
      'other.example',
      { contact_name: 'Noor Canary-Haddad' },
      'Rollout in three steps.\nNext review in March.',
    ]);
    await set(clientId, '--notes', 'none');
    expect((await shown(clientId))[2]).toBeNull();
    const stored = JSON.stringify([
      await test.world.sql('SELECT * FROM partner_client_profiles'),
      await test.world.sql(
        `SELECT metadata FROM audit_events WHERE action = 'partner_client.profile_changed' AND client_id = $1`,
        [clientId],
      ),
    ]);
    expect(stored).toContain('"changed":"web_domain, contact_name"');
    expect(stored).not.toMatch(/Noor|Rollout/);
  });

  it('is made for a client that no partner has set up, all of it at once', async () => {
    const { clientId } = tenant;
    const refused = await set(clientId, '--notes', 'First.');
    expect(refused.isDone).toBe(false);
    expect(refused.said).toContain('--web-domain, --contact-name, --business-email');
    await set(
      clientId,
      '--web-domain',
      'a.example',
      '--contact-name',
      'Kim',
      '--business-email',
      'kim@a.example',
    );
    expect(await shown(clientId)).toEqual(['a.example', { contact_name: 'Kim' }, null]);
  });

  it('is not written without a value, with a wrong one, or for no client', async () => {
    expect((await set(tenant.clientId)).isDone).toBe(false);
    expect((await set('no-such-client', '--notes', 'x')).isDone).toBe(false);
    for (const wrong of [
      ['--contact-name', 'a\nb'],
      ['--contact-name', ' '],
      ['--business-email', 'kim'],
      ['--web-domain', 'https://a.example'],
      ['--notes', 'x'.repeat(4001)],
    ])
      await expect(set(tenant.clientId, ...wrong)).rejects.toThrow(wrong[0]);
  });
});
