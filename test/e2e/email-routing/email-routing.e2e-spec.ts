import { randomBytes } from 'node:crypto';
import type { Response, Test } from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AddressesResponse } from '../../../src/features/email-routing/addresses/addresses.response.js';
import type { AddressResponse } from '../../../src/features/email-routing/lookup/address.response.js';
import type { TopicRulesResponse } from '../../../src/features/email-routing/topic-rules/topic-rules.response.js';
import { startMailCatcher } from '../../../tools/dev/mail-catcher.ts';
import { admitCredentialsOf, useTestApp } from '../../support/app.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { useOperator } from '../../support/operator.js';
import { TestClock } from '../../support/test-clock.js';
import { useWorker } from '../../support/worker.js';
import { bearer } from '../access/callers.js';
import { mailedBy } from '../billing/billing-fixture.js';

const ADDRESSES = '/addresses';
const HOUR_MS = 3_600_000;

let desks = 0;
const anEmail = (): string => `desk.${(desks += 1)}@example.com`;

describe('email routing', () => {
  const mail = perSuite(startMailCatcher, (catcher) => catcher.stop());
  const clock = new TestClock();
  const test = useTestApp({ clock, settings: (settings) => mailedBy(mail)(settings) });
  useWorker(test);
  const operator = useOperator(() => test);

  let tenant: TestTenant;
  let admin: TestUser;

  beforeEach(async () => {
    // The worker of this process has its own strategies.
    admitCredentialsOf(test);
    clock.set(new Date());
    await test.world.sql('DELETE FROM throttle_hits');
    tenant = await test.world.aTenant();
    admin = await test.world.aUser(tenant, { role: 'client_admin' });
  });

  /** Moves the clock for work without a token: tokens are valid only at the present time. */
  const after = async (ms: number, work: () => PromiseLike<unknown>): Promise<void> => {
    clock.advance(ms);
    await work();
    clock.advance(-ms);
  };

  /** Makes all counted requests older by this much. */
  const waitHours = (hours: number) =>
    test.world.sql(`UPDATE throttle_hits SET hit_at = hit_at - make_interval(hours => $1)`, [hours]);

  const ask = (
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    by: TestUser = admin,
    env?: string,
  ): Test =>
    test
      .request()
      [method](`/v1/portal/email-routing${path}`)
      .query({ client_id: tenant.clientId })
      .set(bearer(by.token(env)));

  const add = (email: string, more: object = {}, by?: TestUser): Test =>
    ask('post', ADDRESSES, by).send({ email, label: 'Desk', ...more });

  const added = async (email: string, more: object = {}, by?: TestUser): Promise<AddressResponse> =>
    (await add(email, more, by).expect(200)).body as AddressResponse;

  const list = async (by?: TestUser): Promise<AddressesResponse> =>
    (await ask('get', ADDRESSES, by).expect(200)).body as AddressesResponse;

  const resend = (id: string, by?: TestUser): Test => ask('post', `${ADDRESSES}/${id}/resend`, by).send({});

  const statusOf = async (id: string): Promise<string | undefined> =>
    (await list()).items.find((it) => it.address_id === id)?.status;

  /** The tokens in the nth mail to an address. */
  const mailed = (email: string, nth = 1): Promise<{ text: string; confirm: string; leave: string }> =>
    eventually(() => {
      const found = mail.mails.filter(({ to }) => to.includes(email));
      if (found.length < nth) throw new Error(`${found.length} mails to ${email}`);
      const text = found[nth - 1]!.source.replace(/=\r\n/g, '').replace(
        /=([0-9A-F]{2})/g,
        (_, code: string) => String.fromCharCode(parseInt(code, 16)),
      );
      const [, confirm = ''] = /\/mail#v-([\w-]{43})/.exec(text) ?? [];
      const [, leave = ''] = /\/mail#u-([\w-]{43})/.exec(text) ?? [];
      return { text, confirm, leave };
    });

  const press = (act: 'verify' | 'unsubscribe', token: unknown): Test =>
    test.request().post(`/v1/email-routing/${act}`).send({ token });

  const codeOf = ({ body }: Response): unknown => (body as { code?: string }).code;

  // email-routing 1.2, 1.4, 1.5, 3.1, 3.2, 3.5, 5.1
  it('mails an address a link, which confirms it once, and another one to leave', async () => {
    const email = anEmail();
    const answer = await added(email, { topics: ['people'], language: 'de' });
    expect(answer).toMatchObject({
      email_masked: 'd***@e***.com',
      label: 'Desk',
      topics: ['people'],
      language: 'de',
      status: 'pending',
      mail_status: 'pending',
      created_by: admin.userId,
      verify_until_utc: new Date(clock.now().getTime() + 24 * HOUR_MS).toISOString(),
      verified_at_utc: null,
    });
    const { text, confirm, leave } = await mailed(email);
    expect(text).toContain(`Business of ${tenant.clientId}`);
    expect(text).toContain('Knopf');
    expect(await statusOf(answer.address_id)).toBe('pending');
    await press('verify', confirm).expect(200, { status: 'received' });
    expect((await list()).items).toMatchObject([{ status: 'verified', verify_until_utc: null }]);
    await press('unsubscribe', leave).expect(200, { status: 'received' });
    expect((await list()).items).toMatchObject([{ status: 'removed', topics: [] }]);
    // Its token was used: the link in the old mail restores nothing.
    await press('verify', confirm).expect(200, { status: 'received' });
    expect(await statusOf(answer.address_id)).toBe('removed');
    const rows = await test.world.sql<{ action: string; metadata: object }>(
      'SELECT action, metadata FROM audit_events WHERE client_id = $1 ORDER BY occurred_at',
      [tenant.clientId],
    );
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      'email_address.added',
      'email_address.unsubscribed',
      'email_address.verification_mailed',
      'email_address.verified',
    ]);
    const stored = await test.world.sql('SELECT * FROM email_addresses WHERE client_id = $1', [
      tenant.clientId,
    ]);
    for (const kept of [rows, stored]) expect(JSON.stringify(kept)).not.toMatch(/desk\.|example/);
    for (const token of [confirm, leave]) expect(JSON.stringify(stored)).not.toContain(token);
  });

  // email-routing 1.6, 3.1
  it('replaces a link by the next one, and lets none work after 24 hours', async () => {
    const email = anEmail();
    const { address_id: id } = await added(email);
    const first = await mailed(email);
    await resend(id).expect(200);
    const second = await mailed(email, 2);
    expect(second.leave).toBe(first.leave);
    await press('verify', first.confirm).expect(200);
    await after(24 * HOUR_MS, () => press('verify', second.confirm).expect(200));
    expect(await statusOf(id)).toBe('pending');
    await resend(id).expect(200);
    const third = await mailed(email, 3);
    await after(24 * HOUR_MS - 1000, () => press('verify', third.confirm).expect(200));
    expect(await statusOf(id)).toBe('verified');
    expect(codeOf(await resend(id).expect(409))).toBe('conflict');
    expect(codeOf(await add(email).expect(409))).toBe('conflict');
  });

  // email-routing 3.3
  it('answers every link alike, in bytes and in time', async () => {
    const email = anEmail();
    await added(email);
    const { confirm, leave } = await mailed(email);
    const tokens = [
      confirm,
      leave,
      confirm,
      randomBytes(32).toString('base64url'),
      'short',
      undefined,
      7,
      null,
    ];
    const answers: [string, number][] = [];
    for (const [at, token] of tokens.entries()) {
      const began = performance.now();
      const { status, text } = await press(at === 1 ? 'unsubscribe' : 'verify', token);
      answers.push([`${status} ${text}`, performance.now() - began]);
    }
    expect(new Set(answers.map(([answer]) => answer))).toEqual(new Set(['200 {"status":"received"}']));
    // Failures are answered in fixed steps of time (requests 8.11).
    for (const [, ms] of answers) expect(ms).toBeGreaterThanOrEqual(240);
  });

  // email-routing 1.3, 1.6
  it('takes two writings of an address for one', async () => {
    const email = anEmail();
    await added('post@bücher.de');
    await added(email);
    for (const other of [email.toUpperCase(), ` ${email}\u200b`, `${email}.`])
      expect(codeOf(await add(other).expect(409))).toBe('conflict');
    await add('post@B\u00dcCHER.de').expect(409);
    expect(codeOf(await add('desk..front@example.com').expect(400))).toBe('validation_failed');
    expect((await list()).items).toHaveLength(2);
  });

  // email-routing 1.1, 1.2, 2.1, 2.2, 2.3
  it('keeps the parties apart, and caller requests from every partner', async () => {
    const organisations = [
      await test.world.anOrganisation(tenant.clientId),
      await test.world.anOrganisation(tenant.clientId),
    ];
    const partners: TestUser[] = [];
    for (const organisationId of organisations)
      partners.push(await test.world.aUser(tenant, { role: 'partner_admin', organisationId }));
    const [partner, other] = partners as [TestUser, TestUser];
    const email = anEmail();
    const ours = await added(email, { topics: ['caller_requests', 'privacy'] });
    const theirs = await added(email, { topics: ['campaigns'] }, partner);
    for (const topic of ['caller_requests', 'privacy', 'usage']) {
      await add(anEmail(), { topics: [topic] }, partner).expect(400);
      await ask('patch', `${ADDRESSES}/${theirs.address_id}`, partner)
        .send({ topics: [topic] })
        .expect(400);
    }
    await add(anEmail(), { topics: ['webhooks'] }).expect(400);
    expect((await list(partner)).topics).not.toContain('caller_requests');
    expect((await list(other)).items).toEqual([]);
    for (const by of [admin, other]) {
      const path = `${ADDRESSES}/${theirs.address_id}`;
      await ask('patch', path, by).send({ label: 'Mine' }).expect(404);
      await ask('delete', path, by).send({}).expect(404);
      await resend(theirs.address_id, by).expect(404);
    }
    const read = await ask('get', '/rules', partner).expect(200);
    const { rules, etag } = read.body as TopicRulesResponse;
    expect(rules.filter(({ address_ids: ids }) => ids.length > 0)).toEqual([
      { topic: 'campaigns', address_ids: [theirs.address_id] },
    ]);
    const save = (body: object, by: TestUser, ifMatch?: string) =>
      ask('put', '/rules', by)
        .set(ifMatch === undefined ? {} : { 'If-Match': ifMatch })
        .send(body);
    const wanted = { rules: [{ topic: 'people', address_ids: [theirs.address_id] }] };
    await save(wanted, partner).expect(428);
    await save(
      { rules: [{ topic: 'caller_requests', address_ids: [theirs.address_id] }] },
      partner,
      etag,
    ).expect(400);
    await save({ rules: [{ topic: 'people', address_ids: [ours.address_id] }] }, partner, etag).expect(400);
    await save({ rules: [...wanted.rules, ...wanted.rules] }, partner, etag).expect(400);
    const saved = await save(wanted, partner, read.get('ETag')).expect(200);
    expect((await list(partner)).items).toMatchObject([{ topics: ['people'] }]);
    expect((await list()).items).toMatchObject([{ topics: ['caller_requests', 'privacy'] }]);
    expect(codeOf(await save(wanted, partner, `"${etag}"`).expect(409))).toBe('conflict');
    // A change of an address is a change of the rules.
    await ask('patch', `${ADDRESSES}/${theirs.address_id}`, partner).send({ topics: [] }).expect(200);
    await save(wanted, partner, saved.get('ETag')).expect(409);
    await ask('delete', `${ADDRESSES}/${theirs.address_id}`, partner).send({}).expect(200);
    expect((await list(partner)).items).toEqual([]);
  });

  // email-routing 1.7
  it('adds ten addresses of a person in 24 hours, in all environments together', async () => {
    const staging = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
    await test.world.assign(admin, staging, { role: 'client_admin' });
    const send = (env: string) =>
      ask('post', ADDRESSES, admin, env).send({ email: anEmail(), label: 'Desk' });
    for (let n = 0; n < 5; n += 1) {
      await add('nobody').expect(400);
      await send('prod').expect(200);
      await send('staging').expect(200);
    }
    const full = await send('staging').expect(429);
    expect(full.body).toMatchObject({ code: 'rate_limited' });
    expect(full.text).toContain(`"retry_after_seconds":${full.get('Retry-After')}`);
    await added(anEmail(), {}, await test.world.aUser(tenant, { role: 'client_admin' }));
    await waitHours(24);
    await send('prod').expect(200);
  });

  // email-routing 1.6
  it('has room for fifty addresses of a client', async () => {
    await test.world.sql(
      `INSERT INTO email_addresses (client_id, data_env, address_id, email_sealed, email_hash, label, language, topics, unsubscribe_hash, created_by)
       SELECT $1::text, 'prod', gen_random_uuid(), '\\x00', decode(md5(n::text), 'hex'), 'Desk', 'en', '{}', decode(md5($1::text || n), 'hex'), 'test'
         FROM generate_series(1, 48) n`,
      [tenant.clientId],
    );
    const emails = [anEmail(), anEmail(), anEmail()];
    const answers = await Promise.all(emails.map((email) => add(email)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
    expect((await list()).items).toHaveLength(50);
    // An address whose seal cannot be opened can still be removed.
    const first = (await list()).items.find((it) => it.email_masked === '***');
    await ask('delete', `${ADDRESSES}/${first!.address_id}`).send({}).expect(200);
    await added(anEmail());
  });

  // email-routing 3.6
  it('takes an address that bounced out in all clients, and asks it again when it is added', async () => {
    const email = anEmail();
    const { address_id: id } = await added(email);
    await press('verify', (await mailed(email)).confirm).expect(200);
    const { isDone, result } = await operator('mail-bounced', '--address', email.toUpperCase());
    expect([isDone, result]).toEqual([true, ['1']]);
    expect((await operator('mail-bounced', '--address', 'nobody')).isDone).toBe(false);
    expect(await statusOf(id)).toBe('bounced');
    expect(await added(email)).toMatchObject({ address_id: id, status: 'pending' });
    await press('verify', (await mailed(email, 2)).confirm).expect(200);
    expect(await statusOf(id)).toBe('verified');
  });
});
