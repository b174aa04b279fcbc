import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TenantKeys } from '../../../src/core/privacy/keys/tenant-keys.js';
import { PublicDoors } from '../../../src/core/rate-limit/public-doors.js';
import { DemoProject } from '../../../src/features/demo/rules/demo-project.js';
import { admitCredentialsOf, useSecondApp, useTestApp } from '../../support/app.js';
import { inStore } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { perSuite } from '../../support/frames.js';
import { aTypedNumber, mayCall, type TypedNumber } from '../../support/random-strangers.js';
import { SeededRandom } from '../../support/seeded-random.js';
import { TestClock } from '../../support/test-clock.js';
import { newMatchingKey } from '../../support/matching-keys.js';
import { callsOf } from '../dispatch/single-calls.js';
import {
  aProof,
  askForCall,
  aStranger,
  CONSENT_TEXT,
  CONSENT_VERSION,
  DEMO,
  DIAL_ME,
  payloadOf,
  endCalls,
  openDemoFixture,
  withDemo,
  type Asked,
  type Told,
} from './dial-me.js';

/** A Wednesday, 13:00 in Sydney and 10:00 in Perth. */
const DAYTIME = '2026-11-25T02:00:00.000Z';

const REQUESTS = atDepth({ ordinary: 120, full: 10_000 });
// A batch of sixty takes a second on two idle cores, and several seconds on busy ones.
const TIMEOUT_MS = atDepth({ ordinary: 240_000, full: 1_800_000 });
/** Concurrent requests: fewer than the route admits in a minute. */
const AT_ONCE = 60;
const PHONES = 40;
const ADDRESSES = 30;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Made {
  readonly phone: string;
  readonly country: TypedNumber['country'];
  readonly address: string;
  readonly at: number;
}

/** The largest number of these instants within any interval of this many milliseconds. */
const mostWithin = (times: readonly number[], ms: number): number =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + ms).length));

const timesBy = (made: readonly Made[], field: 'phone' | 'address'): number[][] =>
  [...Map.groupBy(made, (it) => it[field]).values()].map((calls) => calls.map(({ at }) => at));

describe('the public demo', () => {
  const clock = new TestClock(new Date(DAYTIME));
  const first = useTestApp({ clock, settings: withDemo });
  const runtime = perSuite(() => openDemoFixture(first, clock));
  const second = useSecondApp(first, { clock });

  const ask = (fields: Partial<Asked> = {}, app = first): Promise<Told> =>
    askForCall(app, { ...aStranger(), ...fields });

  const calls = async (): Promise<number> => {
    const [row] = await inStore<{ count: number }>(
      first,
      'SELECT count(*)::integer AS count FROM single_dispatches',
    );
    return row!.count;
  };

  beforeEach(async () => {
    admitCredentialsOf(first);
    clock.set(DAYTIME);
    await first.world.sql('DELETE FROM throttle_hits');
    await endCalls(runtime);
  });

  // demo 2.1, 2.2, 3.1, 3.7
  it('calls a person who has solved its challenge and agreed to its text', async () => {
    const response = await first.request().get(`${DIAL_ME}/challenge`).expect(200);
    const body = response.body as { readonly challenge: Challenge };
    expect(body).toEqual({
      challenge: { parameters: expect.any(Object) as object, signature: expect.any(String) as string },
      consent: { version: CONSENT_VERSION, text: CONSENT_TEXT },
      countries: ['AU', 'NZ'],
      expires_at_utc: new Date(Date.parse(DAYTIME) + 15 * MINUTE).toISOString(),
    });
    const { challenge } = body;
    expect(challenge.parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 5000 });
    const solution = await solveChallenge({ challenge, deriveKey });
    expect(solution!.counter).toBeGreaterThanOrEqual(300);
    const stranger = aStranger();
    const told = await ask({ ...stranger, challenge: payloadOf(challenge, solution) });
    expect(told.status).toBe(202);
    const { reference, ...more } = JSON.parse(told.text) as { reference: string };
    expect(more).toEqual({});
    expect(await runtime.taken()).toMatchObject([{ dispatch_id: reference, to_number: stranger.phone }]);
    await runtime.end(reference, 'answered');
    expect(await callsOf(runtime).status(reference)).toMatchObject({
      status: 'ended',
      disposition: 'answered',
    });
  });

  // demo 5.2
  it('keeps the version of the text and the time as evidence, and the number sealed alone', async () => {
    const stranger = aStranger();
    const told = await ask(stranger);
    const { reference } = JSON.parse(told.text) as { reference: string };
    const [row] = await inStore<{ text: string; evidence: object }>(
      first,
      `SELECT s::text AS text, s.call -> 'contact' AS evidence FROM single_dispatches s WHERE dispatch_id = $1`,
      [reference],
    );
    const consent = {
      consent_type: 'express',
      consent_source: `public demo, text ${CONSENT_VERSION}`,
      consent_given_at_utc: DAYTIME,
    };
    expect(row!.evidence).toMatchObject(consent);
    await endCalls(runtime);
    const [kept] = await inStore<{ text: string; blocks: object }>(
      first,
      'SELECT e::text AS text, e.blocks FROM outbound_evidence e WHERE dispatch_id = $1',
      [reference],
    );
    expect(kept!.blocks).toMatchObject({ consent_evidence: { required: true, state: 'valid', ...consent } });
    const hits = await first.world.sql('SELECT h::text FROM throttle_hits h');
    for (const text of [row!.text, kept!.text, JSON.stringify(hits), first.logs()])
      expect(text).not.toContain(stranger.phone.slice(1));
  });

  // demo 3.2
  it.each<[string, object]>([
    ['phone', { phone: '0491 570 156' }],
    ['phone', { phone: 61491570156 }],
    ['consent', { consent: null }],
    ['consent.accepted', { consent: { accepted: false, version: CONSENT_VERSION } }],
    ['consent.accepted', { consent: { accepted: 'true', version: CONSENT_VERSION } }],
    ['consent.version', { consent: { accepted: true } }],
    ['consent.version', { consent: { accepted: true, version: 'latest' } }],
    ['challenge', { challenge: '' }],
    ['challenge', { challenge: 'bm90IGEgY2hhbGxlbmdl' }],
    ['more', { more: 1 }],
  ])('answers a body of another form by the field %s: %j', async (field, fields) => {
    const body = {
      phone: '+61491570156',
      consent: { accepted: true, version: CONSENT_VERSION },
      challenge: await aProof(first),
      ...fields,
    };
    const response = await first.request().post(DIAL_ME).send(body);
    expect(response.status).toBe(422);
    const { details } = response.body as { details: { loc: string[] }[] };
    expect(details.map(({ loc }) => loc.slice(1).join('.'))).toEqual([field]);
  });

  // demo 2.3
  it('takes a challenge once, however many requests bring it to two processes at a time', async () => {
    const challenge = await aProof(first);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => ask({ challenge }, index % 2 === 0 ? first : second)),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(11);
  });

  // demo 3.6
  it('calls a number once at a time, however many ask for it', async () => {
    const { phone } = aStranger();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => ask({ phone }, index % 2 === 0 ? first : second)),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
  });

  // demo 3.6
  it('knows a number to which a call waits across a change of the matching key', async () => {
    const { phone } = aStranger();
    expect((await ask({ phone })).status).toBe(202);
    await newMatchingKey(first, DEMO);
    clock.advance(6 * MINUTE);
    const keys = await first.app.get(TenantKeys).all(DEMO, 'matching');
    expect(keys.map(({ keyId }) => keyId)).toEqual(['second', expect.any(String)]);
    expect((await ask({ phone })).status).toBe(429);
  });

  // demo 4.4
  it('makes as many calls in a day as the operator pays for', async () => {
    const demo = first.app.get(DemoProject, { strict: false });
    const bound = vi.spyOn(demo, 'get').mockReturnValue({ ...demo.get(), callsPerDay: 2 });
    const statuses: number[] = [];
    const asked = async (fields: Partial<Asked> = {}) => statuses.push((await ask(fields)).status);
    await asked({ phone: '+442079460130' });
    for (let count = 0; count < 3; count += 1) await asked();
    clock.advance(DAY);
    await endCalls(runtime);
    await asked();
    bound.mockRestore();
    expect(statuses).toEqual([429, 202, 202, 429, 202]);
    const refused = { door: 'demo-calls', result: 'ceiling', requests: 1 };
    expect(first.app.get(PublicDoors, { strict: false }).gauge()).toContainEqual(refused);
  });

  // demo 4.1
  it('calls a telephone again when an hour is over, and ten times in a day', async () => {
    const { phone } = aStranger();
    const asked = async (): Promise<number> => {
      const { status } = await ask({ phone });
      await endCalls(runtime);
      return status;
    };
    const hours: number[][] = [];
    for (let hour = 0; hour < 3; hour += 1) {
      const statuses: number[] = [];
      for (let count = 0; count < 6; count += 1) statuses.push(await asked());
      hours.push(statuses);
      clock.advance(60 * 60_000);
    }
    const five = Array.from({ length: 5 }, () => 202);
    expect(hours).toEqual([[...five, 429], [...five, 429], Array.from({ length: 6 }, () => 429)]);
    clock.set('2026-11-26T03:30:00.000Z');
    expect(await asked()).toBe(202);
  });

  // demo 4.2
  it('counts refused requests too, and for no telephone where the address has used up its own', async () => {
    const { address } = aStranger();
    const consent = { accepted: true, version: '0123456789abcdef' };
    for (let count = 0; count < 10; count += 1) {
      const refused = count % 2 === 0 ? { phone: '+442079460130' } : { consent };
      expect((await ask({ address, ...refused })).status).toBe(429);
    }
    const { phone } = aStranger();
    for (let count = 0; count < 6; count += 1) expect((await ask({ address, phone })).status).toBe(429);
    expect((await ask({ phone })).status).toBe(202);
  });

  // demo 2.4
  it('gives an address thirty challenges in a minute', async () => {
    const { address } = aStranger();
    const statuses = await Promise.all(
      Array.from({ length: 32 }, async () => {
        const response = await first.request().get(`${DIAL_ME}/challenge`).set('X-Forwarded-For', address);
        return response.status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  // demo 3.4, 3.5, 4.1, 5.1
  it(
    'makes of random requests calls to listed countries, in their hours, within the limits of two processes together',
    async () => {
      const before = await calls();
      const random = new SeededRandom(47);
      const phones = Array.from({ length: PHONES }, () => aTypedNumber(random));
      const made: Made[] = [];
      const statuses = new Set<number>();
      for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
        const at = clock.now().getTime();
        await Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            const { phone, country } = random.of(phones);
            const address = `198.19.0.${random.below(ADDRESSES)}`;
            const { status } = await askForCall(random.of([first, second]), { phone, address });
            statuses.add(status);
            if (status === 202) made.push({ phone, country, address, at });
          }),
        );
        await endCalls(runtime);
        clock.advance(random.of([2, 5, 11, 25, 50, 400]) * MINUTE);
      }
      expect([...statuses].sort()).toEqual([202, 429]);
      expect(made.length).toBeGreaterThan(REQUESTS / 40);
      for (const { country, at } of made) {
        expect(['AU', 'NZ']).toContain(country);
        expect(mayCall(country as 'AU' | 'NZ', at)).toBe(true);
      }
      for (const times of timesBy(made, 'phone')) {
        expect(mostWithin(times, HOUR)).toBeLessThanOrEqual(5);
        expect(mostWithin(times, DAY)).toBeLessThanOrEqual(10);
      }
      for (const times of timesBy(made, 'address')) expect(mostWithin(times, DAY)).toBeLessThanOrEqual(10);
      expect(await calls()).toBe(before + made.length);
    },
    TIMEOUT_MS,
  );
});
