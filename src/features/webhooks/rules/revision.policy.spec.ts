import { describe, expect, it } from 'vitest';
import { echoableToken } from '../../../core/http/errors/stale.js';
import { collectionRevision, revisionHash } from './revision.policy.js';
import type { Configuration } from './revision.policy.js';

const CONFIGURATION: Configuration = {
  projectId: 'p-1',
  endpointUrl: 'https://hooks.example.com/calls',
  eventTypes: ['call_ended'],
  transcriptToSend: 'none',
  timeoutSeconds: 10,
  retryAttempts: 3,
  retryBackoffSeconds: 30,
};

describe('the revision of a webhook (webhooks 3.1)', () => {
  const before = revisionHash(1, CONFIGURATION);

  it.each([
    ['project', { projectId: 'p-2' }],
    ['address', { endpointUrl: 'https://hooks.example.com/other' }],
    ['events', { eventTypes: ['call_ended', 'call_started'] }],
    ['transcript', { transcriptToSend: 'redacted' }],
    ['time', { timeoutSeconds: 11 }],
    ['retries', { retryAttempts: 4 }],
    ['backoff', { retryBackoffSeconds: 31 }],
  ])('is another one with another %s', (_, change) => {
    expect(revisionHash(1, { ...CONFIGURATION, ...change })).not.toBe(before);
  });

  it('is another one after a change that was taken back, and the same as often as it is asked for', () => {
    expect(revisionHash(2, CONFIGURATION)).not.toBe(before);
    expect(revisionHash(1, { ...CONFIGURATION })).toBe(before);
  });

  it('may be repeated in the answer to a stale guard', () => {
    expect(echoableToken(before)).toBe(before);
  });
});

describe("the revision of a project's webhooks (webhooks 3.2)", () => {
  const one = { ...CONFIGURATION, webhookId: 'a', revision: 1 };
  const other = { ...CONFIGURATION, webhookId: 'b', revision: 1 };

  it('knows each of them, in any order', () => {
    const none = collectionRevision('p-1', []);
    const both = collectionRevision('p-1', [one, other]);
    expect(collectionRevision('p-1', [other, one])).toBe(both);
    expect(new Set([none, collectionRevision('p-2', []), both, collectionRevision('p-1', [one])]).size).toBe(
      4,
    );
    expect(collectionRevision('p-1', [one, { ...other, revision: 2 }])).not.toBe(both);
    expect(echoableToken(both)).toBe(both);
  });
});
