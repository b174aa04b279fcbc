import { beforeEach, describe, expect, it } from 'vitest';
import { linkToken, type PublicKey } from '../../../src/features/direct-input/rules/link-token.policy.js';
import { admitCredentialsOf, useTestApp } from '../../support/app.js';
import { inStore } from '../../support/databases.js';
import {
  MEMBER_FIELD,
  PageOfForms,
  RuntimeOfForms,
  seal,
  unseal,
  type OpenedSession,
} from '../../support/direct-input.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { comeDue, startWorker } from '../../support/worker.js';
import { dumpOf } from '../privacy/canaries.js';

const START = '2026-11-20T10:01:00.000Z';
const ORIGIN = 'http://localhost:3000';
const ANSWERS = { member_number: '7704118830' };
const NOT_FOUND = '{"error":"Not found.","status_code":404}';

describe('direct input', () => {
  const clock = new TestClock(new Date(START));
  const test = useTestApp({ clock });
  const runtime = perSuite(() => RuntimeOfForms.start(test));
  const page = perSuite(() => Promise.resolve(new PageOfForms(test)));

  beforeEach(() => clock.set(START));

  const statusOf = async ({ sessionId }: OpenedSession): Promise<unknown> =>
    ((await runtime.collect(sessionId)).body as { status: unknown }).status;
  const rowOf = async ({ sessionId }: OpenedSession) =>
    (await inStore(test, 'SELECT * FROM direct_input_sessions WHERE session_id = $1', [sessionId]))[0];
  const statuses = async (requests: readonly Promise<{ status: number }>[]): Promise<number[]> =>
    (await Promise.all(requests)).map(({ status }) => status).toSorted();

  // direct-input 1.1, 3.1, 3.3, 4.1, 5.1, 5.3
  it('brings what a caller typed to the runtime, which alone can read it, for a minute', async () => {
    const session = await runtime.open({ locale: 'de' });
    const random = Buffer.from(session.token, 'base64url').subarray(0, 16);
    expect(session.token).toBe(linkToken(random, session.publicKey as PublicKey));
    expect(session.url).toBe(`${ORIGIN}/i#${session.token}`);
    expect(await statusOf(session)).toBe('open');
    const shown = await page.context(session.token);
    expect(shown.status).toBe(200);
    const { kty, crv, x, y } = session.publicKey;
    expect(shown.body).toEqual({
      fields: [MEMBER_FIELD],
      public_key: { kty, crv, x, y },
      business_name: `Business of ${runtime.tenant.clientId}`,
      expires_at_utc: '2026-11-20T10:06:00.000Z',
      locale: 'de',
    });
    const envelope = seal(ANSWERS, session.publicKey);
    const sent = await page.submit(session.token, envelope);
    expect([sent.status, sent.text]).toEqual([202, '{"status":"received"}']);
    const { text } = await runtime.collect(session.sessionId);
    clock.advance(59_999);
    expect((await runtime.collect(session.sessionId)).text).toBe(text);
    clock.advance(1);
    const told = JSON.parse(text) as { status: string; envelope: object; jwe: string };
    expect(told).toMatchObject({ session_id: session.sessionId, status: 'received', envelope });
    expect(unseal(told.jwe, session.privateKey)).toEqual(ANSWERS);
    expect((await runtime.collect(session.sessionId)).body).toEqual({
      session_id: session.sessionId,
      status: 'closed',
    });
    expect(await rowOf(session)).toMatchObject({ form: null, browser_hash: null });
  });

  // direct-input 5.2
  it('hands the answers to a runtime that hung up before it had them', async () => {
    const session = await runtime.open();
    const envelope = seal(ANSWERS, session.publicKey);
    await page.submit(session.token, envelope);
    await runtime.hangUpCollecting(session.sessionId);
    await eventually(async () => expect((await rowOf(session))!['collectable_until']).not.toBeNull());
    expect((await runtime.collect(session.sessionId)).body).toMatchObject({ status: 'received', envelope });
    const audited = await inStore(
      test,
      `SELECT FROM audit_outbox WHERE action = 'direct_input.collected' AND metadata ->> 'session_id' = $1`,
      [session.sessionId],
    );
    expect(audited).toHaveLength(1);
  });

  // direct-input 4.1, 5.3
  it('passes an envelope without its header on without the compact form', async () => {
    const session = await runtime.open();
    const { protected: _, ...envelope } = seal(ANSWERS, session.publicKey);
    expect((await page.submit(session.token, envelope)).status).toBe(202);
    const answer = await runtime.collect(session.sessionId);
    expect(answer.body).toEqual({ session_id: session.sessionId, status: 'received', envelope });
  });

  // direct-input 2.1, 2.2
  it.each([
    ['queued', 409],
    ['ringing', 201],
    ['in_progress', 201],
    ['completed', 409],
    ['missed', 409],
    ['failed', 409],
  ])('opens a session for a call that is %s: %i', async (status, answered) => {
    const over = { ended_at_utc: '2026-11-20T10:00:30.000Z', duration_seconds: 30 };
    const isOver = ['completed', 'missed', 'failed'].includes(status);
    const call = runtime.call(status, isOver ? over : {});
    await runtime.report(call);
    const { publicKey } = await runtime.open();
    const answer = await runtime.ask(call['call_id'] as string, publicKey);
    expect(answer.status).toBe(answered);
    if (answered === 409) expect(answer.text).toContain('"call_not_active"');
  });

  // direct-input 1.2, 2.1, 2.2
  it('answers for a call or a session of another tenant as for an absent one, and names wrong fields', async () => {
    const session = await runtime.open();
    const foreign = await RuntimeOfForms.start(test);
    const ofForeign = await foreign.ask(session.callId, session.publicKey);
    const ofAbsent = await foreign.ask('no-such-call', session.publicKey);
    expect([ofForeign.status, ofForeign.text]).toEqual([404, NOT_FOUND]);
    expect(ofAbsent.text).toBe(ofForeign.text);
    for (const id of [session.sessionId, 'no-session', '01a1fc1b-628c-7fa9-95cc-33a6952135bb'])
      expect((await foreign.collect(id)).text).toBe(NOT_FOUND);
    const wrong = await runtime.ask(session.callId, session.publicKey, {
      expires_in_seconds: 29,
      fields: [],
    });
    expect(wrong.status).toBe(422);
    const { details } = wrong.body as { details: { loc: unknown[] }[] };
    expect(details.map(({ loc }) => loc)).toEqual([
      ['body', 'fields'],
      ['body', 'expires_in_seconds'],
    ]);
  });

  // direct-input 4.2, 5.2
  it('takes one of several envelopes that come at once, and hands it to all requests of its minute', async () => {
    const session = await runtime.open();
    const submits = Array.from({ length: 4 }, (_, at) =>
      page.submit(session.token, seal({ ...ANSWERS, at }, session.publicKey)),
    );
    expect(await statuses(submits)).toEqual([202, 404, 404, 404]);
    expect((await runtime.collect(session.sessionId, 'head')).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 5 }, () => runtime.collect(session.sessionId)));
    const told = answers.map(({ body }) => body as { status: string; envelope?: object });
    expect(told.map(({ status }) => status)).toEqual(Array<string>(5).fill('received'));
    expect(new Set(told.map(({ envelope }) => JSON.stringify(envelope))).size).toBe(1);
  });

  // direct-input 3.4, 4.4
  it('belongs to the first browser that opens it', async () => {
    const session = await runtime.open();
    const answer = await page.context(session.token, { origin: ORIGIN });
    const [cookie = ''] = answer.headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(
      /^direct-input=[A-Za-z0-9_-]{43}; Max-Age=900; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const own = { cookie: cookie.split(';')[0]! };
    const other = { cookie: `direct-input=${'A'.repeat(43)}`, origin: ORIGIN };
    const envelope = seal(ANSWERS, session.publicKey);
    const strangers = Array.from({ length: 6 }, () => [
      page.context(session.token, { origin: ORIGIN }),
      page.submit(session.token, envelope, other),
      page.submit(session.token, envelope),
    ]);
    expect(new Set(await statuses(strangers.flat()))).toEqual(new Set([404]));
    expect((await page.context(session.token, { ...own, origin: ORIGIN })).status).toBe(200);
    expect((await page.submit(session.token, envelope, { ...own, origin: ORIGIN })).status).toBe(202);
  });

  // direct-input 3.4
  it('gives two forms of one browser one cookie, of which nothing stored tells that they are of one', async () => {
    const [first, second] = [await runtime.open(), await runtime.open()];
    const cookie = await page.openInBrowser(first.token);
    const answer = await page.context(second.token, { origin: ORIGIN, cookie });
    expect(String(answer.headers['set-cookie'])).toContain(cookie);
    const hashes = [await rowOf(first), await rowOf(second)].map((row) => String(row!['browser_hash']));
    expect(new Set(hashes).size).toBe(2);
  });

  // direct-input 3.4
  it('lets one of two browsers in that open it at once', async () => {
    const { token } = await runtime.open();
    const browsers = Array.from({ length: 4 }, () => page.context(token, { origin: ORIGIN }));
    expect(await statuses(browsers)).toEqual([200, 404, 404, 404]);
  });

  // direct-input 5.4, 6.1
  it('ends with its call, whether something was sent or not', async () => {
    const callId = await runtime.aCall();
    const [open, received] = [await runtime.open({}, callId), await runtime.open({}, callId)];
    const sent = seal(ANSWERS, received.publicKey);
    await page.submit(received.token, sent);
    await runtime.end(callId);
    expect((await page.submit(received.token, sent)).status).toBe(404);
    for (const session of [open, received]) {
      expect((await page.context(session.token)).text).toBe(NOT_FOUND);
      expect((await page.submit(session.token, seal(ANSWERS, session.publicKey))).status).toBe(404);
      expect(await statusOf(session)).toBe('closed');
      expect(await rowOf(session)).toMatchObject({ form: null, envelope: null });
    }
  });

  // Fails if the call is read without a lock: one of the two then misses the other. direct-input
  // 2.2, 5.4
  it('leaves no session open when it is opened while the call ends', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const callId = await runtime.aCall();
      const { publicKey } = await runtime.open();
      await Promise.all([
        runtime.ask(callId, publicKey),
        runtime.end(callId),
        runtime.ask(callId, publicKey),
      ]);
      const open = await inStore(
        test,
        `SELECT session_id FROM direct_input_sessions WHERE call_id = $1 AND status <> 'closed'`,
        [callId],
      );
      expect(open).toEqual([]);
    }
  });

  // direct-input 4.3, 5.1, 6.1
  it('ends with its time, and is erased by the worker', async () => {
    const session = await runtime.open({ expires_in_seconds: 30 });
    await page.submit(session.token, seal(ANSWERS, session.publicKey));
    clock.advance(29_999);
    const another = await runtime.open({ expires_in_seconds: 900 });
    clock.advance(1);
    expect(await statusOf(session)).toBe('expired');
    expect((await page.context(session.token)).text).toBe(NOT_FOUND);
    // The worker's clock is the real one, by which the session is in the past.
    await inStore(
      test,
      `UPDATE direct_input_sessions SET expires_at = now() - interval '1 minute' WHERE session_id = $1`,
      [session.sessionId],
    );
    await test.world.sql(
      `UPDATE direct_input_links SET ends_at = now() + interval '1 hour' WHERE session_id = $1`,
      [another.sessionId],
    );
    await inStore(
      test,
      `UPDATE direct_input_sessions SET expires_at = now() + interval '1 hour' WHERE session_id = $1`,
      [another.sessionId],
    );
    const worker = await startWorker(test);
    try {
      await comeDue(test, 'direct-input.erase', runtime.tenant.clientId);
      await eventually(async () => {
        expect(await rowOf(session)).toMatchObject({ form: null, envelope: null });
      });
      await inStore(
        test,
        `UPDATE direct_input_sessions SET expires_at = now() - interval '16 minutes' WHERE session_id = $1`,
        [session.sessionId],
      );
      await runtime.open();
      await comeDue(test, 'direct-input.erase', runtime.tenant.clientId);
      await eventually(async () => expect(await rowOf(session)).toBeUndefined());
    } finally {
      await worker.close();
      admitCredentialsOf(test);
    }
    expect((await runtime.collect(session.sessionId)).status).toBe(404);
    const links = await test.world.sql('SELECT FROM direct_input_links WHERE session_id = $1', [
      session.sessionId,
    ]);
    expect(links).toEqual([]);
    expect(await rowOf(another)).toMatchObject({ status: 'open' });
  });

  // direct-input 1.2
  it('opens nothing of a client that is suspended', async () => {
    const other = await RuntimeOfForms.start(test);
    const { token } = await other.open();
    expect((await page.context(token)).status).toBe(200);
    await test.world.sql(`UPDATE clients SET status = 'suspended' WHERE client_id = $1`, [
      other.tenant.clientId,
    ]);
    expect((await page.context(token)).text).toBe(NOT_FOUND);
  });

  // Fails if a token is stored or logged, or an envelope outlives its collection. direct-input 3.2,
  // 6.2, 6.3
  it('leaves of question, token and answer nothing in any table or log', async () => {
    const label = 'Vorname Ihrer Schildkroete Quastelwurz';
    const session = await runtime.open({
      fields: [{ ...MEMBER_FIELD, label, kind: 'text', max_length: 40 }],
    });
    const cookie = await page.openInBrowser(session.token);
    const envelope = seal({ member_number: 'Bartelmesia' }, session.publicKey);
    const stored = async (): Promise<string> => {
      const { metadataUrl, storeUrls } = test.databases.superuser;
      return (await Promise.all([metadataUrl, ...storeUrls.values()].map(dumpOf))).join('\n');
    };
    expect((await page.submit(session.token, envelope, { cookie })).status).toBe(202);
    const ciphertext = envelope['ciphertext'] as string;
    // Shows that the search works: both values are present until they are collected.
    expect(await stored()).toContain(ciphertext);
    expect((await runtime.collect(session.sessionId)).text).toContain(ciphertext);
    const worker = await startWorker(test);
    try {
      await comeDue(test, 'direct-input.erase', runtime.tenant.clientId);
      // By the worker's clock the session is in the past, so the worker forgets it.
      await eventually(async () => expect(await rowOf(session)).toBeUndefined());
    } finally {
      await worker.close();
      admitCredentialsOf(test);
    }
    const left = `${await stored()}\n${test.logs()}`;
    expect(left).toContain('direct_input.collected');
    expect(left).toContain('direct_input.session_opened');
    const token = Buffer.from(session.token, 'base64url');
    for (const trace of [
      ciphertext,
      envelope['tag'] as string,
      'Quastelwurz',
      'Bartelmesia',
      session.token,
      token.toString('hex'),
      cookie.split('=')[1]!,
    ])
      expect(left).not.toContain(trace);
  });
});
