import { describe, expect, it } from 'vitest';
import { outcomeOf } from './attempt-outcome.policy.js';
import type { Attempt, Plan } from './attempt-outcome.policy.js';

const NOW = new Date('2026-11-22T10:00:00Z');
const FIRST: Plan = { attempt: 1, maxAttempts: 4, backoffSeconds: 30 };
const outcome = (attempt: Attempt, plan: Partial<Plan> = {}, random = 0.5) =>
  outcomeOf(attempt, { ...FIRST, ...plan }, NOW, random);
const answer = (status: number, retryAfter?: string): Attempt => ({ status, retryAfter });

// Rules: webhooks 7.1, 7.2, 7.3, 7.4, 7.5.
describe('the outcome of a delivery', () => {
  it.each([200, 201, 204, 299])('%i ends it well', (status) => {
    expect(outcome(answer(status))).toEqual({
      status: 'succeeded',
      failureCode: null,
      retryInSeconds: null,
      isGone: false,
    });
  });

  it.each([
    [408, 'retrying', 'http_status'],
    [425, 'retrying', 'http_status'],
    [429, 'retrying', 'http_status'],
    [500, 'retrying', 'http_status'],
    [503, 'retrying', 'http_status'],
    [599, 'retrying', 'http_status'],
    [400, 'failed', 'http_status'],
    [401, 'failed', 'http_status'],
    [404, 'failed', 'http_status'],
    [410, 'failed', 'http_status'],
    [422, 'failed', 'http_status'],
    [451, 'failed', 'http_status'],
    [499, 'failed', 'http_status'],
    [600, 'failed', 'http_status'],
    [999, 'failed', 'http_status'],
    [300, 'blocked', 'redirect_blocked'],
    [301, 'blocked', 'redirect_blocked'],
    [302, 'blocked', 'redirect_blocked'],
    [304, 'blocked', 'redirect_blocked'],
    [308, 'blocked', 'redirect_blocked'],
  ])('%i: %s, %s', (status, wanted, failureCode) => {
    expect(outcome(answer(status))).toMatchObject({ status: wanted, failureCode, isGone: status === 410 });
  });

  it.each([
    ['timeout', 'retrying'],
    ['dns_failed', 'retrying'],
    ['connection_failed', 'retrying'],
    ['tls_failed', 'retrying'],
    ['address_blocked', 'blocked'],
    ['payload_too_large', 'failed'],
  ] as const)('%s: %s', (failure, wanted) => {
    expect(outcome({ failure })).toMatchObject({ status: wanted, failureCode: failure });
  });

  it('ends with the last attempt', () => {
    expect(outcome(answer(500), { attempt: 3 }).status).toBe('retrying');
    expect(outcome(answer(500), { attempt: 4 })).toMatchObject({ status: 'failed', retryInSeconds: null });
    expect(outcome({ failure: 'timeout' }, { maxAttempts: 1 }).status).toBe('failed');
  });

  it.each([
    [1, 0, 24],
    [1, 0.5, 30],
    [1, 1, 36],
    [2, 0.5, 60],
    [3, 0.5, 120],
  ])('waits after attempt %i, at random %d, for %i seconds', (attempt, random, seconds) => {
    expect(outcome(answer(500), { attempt }, random).retryInSeconds).toBeCloseTo(seconds, 6);
  });

  it.each([
    ['120', 120],
    ['3600', 3600],
    ['86400', 3600],
    ['5', 30],
    ['0', 30],
    ['Sun, 22 Nov 2026 10:05:00 GMT', 300],
    ['Sun, 22 Nov 2026 09:00:00 GMT', 30],
    ['soon', 30],
    ['', 30],
    ['-5', 30],
    ['9999999999999', 3600],
    [' 120 ', 120],
    ['0120', 120],
    ['Sunday, 22-Nov-26 10:05:00 GMT', 300],
    ['Sun Nov 22 10:05:00 2026', 300],
    ['Sun, 99 Nov 2026 10:05:00 GMT', 30],
    ['in 2030', 30],
    ['soon 2099', 30],
    ['1 Jan 2099', 30],
    ['2026-11-22T11:00:00Z', 30],
    ['Sun, 22 Nov 2026 10:05:00 +0100', 30],
    ['120, 240', 30],
    ['120.5', 30],
    ['+120', 30],
    ['0x78', 30],
    ['60s', 30],
  ])('with Retry-After %j waits %i seconds', (header, seconds) => {
    expect(outcome(answer(429, header)).retryInSeconds).toBe(seconds);
    expect(outcome(answer(503, header)).retryInSeconds).toBe(seconds);
  });
});
