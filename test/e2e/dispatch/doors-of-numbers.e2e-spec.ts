import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskPhone } from '../../../src/core/privacy/masking/masking.policy.js';
import { readPhoneNumber } from '../../../src/core/shared/phone-numbers/phone-number.policy.js';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { LegalHolds } from '../../../src/features/calls/caller-data/legal-holds.service.js';
import { useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import { atDepth } from '../../support/depth.js';
import { perSuite } from '../../support/frames.js';
import { writings, type Writing } from '../../support/phone-writings.js';
import { TestClock } from '../../support/test-clock.js';
import { aCallerRequestFixture } from '../caller-requests/caller-request-fixture.js';
import { Importing } from '../campaigns/importing.js';
import { RuntimeFixture } from './dispatching.js';
import { callsOf, NOON } from './single-calls.js';

/** Texts that audits mistook for telephone numbers. */
const REFUSED = [
  '+612555018889',
  '+6125550188',
  '+61 2 5550 1888/9',
  '+61 2 5550 1888-9',
  '+48 (0)22 123 45 67',
  '+420 (0)601 123 456',
  '+61 0061 2 5550 1888',
  '+34 0 912 345 678',
];

/** A number, and two spellings of it. */
const PAIRS = [
  ['+33 6\u200b9876 5432\u2069', '+33\u200e698765432'],
  ['+61 000 255501888', '+61255501888'],
  ['+22997123456', '+2290197123456'],
  ['+551187654321', '+55 11 98765-4321'],
  ['+5215512345678', '+52 55 1234 5678'],
] as const;

/** Two spellings of one number. */
interface Telephone {
  readonly number: string;
  readonly one: string;
  readonly other: string;
}

function telephones(): Telephone[] {
  const written = new Map<string, Writing[]>();
  for (const it of fc.sample(writings, { numRuns: atDepth({ ordinary: 60, full: 800 }), seed: 55 })) {
    written.set(it.number, [...(written.get(it.number) ?? []), it]);
  }
  const random = [...written].map(([number, [first, second]]) => ({
    number,
    one: first!.text,
    other: second?.text ?? number,
  }));
  const known = PAIRS.map(([one, other]) => ({ number: readPhoneNumber(one)!, one, other }));
  return [...known, ...random.slice(0, atDepth({ ordinary: 12, full: 200 }))];
}

const quoted = (text: string): string => `"${text}"`;

// requests 10.5, 10.6, 10.7, 10.8
describe('a telephone at the doors of the service', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useTestApp({ clock });
  const runtime = perSuite(() => RuntimeFixture.open(test, clock));

  const ingest = async (records: object[]): Promise<Record<string, unknown>> =>
    (await test.request().post('/internal/v1/calls').set('X-API-Key', runtime.key).send(records))
      .body as never;
  const suppress = (to_number: string) =>
    runtime.desk.send('post', '/suppressions', {
      body: { to_number, reason: 'manual', source: 'desk', client_wide: true },
    });
  const callsWith = (caller: string) =>
    test.request().get('/v1/calls/list').set(runtime.desk.admin).query({
      client_id: runtime.desk.tenant.clientId,
      caller,
      start_date: '2026-10-01',
      end_date: '2026-10-31',
    });
  const washed = async (campaignId: string, file: string): Promise<Record<string, unknown>> => {
    const record = {
      jurisdiction: 'AU',
      registry_type: 'dncr',
      wash_channel: 'api',
      numbers_submitted: 1,
      numbers_on_register: 0,
      numbers_not_on_register: 1,
      numbers_invalid: 0,
      credits_charged: 0,
      washed_at_utc: new Date(clock.now().getTime() - 60_000).toISOString(),
      valid_until_utc: new Date(clock.now().getTime() + 86_400_000).toISOString(),
    };
    const path = `/${campaignId}/registry-wash-records`;
    const { body } = (await runtime.desk.send('post', path, { body: record }).expect(200)) as {
      body: { registry_wash_record_id: string };
    };
    const query = { registry_wash_record_id: body.registry_wash_record_id };
    const results = await runtime.desk
      .send('post', `/${campaignId}/registry-wash-results`, { query })
      .set('Content-Type', 'text/csv')
      .send(file)
      .expect(200);
    return results.body as Record<string, unknown>;
  };
  const asJson = (texts: readonly string[]): object => ({
    source_id: 'crm',
    batch_id: randomUUID(),
    contacts: texts.map((to_number, index) => ({ to_number, external_contact_id: `json-${index}` })),
  });

  it('is one, however it is written', async () => {
    const all = telephones();
    const importing = new Importing(test, runtime.desk);
    const [{ campaign_id: first }, { campaign_id: second }] = [
      await runtime.desk.made(),
      await runtime.desk.made(),
    ];
    const rows = all.map(({ one }, index) => `${quoted(one)},csv-${index}`);
    const csv = await importing.csv(first, `to_number,external_contact_id\n${rows.join('\n')}\n`);
    expect(csv.body).toMatchObject({ accepted_rows: all.length, rejected_rows: 0 });
    // The other spellings: each repeats the number of the first.
    const repeated = await importing.json(first, asJson(all.map(({ other }) => other)));
    expect(repeated.body).toMatchObject({ accepted_rows: all.length, number_repeated_rows: all.length });
    const json = await importing.json(second, asJson(all.map(({ other }) => other)));
    expect(json.body).toMatchObject({ accepted_rows: all.length, rejected_rows: 0 });
    const results = all.map(({ one }) => `${quoted(one)},not_listed`);
    expect(await washed(second, `number,status\n${results.join('\n')}\n`)).toMatchObject({
      matched_rows: all.length,
      unmatched_rows: 0,
      rejected_rows: 0,
    });
    const records = all.map(({ one }) => aCall(runtime.desk.projectId, { caller_number: one }));
    expect(await ingest(records)).toMatchObject({ accepted: all.length, rejected: 0 });
    const requests = await aCallerRequestFixture(test, runtime.desk.tenant);
    const holds = test.app.get(LegalHolds, { strict: false });
    const auth = systemContext(runtime.desk.tenant, 'operator');
    for (const { number, one, other } of all) {
      await suppress(other).expect(200);
      const listed = (await callsWith(other).expect(200)).body as { items: unknown[] };
      expect([other, listed.items.length]).not.toEqual([other, 0]);
      const request = await requests.made({ caller_identifier: other });
      expect(request).toMatchObject({ caller_display: maskPhone(number) });
      const held = await holds.change(auth, { number: readPhoneNumber(other)! }, true);
      expect([other, held.known]).toEqual([other, 1]);
      expect((await callsOf(runtime).asked({ to_number: one })).refused_codes).toEqual(['dnc']);
    }
    const reasons = [...(await importing.contacts(first)), ...(await importing.contacts(second))];
    expect(new Set(reasons.map((it) => it['not_callable_reason']))).toEqual(new Set(['dnc']));
  });

  it('is none at any of them where its text has a digit too many, a wrong zero or two numbers', async () => {
    const { campaign_id: id } = await runtime.desk.made();
    const importing = new Importing(test, runtime.desk);
    const file = `to_number\n${REFUSED.map(quoted).join('\n')}\n`;
    const codes = REFUSED.map(() => expect.objectContaining({ code: 'phone_invalid' }) as object);
    expect((await importing.csv(id, file)).body).toMatchObject({ accepted_rows: 0, row_errors: codes });
    expect((await importing.json(id, asJson(REFUSED))).body).toMatchObject({ row_errors: codes });
    const results = REFUSED.map((text) => `${quoted(text)},listed`).join('\n');
    expect(await washed(id, `number,status\n${results}\n`)).toMatchObject({
      matched_rows: 0,
      row_errors: codes,
    });
    const records = REFUSED.map((it) => aCall(runtime.desk.projectId, { caller_number: it }));
    expect(await ingest(records)).toMatchObject({ accepted: 0, rejected: REFUSED.length });
    const requests = await aCallerRequestFixture(test, runtime.desk.tenant);
    for (const text of REFUSED) {
      await suppress(text).expect(422);
      await callsWith(text).expect(400);
      expect((await callsOf(runtime).ask({ to_number: text })).status).toBe(422);
      expect((await requests.create({ caller_identifier: text })).status).toBeGreaterThanOrEqual(400);
    }
  });
});
