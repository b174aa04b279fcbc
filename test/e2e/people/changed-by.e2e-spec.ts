import { beforeAll, describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { bearer } from '../access/callers.js';
import { PlantedCampaigns } from '../campaigns/planted-campaigns.js';
import { anApiKeyFixture, ApiKeyFixture } from '../partner/api-key-calls.js';
import { aWebhookFixture, WebhookFixture } from '../webhooks/webhook-fixture.js';
import { PeopleFixture } from './people-fixture.js';

describe('who changed a thing', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let admin: TestUser;
  let staff: TestUser;
  let partner: TestUser;

  const namesFor = async (reader: TestUser, ids: readonly string[]): Promise<unknown[]> => {
    const answer = await test
      .request()
      .get('/v1/portal/names')
      .set(bearer(reader.token()))
      .query({ client_id: tenant.clientId, ids: ids.join(',') });
    expect(answer.status, answer.text).toBe(200);
    return (answer.body as { items: { id: string; kind: string; display_name: string | null }[] }).items.map(
      ({ id, kind, display_name: name }) => {
        expect(ids).toContain(id);
        return name === null ? kind : [kind, name];
      },
    );
  };

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    admin = await test.world.aUser(tenant, { role: 'client_admin' });
    staff = await test.world.aUser(tenant, { role: 'client_staff' });
    partner = await test.world.aUser(tenant, { role: 'partner_admin' });
  });

  // people 6.1, 6.2
  it('is a colleague by name, and everyone else a word', async () => {
    const operator = await test.world.aUser(tenant, { role: 'service_operator' });
    const former = await test.world.aUser(tenant, { role: 'client_staff' });
    const other = await test.world.aUser(tenant, { role: 'partner_user' });
    const stranger = await test.world.aUser(await test.world.aTenant(), { role: 'client_admin' });
    await test.world.sql('UPDATE portal_user_client_assignments SET active = false WHERE user_id = $1', [
      former.userId,
    ]);
    await test.world.aKey(tenant, 'partner_user', {});
    const [key] = await test.world.sql<{ key_id: string; description: string }>(
      'SELECT key_id, description FROM api_keys WHERE client_id = $1',
      [tenant.clientId],
    );
    const nameOf = async ({ userId }: TestUser): Promise<string> =>
      (
        await test.world.sql<{ display_name: string }>(
          'SELECT display_name FROM portal_users WHERE user_id = $1',
          [userId],
        )
      )[0]!.display_name;
    const ids = [admin, former, partner, operator, stranger].map((it) => it.userId);
    ids.push(key!.key_id, 'operate', ids[0]!);
    expect(await namesFor(staff, ids)).toEqual([
      ['colleague', await nameOf(admin)],
      'former_colleague',
      'partner',
      'staff',
      'unknown',
      'key',
      'process',
    ]);
    expect(await namesFor(partner, ids)).toEqual([
      'customer',
      'customer',
      ['colleague', await nameOf(partner)],
      'staff',
      'unknown',
      ['key', key!.description],
      'process',
    ]);
    expect(await namesFor(other, [partner.userId])).toEqual([
      (await sameOrganisation(other, partner)) ? ['colleague', await nameOf(partner)] : 'partner',
    ]);
    const wrong = await test
      .request()
      .get('/v1/portal/names')
      .set(bearer(staff.token()))
      .query({ client_id: tenant.clientId, ids: Array.from({ length: 51 }, () => 'a').join(',') });
    expect(wrong.status).toBe(400);
  });

  const sameOrganisation = async (one: TestUser, two: TestUser): Promise<boolean> => {
    const rows = await test.world.sql<{ organisation_id: string }>(
      'SELECT DISTINCT organisation_id FROM portal_user_client_assignments WHERE user_id = ANY($1::uuid[])',
      [[one.userId, two.userId]],
    );
    return rows.length === 1;
  };

  // access 8.5; people 6.3
  it('stands at the IP allowlist, with when', async () => {
    const at = () => test.request();
    const read = await at()
      .get('/v1/security/ip-allowlist')
      .set(bearer(admin.token()))
      .query({ client_id: tenant.clientId });
    expect(read.body).toMatchObject({ updated_at_utc: null, updated_by: null });
    const saved = await at()
      .put('/v1/security/ip-allowlist')
      .set({ ...bearer(admin.token()), 'If-Match': read.headers['etag'] })
      .query({ client_id: tenant.clientId })
      .send({
        entries: [
          { network: '0.0.0.0/0', label: 'all' },
          { network: '::/0', label: 'all' },
        ],
      });
    expect(saved.status, saved.text).toBe(200);
    expect(saved.body).toMatchObject({
      updated_by: admin.userId,
      updated_at_utc: expect.any(String) as string,
    });
    const second = await test.world.aUser(tenant, { role: 'client_admin' });
    const emptied = await at()
      .put('/v1/security/ip-allowlist')
      .set({ ...bearer(second.token()), 'If-Match': saved.headers['etag'] })
      .query({ client_id: tenant.clientId })
      .send({ entries: [] });
    expect(emptied.body).toMatchObject({
      entries: [],
      updated_by: second.userId,
      updated_at_utc: expect.any(String) as string,
    });
    expect(await namesFor(staff, [second.userId])).toEqual([['colleague', expect.any(String)]]);
    expect(await namesFor(partner, [second.userId])).toEqual(['customer']);
  });

  // partner 3.1; people 6.3
  it('stands at a key that was created, rotated, handed over or revoked', async () => {
    const chief = await anApiKeyFixture(test);
    const place = { role: 'partner_admin', organisationId: chief.organisationId } as const;
    const [second, heir] = [
      await test.world.aUser(chief.tenant, place),
      await test.world.aUser(chief.tenant, place),
    ];
    const seconds = new ApiKeyFixture(test, chief.tenant, second);
    const [rotated, handed, revoked] = [await chief.made(), await seconds.made(), await chief.made()];
    expect(revoked).toMatchObject({
      updated_at_utc: revoked['created_at_utc'],
      updated_by: chief.user.userId,
    });
    await seconds.rotate(rotated.key_id, { grace_seconds: 600 }).expect(200);
    await seconds.revoke(revoked.key_id).expect(200);
    const people = new PeopleFixture(test, chief.tenant, chief.user);
    await people.post(`/people/${second.userId}/deactivate`, { keep_api_keys_with: heir.userId }).expect(200);
    for (const [{ key_id: id }, by] of [
      [rotated, second],
      [revoked, second],
      [handed, chief.user],
    ] as const) {
      const { created_at_utc: made, updated_at_utc: at, updated_by } = await chief.item(id);
      expect([updated_by, String(at) > String(made)]).toEqual([by.userId, true]);
    }
    expect(await chief.item(handed.key_id)).toMatchObject({ created_by: heir.userId });
  });

  // webhooks 2.3; people 6.3
  it('stands at a webhook that was switched off', async () => {
    const desk = await aWebhookFixture(test);
    const { webhook_id: id, revision_hash } = await desk.made();
    const other = await test.world.aUser(desk.tenant, { role: 'partner_admin' });
    await test.world.assignProject(other, desk.tenant, desk.projectId);
    const others = new WebhookFixture(test, desk.tenant, desk.projectId, bearer(other.token()));
    await others.change(id, { status: 'disabled', revision_hash }).expect(200);
    expect(await desk.item(id)).toMatchObject({ status: 'disabled', updated_by: other.userId });
  });

  // people 1.2; people 6.3
  it('stands at a person whose role was changed', async () => {
    const person = await test.world.aUser(tenant, { role: 'client_staff' });
    const path = `/v1/portal/people/${person.userId}`;
    const query = { client_id: tenant.clientId };
    const read = await test.request().get(path).set(bearer(admin.token())).query(query);
    const changed = await test
      .request()
      .patch(path)
      .set({ ...bearer(admin.token()), 'If-Match': read.headers['etag'] })
      .query(query)
      .send({ role: 'client_manager' });
    expect(changed.body).toMatchObject({ role_changed_by: admin.userId });
    expect((changed.body as { role_changed_at_utc: string }).role_changed_at_utc).not.toBe(
      (read.body as { role_changed_at_utc: string }).role_changed_at_utc,
    );
  });

  // campaigns 2.9; people 6.3
  it('stands at a campaign whose settings or contacts were changed, or that was run', async () => {
    const other = await test.world.aUser(tenant, { role: 'partner_admin' });
    const desk = await PlantedCampaigns.open(test, tenant);
    const campaignId = await desk.campaign();
    const answer = await test
      .request()
      .patch(`/v1/outbound-campaigns/${campaignId}`)
      .set(desk.admin)
      .query({ client_id: tenant.clientId })
      .send({ priority: 60 });
    expect(answer.status, answer.text).toBe(200);
    expect((answer.body as { status_log: unknown[] }).status_log[0]).toMatchObject({
      action: 'edit',
      changed_by: desk.adminId,
      changed_by_kind: 'bearer',
      from_status: 'draft',
      to_status: 'draft',
    });
    expect(answer.body).toMatchObject({ updated_by: desk.adminId });
    const later = [
      [
        'contacts/import-json',
        {
          source_id: 'crm',
          batch_id: 'one',
          contacts: [{ to_number: '+61491570156', external_contact_id: 'one' }],
        },
      ],
      ['run', undefined],
    ] as const;
    for (const [n, [path, body]] of later.entries()) {
      const [by, headers] = n === 0 ? [other.userId, bearer(other.token())] : [desk.adminId, desk.admin];
      const done = await test
        .request()
        .post(`/v1/outbound-campaigns/${campaignId}/${path}`)
        .set({ ...headers, 'Idempotency-Key': `changed-${n}` })
        .query({ client_id: tenant.clientId })
        .send(body);
      expect(done.status, done.text).toBeLessThan(300);
      const read = await test
        .request()
        .get(`/v1/outbound-campaigns/${campaignId}`)
        .set(desk.admin)
        .query({ client_id: tenant.clientId });
      expect(read.body).toMatchObject({ updated_by: by });
    }
  });
});
