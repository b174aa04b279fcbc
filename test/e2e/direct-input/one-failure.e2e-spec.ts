import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, useSecondApp, useTestApp } from '../../support/app.js';
import { atDepth } from '../../support/depth.js';
import {
  PageOfForms,
  RuntimeOfForms,
  anAddress,
  seal,
  type OpenedSession,
} from '../../support/direct-input.js';
import { perSuite } from '../../support/frames.js';
import { areToldApart, distance } from '../../support/kolmogorov-smirnov.js';
import { TestClock } from '../../support/test-clock.js';

const TOKENS = atDepth({ ordinary: 12, full: 200 });
/** This many requests at once: in sequence, they would take 250 ms each. */
const AT_ONCE = 12;
/** A comparison fails by chance once in twenty times, and three in a row once in 8,000. */
const MEASUREMENTS = 3;

const ORIGIN = 'http://localhost:3000';
const ANSWERS = { member_number: '7704118830' };

describe('the two-sample Kolmogorov-Smirnov test', () => {
  const sample = (size: number, of: (at: number) => number) =>
    Array.from({ length: size }, (_, at) => of(at));

  it('measures the largest distance of two distributions', () => {
    expect(distance([1, 2, 3, 4], [1, 2, 3, 4])).toBe(0);
    expect(distance([1, 2], [3, 4])).toBe(1);
    expect(distance([1, 2, 3, 4], [3, 4, 5, 6])).toBe(0.5);
    expect(distance([1, 1, 1, 2], [1, 2, 2, 2])).toBe(0.5);
  });

  // The critical distance of 200 against 200 is 0.1358.
  it.each([
    [27, false],
    [28, true],
  ])('tells 200 from 200 apart where %i lie elsewhere: %s', (elsewhere, isApart) => {
    const moved = sample(200, (at) => (at < elsewhere ? at + 1000 : at));
    expect(
      areToldApart(
        sample(200, (at) => at),
        moved,
      ),
    ).toBe(isApart);
  });
});

// direct-input 4.3; requests 8.11
describe('the one failure of direct input', () => {
  const clock = new TestClock(new Date('2026-11-20T10:01:00.000Z'));
  const test = useTestApp({ clock });
  const runtime = perSuite(() => RuntimeOfForms.start(test));
  const second = useSecondApp(test, { clock });

  beforeEach(() => test.world.sql('DELETE FROM throttle_hits'));

  /** One request that fails in this way, for each token. */
  type Attempt = () => { token: unknown; address?: string; body?: string };
  type Kind = readonly Attempt[];

  const page = (app: TestApp = test) => new PageOfForms(app);
  const opened = (terms: object = {}): Promise<OpenedSession[]> =>
    inTurns(Array.from({ length: TOKENS }, () => () => runtime.open(terms)));
  const ofSessions = (sessions: readonly OpenedSession[]): Kind =>
    sessions.map(({ token }) => () => ({ token }));

  async function inTurns<T>(work: readonly (() => Promise<T>)[]): Promise<T[]> {
    const results: T[] = [];
    const rest = [...work.entries()];
    const run = async (): Promise<void> => {
      for (let next = rest.pop(); next; next = rest.pop()) results[next[0]] = await next[1]();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, run));
    return results;
  }

  async function everyKind(): Promise<Record<string, Kind>> {
    const expired = await opened({ expires_in_seconds: 30 });
    clock.advance(30_000);
    const [used, ended, bound] = [await opened(), await opened(), await opened()];
    await inTurns(
      used.map(
        ({ token, publicKey }) =>
          () =>
            page().submit(token, seal(ANSWERS, publicKey)),
      ),
    );
    await runtime.end(...ended.map(({ callId }) => callId));
    await inTurns(
      bound.map(
        ({ token }) =>
          () =>
            page().openInBrowser(token),
      ),
    );
    const full = anAddress();
    const { token: valid } = await runtime.open();
    await inTurns(Array.from({ length: 60 }, () => () => page().context('none', { address: full })));
    const wrong = Array.from({ length: TOKENS }, () => randomBytes(32).toString('base64url'));
    return {
      wrong: wrong.map((token) => () => ({ token })),
      used: ofSessions(used),
      expired: ofSessions(expired),
      ended: ofSessions(ended),
      'of another browser': ofSessions(bound),
      limited: wrong.map(() => () => ({ token: valid, address: full })),
      malformed: wrong.map((_, at) => () => ({ token: at % 2 === 0 ? 7 : 'short' })),
      unparsable: wrong.map(() => () => ({ token: '', body: '{"token":' })),
      'too large': wrong.map(() => () => ({ token: '', body: `{"token":"${'x'.repeat(33_000)}"}` })),
    };
  }

  interface Failure {
    readonly kind: string;
    readonly answer: string;
    readonly ms: number;
  }

  /** Sends one attempt, and measures the response like an anonymous caller. */
  async function fail(kind: string, path: string, attempt: Attempt): Promise<Failure> {
    const { token, address = anAddress(), body } = attempt();
    const { publicKey } = someSession;
    const sound = path === 'submit' ? { token, envelope: seal(ANSWERS, publicKey) } : { token };
    const text = body ?? JSON.stringify(sound);
    const headers = { 'Content-Type': 'application/json', Origin: ORIGIN, 'X-Forwarded-For': address };
    const started = performance.now();
    const response = await fetch(`${test.baseUrl}/v1/direct-input/${path}`, {
      method: 'POST',
      headers,
      body: text,
    });
    const bytes = await response.text();
    const ms = performance.now() - started;
    const told = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
    return { kind, ms, answer: JSON.stringify([response.status, told, bytes]) };
  }
  let someSession: OpenedSession;

  /** All attempts of all kinds in random order, so that a slow moment affects every kind. */
  async function measure(kinds: Record<string, Kind>, path: string): Promise<Failure[]> {
    await test.world.sql(`DELETE FROM throttle_hits WHERE window_key NOT IN (
      SELECT window_key FROM throttle_hits GROUP BY window_key HAVING count(*) = 60)`);
    const attempts = Object.entries(kinds).flatMap(([kind, all]) =>
      all.map((attempt) => () => fail(kind, path, attempt)),
    );
    return inTurns(
      attempts
        .map((it) => ({ it, at: Math.random() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ it }) => it),
    );
  }

  // The limit for all addresses is not measured here.
  async function inParts(kinds: Record<string, Kind>, path: string): Promise<Failure[]> {
    const failures: Failure[] = [];
    for (let from = 0; from < TOKENS; from += 100) {
      const part = Object.fromEntries(
        Object.entries(kinds).map(([kind, all]) => [kind, all.slice(from, from + 100)]),
      );
      failures.push(...(await measure(part, path)));
    }
    return failures;
  }

  it.each(['context', 'submit'])(
    'is the same in bytes and in time on %s, whatever is wrong',
    async (path) => {
      someSession = await runtime.open();
      const kinds = await everyKind();
      let suspects = Object.keys(kinds).filter((kind) => kind !== 'wrong');
      for (let turn = 0; turn < MEASUREMENTS && suspects.length > 0; turn += 1) {
        const failures = await inParts(kinds, path);
        expect(new Set(failures.map(({ answer }) => answer)).size).toBe(1);
        expect(failures[0]!.answer).toContain('[404,');
        expect(Math.min(...failures.map(({ ms }) => ms))).toBeGreaterThanOrEqual(249);
        const timesOf = (kind: string) => failures.filter((it) => it.kind === kind).map(({ ms }) => ms);
        suspects = suspects.filter((kind) => areToldApart(timesOf('wrong'), timesOf(kind)));
      }
      expect(suspects).toEqual([]);
    },
  );

  // direct-input 4.4; requests 8.10
  it('meets the requests above the limit of an address that are spread over two processes', async () => {
    const address = anAddress();
    const sessions = await Promise.all(Array.from({ length: 8 }, () => runtime.open()));
    const answers = await Promise.all(
      sessions.flatMap(({ token }) =>
        Array.from({ length: 10 }, (_, at) => page(at % 2 === 0 ? test : second).context(token, { address })),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(20);
  });

  // Fails if the invitation comes after the door: it would reveal that the door is closed. requests
  // 3.12, 8.11
  it('invites the body of everyone who waits for 100 Continue, at an open and at a closed door', async () => {
    const address = anAddress();
    const told = async (type: string): Promise<unknown> => {
      const headers = { 'Content-Type': type, 'X-Forwarded-For': address, Expect: '100-continue' };
      const sent = httpRequest(`${test.baseUrl}/v1/direct-input/context`, { method: 'POST', headers });
      let isInvited = false;
      sent.on('continue', () => (isInvited = true)).end(JSON.stringify({ token: 'A'.repeat(43) }));
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      return [response.statusCode, isInvited];
    };
    const open = [await told('application/json'), await told('text/plain')];
    await inTurns(Array.from({ length: 60 }, () => () => page().context('none', { address })));
    expect([...open, await told('application/json')]).toEqual(Array.from({ length: 3 }, () => [404, true]));
  });
});
