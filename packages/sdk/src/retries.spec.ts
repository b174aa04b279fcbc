import { describe, expect, it } from 'vitest';
import { errorOf } from './errors.js';
import { retryingFetch, type RetryOptions } from './retries.js';

const START = Date.parse('2026-11-28T12:00:00Z');
const API = 'https://api.example.com/v1/calls/list';

/** An answer of the service: its status, its headers and its body; or a connection that breaks. */
type Answer = readonly [status: number, headers?: Record<string, string>, body?: unknown] | 'broken';

/**
 * Sends a request that gets this response, and then 200.
 * @returns its result, and its waits in seconds
 */
async function sent(
  answers: readonly Answer[],
  init: RequestInit = {},
  options: RetryOptions = {},
  random = 0,
) {
  let now = START;
  const waits: number[] = [];
  const keys: (string | null)[] = [];
  const bodies: string[] = [];
  const left = [...answers];
  const fetch = async (input: RequestInfo | URL): Promise<Response> => {
    const request = input as Request;
    keys.push(request.headers.get('idempotency-key'));
    bodies.push(await request.text());
    const next = left.shift() ?? [200];
    if (next === 'broken') throw new TypeError('broken');
    const [status, headers = {}, body = {}] = next;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
  };
  const clock = {
    now: () => now,
    sleep: (milliseconds: number): Promise<void> => {
      waits.push(milliseconds / 1000);
      now += milliseconds;
      return Promise.resolve();
    },
    random: () => random,
  };
  const outcome = await retryingFetch(fetch, { clock, ...options })(API, init).then(
    ({ status }) => status,
    (reason: Error) => reason.message,
  );
  return { outcome, waits, keys, bodies };
}

const WRITE = { method: 'POST', body: '{"a":1}' };
const KEYED = { ...WRITE, headers: { 'Idempotency-Key': 'one' } };

describe('the wait before a request is repeated', () => {
  // The contract's: header, else the documented field, else a minute that doubles.
  it.each<[string, Answer, number]>([
    ['the header in seconds', [429, { 'Retry-After': '7' }, { retry_after_seconds: 90 }], 7],
    ['no second', [503, { 'Retry-After': '0' }], 0],
    ['the header as a date', [503, { 'Retry-After': 'Sat, 28 Nov 2026 12:00:30 GMT' }], 30],
    ['a date that has passed', [503, { 'Retry-After': 'Sat, 28 Nov 2026 11:00:00 GMT' }], 0],
    ['the field of a flat error', [429, {}, { code: 'x', retry_after_seconds: 41 }], 41],
    ['the field in details', [429, {}, { details: { retry_after_seconds: 42 } }], 42],
    ['the field in field_errors', [429, {}, { field_errors: { retry_after_seconds: 43 } }], 43],
    ['details of an envelope', [429, {}, { error: { details: { retry_after_seconds: 44 } } }], 44],
    ['a structured detail', [429, {}, { error: { retry_after_seconds: 45 } }], 45],
    ['a header that says nothing', [429, { 'Retry-After': 'soon' }, { retry_after_seconds: 46 }], 46],
    ['neither', [429], 60],
    ['a field that is not a number', [429, {}, { retry_after_seconds: 'soon' }], 60],
    ['text of a proxy', [429, {}, '<html>'], 60],
    ['a list', [503, {}, []], 60],
    ['no answer', 'broken', 60],
  ])('is that of %s', async (_, answer, seconds) => {
    expect(await sent([answer])).toMatchObject({ outcome: 200, waits: [seconds] });
  });

  it('doubles from a minute to ten, and has up to five seconds more', async () => {
    const answers = Array<Answer>(6).fill([503]);
    const bounds = { attempts: 7, maxTotalSeconds: 10_000 };
    expect((await sent(answers, {}, bounds)).waits).toEqual([60, 120, 240, 480, 600, 600]);
    expect((await sent(answers, {}, bounds, 0.5)).waits).toEqual([62.5, 122.5, 242.5, 482.5, 602.5, 602.5]);
  });

  it('ends after three repetitions, and five minutes in all', async () => {
    const soon = [503, { 'Retry-After': '1' }] as const;
    expect(await sent(Array<Answer>(9).fill(soon))).toMatchObject({ outcome: 503, waits: [1, 1, 1] });
    expect(await sent(Array<Answer>(9).fill([503]))).toMatchObject({ outcome: 503, waits: [60, 120] });
    expect(await sent([[429, { 'Retry-After': '301' }]])).toMatchObject({ outcome: 429, waits: [] });
    expect(await sent([[429, { 'Retry-After': '300' }]])).toMatchObject({ outcome: 200, waits: [300] });
    expect(await sent([[503]], {}, { attempts: 1 })).toMatchObject({ outcome: 503, waits: [] });
    expect(await sent(['broken'], {}, { maxTotalSeconds: 59 })).toMatchObject({
      outcome: 'broken',
      waits: [],
    });
  });

  it.each<[string, RequestInit, Answer, boolean]>([
    ['a read', {}, [500], false],
    ['a read', {}, [409], false],
    ['a read', {}, 'broken', true],
    ['a write with a key', KEYED, [503], true],
    ['a write with a key', KEYED, 'broken', true],
    ['a write with a key', KEYED, [409, { 'Retry-After': '1' }], true],
    ['a write with a key', KEYED, [409, {}, { retry_after_seconds: 1 }], true],
    ['a write with a key', KEYED, [409], false],
    ['a write with a key', KEYED, [422], false],
    ['a write without a key', WRITE, [429], true],
    ['a write without a key', WRITE, [503, { 'Retry-After': '0' }], false],
    ['a write without a key', WRITE, [409, { 'Retry-After': '0' }], false],
    ['a write without a key', WRITE, 'broken', false],
  ])('comes only where that is safe: %s (%j) after %j: %s', async (_, init, answer, isRepeated) => {
    const { outcome, keys, bodies } = await sent([answer], init);
    expect(outcome === 200).toBe(isRepeated);
    expect(keys).toHaveLength(isRepeated ? 2 : 1);
    expect(new Set(keys).size).toBe(1);
    expect(new Set(bodies).size).toBe(1);
  });

  it('ends when the request is aborted', async () => {
    const stop = new AbortController();
    const fetch = (): Promise<Response> => {
      setImmediate(() => stop.abort(new Error('enough')));
      return Promise.resolve(new Response('', { status: 503 }));
    };
    await expect(retryingFetch(fetch)(API, { signal: stop.signal })).rejects.toThrow('enough');
  });

  it('stands in the error that is left to the caller', () => {
    const body = { error: { code: 'rate_limited', message: 'Wait.', details: { retry_after_seconds: 900 } } };
    expect(errorOf(body, new Response('', { status: 429 })).retryAfter).toBe(900);
  });
});
