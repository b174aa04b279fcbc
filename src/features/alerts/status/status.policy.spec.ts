import { describe, expect, it } from 'vitest';
import {
  deliveriesStatus,
  failingReceivers,
  ingestStatus,
  runtimeStatus,
  seesHosts,
  storeStatus,
  type WebhookFacts,
} from './status.policy.js';

const well: WebhookFacts = {
  host: 'hooks.acme.example',
  isEnabled: true,
  hasSent: true,
  degradedAt: null,
  disabledAt: null,
  disabledReason: null,
  lastAnswer: null,
};
const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 27, 6, minute, second));

// alerts 5.3
describe('the runtime of a project', () => {
  const published = { publishedHash: 'a', publishedAt: at(10) };
  it.each([
    [
      'nothing is published',
      { ...published, publishedHash: null, publishedAt: null },
      'unknown',
      'not_published',
      null,
    ],
    ['nothing was reported', published, 'unknown', 'not_reported', at(10)],
    [
      'it runs what is published',
      { ...published, appliedHash: 'a', appliedSince: at(12) },
      'ok',
      'runs_published',
      at(12),
    ],
    [
      'it has not taken a new version',
      { ...published, appliedHash: 'b', appliedSince: at(3) },
      'degraded',
      'runs_other',
      at(10),
    ],
    [
      'it left the version again',
      { ...published, appliedHash: 'b', appliedSince: at(30) },
      'degraded',
      'runs_other',
      at(30),
    ],
  ] as const)('where %s', (_, facts, state, detail, since) => {
    expect(runtimeStatus({ appliedHash: null, appliedSince: null, ...facts })).toEqual({
      state,
      detail,
      since,
    });
  });
});

// alerts 5.4
it('a store answers or is down', () => {
  expect([storeStatus(true).state, storeStatus(false).state]).toEqual(['ok', 'down']);
});

// alerts 5.5
describe('the deliveries of a project', () => {
  const fresh = { ...well, hasSent: false };
  const failing = { ...well, degradedAt: at(7) };
  const gone = { ...failing, disabledAt: at(20) };
  const off = { ...well, isEnabled: false };
  it.each([
    ['no webhook', [], 'ok', 'no_webhook', null],
    ['one that is well', [well], 'ok', 'delivering', null],
    ['one to which nothing was sent', [fresh], 'ok', 'nothing_sent', null],
    ['one of two to which something was sent', [fresh, well], 'ok', 'delivering', null],
    ['one to which nothing was sent beside one that is off', [fresh, off], 'ok', 'nothing_sent', null],
    ['one that is switched off', [off], 'ok', 'switched_off', null],
    ['one that is switched off beside one that is well', [off, well], 'ok', 'delivering', null],
    [
      'what failed before it was switched off',
      [{ ...gone, isEnabled: false }, well],
      'ok',
      'delivering',
      null,
    ],
    [
      'one that fails',
      [well, failing, { ...failing, degradedAt: at(5) }],
      'degraded',
      'receiver_failing',
      at(5),
    ],
    ['one that the service switched off', [failing, gone, well], 'down', 'receiver_failing', at(20)],
  ] as const)('with %s', (_, webhooks, state, detail, since) => {
    expect(deliveriesStatus(webhooks)).toEqual({ state, detail, since });
  });
});

// alerts 5.7
describe('the receivers that fail', () => {
  const failing = { ...well, degradedAt: at(7), lastAnswer: '503' };
  const gone: WebhookFacts = {
    ...failing,
    host: 'gone.acme.example',
    disabledAt: at(20),
    disabledReason: 'gone',
    lastAnswer: '410',
  };

  it('lists those that are off first, and none that is well or off by choice', () => {
    expect(failingReceivers([well, failing, gone, { ...gone, isEnabled: false }], true)).toEqual([
      { host: 'gone.acme.example', offReason: 'gone', lastAnswer: '410', since: at(20) },
      { host: 'hooks.acme.example', offReason: null, lastAnswer: '503', since: at(7) },
    ]);
  });

  it('keeps the host from roles that may not see where events are sent', () => {
    expect(failingReceivers([failing], false)[0]).toMatchObject({ host: null, lastAnswer: '503' });
  });

  it.each([
    ['client_admin', true],
    ['partner_user', true],
    ['service_operator', true],
    ['client_manager', false],
    ['client_staff', false],
    ['system', false],
  ] as const)('as %s: %s', (scope, sees) => {
    expect(seesHosts(scope)).toBe(sees);
  });
});

// alerts 5.6
describe('how calls come in', () => {
  it.each([
    ['none', null, 'unknown', 'no_calls', null],
    ['within ten minutes', { endedAt: at(0), reportedAt: at(10) }, 'ok', 'on_time', null],
    ['a second later', { endedAt: at(0), reportedAt: at(10, 1) }, 'degraded', 'late', at(0)],
    ['at an instant that is forgotten', { endedAt: at(0), reportedAt: null }, 'ok', 'on_time', null],
  ] as const)('%s', (_, last, state, detail, since) => {
    expect(ingestStatus(last)).toEqual({ state, detail, since });
  });
});
