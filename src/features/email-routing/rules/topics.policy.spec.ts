import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../core/shared/roles.js';
import { mayHave, TOPICS, topicsFor, type Topic } from './topics.policy.js';

// email-routing 2.1: the administrators of customer and partner, by topic.
const EXPECTED: readonly (readonly [topic: Topic, customer: boolean, partner: boolean])[] = [
  ['webhooks', false, true],
  ['api_keys', false, true],
  ['runtime', false, true],
  ['campaigns', false, true],
  ['capacity', true, true],
  ['usage', true, false],
  ['people', true, true],
  ['caller_requests', true, false],
  ['privacy', true, false],
  ['unlocks', true, true],
  ['support', true, true],
];

describe('a topic', () => {
  it.each(EXPECTED)('%s: customer %s, partner %s', (topic, customer, partner) => {
    expect([mayHave('client_admin', topic), mayHave('partner_admin', topic)]).toEqual([customer, partner]);
  });

  it('is in the table above', () => {
    expect(EXPECTED.map(([topic]) => topic)).toEqual(TOPICS);
  });

  it('about callers and their data goes to no partner and to no key', () => {
    const readers = SCOPES.filter((scope) => mayHave(scope, 'caller_requests') || mayHave(scope, 'privacy'));
    expect(readers).toEqual(['client_admin', 'service_admin', 'service_operator']);
    expect(topicsFor('runtime-ingest')).toEqual([]);
    expect(topicsFor('system')).toEqual([]);
  });
});
