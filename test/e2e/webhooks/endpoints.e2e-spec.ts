import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { perTest } from '../../support/frames.js';
import type { WebhookListResponse } from '../../../src/features/webhooks/endpoints/endpoints.response.js';
import type { TestUser } from '../../support/builders.js';
import { bearer } from '../access/callers.js';
import { onStore } from '../../support/sealed-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aWebhookFixture, ASKED, errorOf, fieldOf, PATH, WebhookFixture } from './webhook-fixture.js';

describe('webhooks of a project', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  const desk = perTest(() => aWebhookFixture(test));

  // webhooks 2.13
  it('are listed for all projects that a person sees, and for no key', async () => {
    const { tenant } = desk;
    const other = new WebhookFixture(test, tenant, await test.world.aProject(tenant), desk.headers);
    const made = [await desk.made(), await other.made()].map(({ webhook_id }) => webhook_id);
    const listed = async (user: TestUser) => {
      const request = test.request().get('/v1/portal/webhooks').set(bearer(user.token()));
      const answer = await request.query({ client_id: tenant.clientId }).expect(200);
      return (answer.body as WebhookListResponse).items.map(({ webhook_id }) => webhook_id).sort();
    };
    expect(await listed(await test.world.aUser(tenant, { role: 'partner_admin' }))).toEqual([...made].sort());
    const assigned = await test.world.aUser(tenant, { role: 'partner_user' });
    expect(await listed(assigned)).toEqual([]);
    await test.world.assignProject(assigned, tenant, other.projectId);
    expect(await listed(assigned)).toEqual(made.slice(1));
    await test.request().get('/v1/portal/webhooks').set(desk.headers).expect(404);
  });

  // webhooks 2.2, 2.3, 3.1, 4.1, 4.6
  it('answers the whole record with the secret, which no other answer holds', async () => {
    const response = await desk.create({ revision_hash: await desk.revision() });
    const { secret, secret_available: isShown, ...record } = response.body as Record<string, unknown>;
    expect(response.status).toBe(200);
    expect(record).toEqual({
      webhook_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      project_id: desk.projectId,
      endpoint_url: ASKED.endpoint_url,
      event_types: ['call_started', 'call_ended'],
      transcript_to_send: 'none',
      timeout_seconds: 10,
      retry_attempts: 3,
      retry_backoff_seconds: 30,
      status: 'active',
      disabled_reason: null,
      consecutive_failures: 0,
      last_success_at_utc: null,
      last_failure_at_utc: null,
      next_attempts: { waiting_count: 0, items: [] },
      secret_last_rotated_at_utc: clock.now().toISOString(),
      previous_secret_expires_at_utc: null,
      created_at_utc: clock.now().toISOString(),
      updated_at_utc: clock.now().toISOString(),
      updated_by: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      revision_hash: expect.stringMatching(/^r1-[0-9a-f]{16}$/) as string,
    });
    expect(response.get('ETag')).toBe(`"${String(record['revision_hash'])}"`);
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(isShown).toBe(true);
    const list = await desk.list().expect(200);
    expect(list.body).toEqual({ items: [record], revision_hash: await desk.revision() });
    expect(list.get('ETag')).toBe(`"${await desk.revision()}"`);
    expect(await desk.audits()).toEqual([
      {
        action: 'webhook.created',
        metadata: {
          webhook_id: record['webhook_id'],
          project_id: desk.projectId,
          event_types: 'call_ended call_started',
          transcript_to_send: 'none',
        },
      },
    ]);
  });

  // webhooks 3.3, 4.1; requests 5.1
  it('replays a create without its secret, and takes a key for one request alone', async () => {
    const key = randomUUID();
    const body = { revision_hash: await desk.revision() };
    const first = await desk.create(body, key).expect(200);
    const again = await desk.create(body, key).expect(200);
    expect(again.get('Idempotent-Replayed')).toBe('true');
    expect(again.get('ETag')).toBe(first.get('ETag'));
    expect(again.body).toEqual({ ...(first.body as object), secret: null, secret_available: false });
    expect((await desk.create({ ...body, timeout_seconds: 5 }, key)).status).toBe(422);
    const without = await test
      .request()
      .post(PATH)
      .set(desk.headers)
      .send({ ...ASKED, ...body });
    expect([without.status, errorOf(without).code]).toEqual([400, 'validation_failed']);
  });

  // webhooks 2.2
  it.each([
    ['endpoint_url', undefined],
    ['event_types', []],
    ['event_types', ['call_ended', 'call_ended']],
    ['event_types', ['call_forgotten']],
    ['event_types', 'call_ended'],
    ['transcript_to_send', 'all'],
    ['timeout_seconds', 0],
    ['timeout_seconds', 31],
    ['timeout_seconds', 1.5],
    ['retry_attempts', -1],
    ['retry_attempts', 6],
    ['retry_backoff_seconds', 4],
    ['retry_backoff_seconds', 301],
    ['secret', 'whsec_of-my-own'],
  ])('refuses %s of %j', async (field, value) => {
    const response = await desk.create({ revision_hash: await desk.revision(), [field]: value });
    expect([response.status, errorOf(response).code]).toEqual([422, 'validation_error']);
    expect(fieldOf(response)?.field).toContain(field);
  });

  // webhooks 2.4
  it.each([
    ['http://hooks.example.com/', 'https_required'],
    ['https://user:word@hooks.example.com/', 'credentials_forbidden'],
    ['https://8.8.8.8:8080/', 'port_forbidden'],
    ['https://127.0.0.1/', 'address_not_public'],
    ['https://10.1.2.3/', 'address_not_public'],
    ['https://[::ffff:10.0.0.1]/', 'address_not_public'],
    ['https://169.254.169.254/latest', 'address_not_public'],
    ['https://localhost/', 'address_not_public'],
    ['https://0x7f.1/', 'address_not_public'],
    ['calls', 'url_invalid'],
  ])('refuses the address %s', async (url, code) => {
    const refused = await desk.create({ revision_hash: await desk.revision(), endpoint_url: url });
    expect(refused.status).toBe(422);
    expect(fieldOf(refused)).toMatchObject({ field: 'endpoint_url', code });
    const made = await desk.made();
    const change = await desk.change(made.webhook_id, {
      endpoint_url: url,
      revision_hash: made.revision_hash,
    });
    expect([change.status, fieldOf(change)?.code]).toEqual([422, code]);
  });

  // webhooks 2.7, 3.1
  it('changes what is named and leaves the rest, and the revision with what changes nothing', async () => {
    const made = await desk.made();
    clock.advance(1000);
    const response = await desk
      .change(
        made.webhook_id,
        { retry_attempts: 5, event_types: ['call_analyzed'] },
        { 'If-Match': made.revision_hash },
      )
      .expect(200);
    const { secret: _, secret_available: __, ...before } = made;
    const changed = response.body as typeof made;
    expect(changed).toEqual({
      ...before,
      retry_attempts: 5,
      event_types: ['call_analyzed'],
      updated_at_utc: clock.now().toISOString(),
      revision_hash: expect.stringMatching(/^r2-/) as string,
    });
    expect(response.get('ETag')).toBe(`"${changed.revision_hash}"`);
    clock.advance(1000);
    const same = await desk
      .change(made.webhook_id, { retry_attempts: 5, revision_hash: changed.revision_hash })
      .expect(200);
    expect(same.body).toEqual(changed);
    expect((await desk.audits()).at(-1)).toMatchObject({
      action: 'webhook.changed',
      metadata: { changed: 'eventTypes retryAttempts', revision: 2 },
    });
  });

  // webhooks 2.5, 3.4
  it('switches a webhook off and on again, which clears what was noted of its receiver', async () => {
    const made = await desk.made();
    const off = await desk.change(made.webhook_id, { status: 'disabled', revision_hash: made.revision_hash });
    expect(off.body).toMatchObject({ status: 'disabled', disabled_reason: 'by_owner' });
    const { revision_hash: afterOff } = off.body as typeof made;
    const on = await desk.change(made.webhook_id, { status: 'active', revision_hash: afterOff });
    expect(on.body).toMatchObject({ status: 'active', disabled_reason: null });
    const { clientId, dataEnv } = desk.tenant;
    await onStore(
      test,
      `INSERT INTO webhook_health (client_id, data_env, webhook_id, enablement, consecutive_failures, degraded_at,
                                   disabled_at, disabled_reason, last_failure_at)
       VALUES ($1, $2, $3, 2, 60, now(), now(), 'failing', now())`,
      [clientId, dataEnv, made.webhook_id],
    );
    const failing = await desk.item(made.webhook_id);
    expect(failing).toMatchObject({
      status: 'disabled',
      disabled_reason: 'failing',
      consecutive_failures: 60,
    });
    // The health of its receiver does not change the configuration.
    expect(failing.revision_hash).toBe((on.body as typeof made).revision_hash);
    const again = await desk.change(made.webhook_id, {
      status: 'active',
      revision_hash: failing.revision_hash,
    });
    expect(again.body).toMatchObject({ status: 'active', disabled_reason: null, consecutive_failures: 0 });
  });

  // webhooks 2.6
  it('sends original transcripts only where the tenant permits the role its transcripts', async () => {
    const revision = await desk.revision();
    const refused = await desk.create({ revision_hash: revision, transcript_to_send: 'original' });
    expect(refused.status).toBe(422);
    expect(fieldOf(refused)).toMatchObject({ field: 'transcript_to_send', code: 'transcript_not_permitted' });
    await test.world.permitPii(desk.tenant, 'partner_admin', 'transcript');
    const made = await desk.made({ transcript_to_send: 'original' });
    expect(made['transcript_to_send']).toBe('original');
    await test.world.projectGovernance(desk.tenant, desk.projectId, { piiPermissions: {} });
    const again = await desk.change(made.webhook_id, {
      transcript_to_send: 'original',
      revision_hash: made.revision_hash,
    });
    expect([again.status, fieldOf(again)?.code]).toEqual([422, 'transcript_not_permitted']);
  });

  // webhooks 2.8; errors 3.8
  it('gives a project twenty webhooks and no more, and an archived one none', async () => {
    const keys = await Promise.all([1, 2, 3, 4, 5].map(() => test.world.aKey(desk.tenant, 'partner_admin')));
    for (const key of keys.slice(0, 4)) {
      const own = new WebhookFixture(test, desk.tenant, desk.projectId, { 'X-API-Key': key });
      for (let count = 0; count < 5; count += 1) await own.made();
    }
    const last = new WebhookFixture(test, desk.tenant, desk.projectId, { 'X-API-Key': keys[4]! });
    const refused = await last.create({ revision_hash: await last.revision() });
    expect([refused.status, errorOf(refused).code]).toEqual([409, 'webhook_limit']);
    const [first] = await last.items();
    await last.remove(first!.webhook_id, { 'If-Match': first!.revision_hash }).expect(200);
    await last.made();
    const archived = await test.world.aProject(desk.tenant, { lifecycleState: 'archived' });
    const inArchive = new WebhookFixture(test, desk.tenant, archived, desk.headers);
    const closed = await inArchive.create({ revision_hash: await inArchive.revision() });
    expect([closed.status, errorOf(closed).code]).toEqual([409, 'project_archived']);
  });

  // webhooks 1.1, 2.1, 2.10; access 6.1
  it('knows no webhook of another project, tenant or environment', async () => {
    const made = await desk.made();
    const other = await aWebhookFixture(test);
    const ofOther = await other.made();
    const sibling = await test.world.aProject(desk.tenant);
    const guard = { 'If-Match': `"${ofOther.revision_hash}"` };
    for (const id of [ofOther.webhook_id, randomUUID(), 'no-uuid']) {
      expect((await desk.change(id, { timeout_seconds: 5 }, guard)).status).toBe(404);
      expect((await desk.remove(id, guard)).status).toBe(404);
      expect((await desk.post(id, 'rotate-secret', ofOther.revision_hash)).status).toBe(404);
      expect((await desk.post(id, 'end-previous-secret', ofOther.revision_hash)).status).toBe(404);
    }
    const own = { 'If-Match': made.revision_hash };
    expect((await desk.change(made.webhook_id, { timeout_seconds: 5 }, own, sibling)).status).toBe(404);
    const foreign = await desk.create({ revision_hash: await desk.revision(), project_id: other.projectId });
    expect(foreign.status).toBe(404);
    expect(await other.items()).toHaveLength(1);
  });

  // webhooks 2.1
  it('is read by partner_user, who changes nothing', async () => {
    const made = await desk.made();
    const reader = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_user') };
    expect((await desk.list(reader).expect(200)).body).toMatchObject({
      items: [{ webhook_id: made.webhook_id }],
    });
    const own = new WebhookFixture(test, desk.tenant, desk.projectId, reader);
    expect((await own.change(made.webhook_id, {}, { 'If-Match': made.revision_hash })).status).toBe(404);
    expect((await own.create({ revision_hash: await own.revision() })).status).toBe(404);
  });

  // webhooks 2.11
  it('is gone when it was deleted', async () => {
    const made = await desk.made();
    const gone = await desk.remove(made.webhook_id, { 'If-Match': `"${made.revision_hash}"` }).expect(200);
    expect(gone.body).toEqual({ webhook_id: made.webhook_id, deleted_at_utc: clock.now().toISOString() });
    expect(await desk.items()).toEqual([]);
    expect((await desk.remove(made.webhook_id, { 'If-Match': `"${made.revision_hash}"` })).status).toBe(404);
    expect((await desk.audits()).map(({ action }) => action)).toEqual(['webhook.created', 'webhook.deleted']);
  });
});
