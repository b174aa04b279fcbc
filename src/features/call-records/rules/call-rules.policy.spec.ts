import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALL_STATUSES, DISCONNECTION_REASONS, OUTCOME_IDS } from './call-vocabulary.js';
import { disconnectionReason } from './disconnection.policy.js';
import { CallFacts, OUTCOME_CATEGORIES, outcomeCategory, primaryOutcome } from './call-outcome.policy.js';
import {
  effectiveSentiment,
  fromWireSentiment,
  toWireSentiment,
  WIRE_SENTIMENTS,
} from './sentiment.policy.js';

const facts = (over: Partial<CallFacts>): CallFacts => ({
  callStatus: 'completed',
  resolutionStatus: null,
  endReason: null,
  transferNamedTarget: false,
  transferCompleted: false,
  ...over,
});

const anyFacts: fc.Arbitrary<CallFacts> = fc.record({
  callStatus: fc.constantFrom(...CALL_STATUSES),
  resolutionStatus: fc.oneof(
    fc.constantFrom(null, '', 'pending', 'escalated', 'Resolved', 'constructor', ...OUTCOME_IDS),
    fc.string(),
  ),
  endReason: fc.oneof(
    fc.constantFrom(null, '', 'caller_hangup', 'agent_hangup', 'system_end', '__proto__'),
    fc.string(),
  ),
  transferNamedTarget: fc.boolean(),
  transferCompleted: fc.boolean(),
});

describe('primary outcome (calls 3.2, 3.3, 3.4)', () => {
  it.each([
    ['resolved', false, 'resolved'],
    ['transferred', false, 'transferred'],
    ['follow_up_required', false, 'follow_up_required'],
    ['abandoned', false, 'abandoned'],
    ['caller_hangup', false, 'caller_hangup'],
    ['timeout', false, 'timeout'],
    ['technical_failure', false, 'technical_failure'],
    ['escalated', true, 'transferred'],
    ['escalated', false, 'unclassified'],
    ['pending', true, 'unclassified'],
    [null, true, 'unclassified'],
    ['', false, 'unclassified'],
    ['Resolved', false, 'unclassified'],
    [' resolved', false, 'unclassified'],
    ['unclassified', false, 'unclassified'],
    ['constructor', false, 'unclassified'],
    ['hung_up', true, 'unclassified'],
  ])('%j, transfer completed %s: %s', (resolutionStatus, transferCompleted, expected) => {
    expect(primaryOutcome(facts({ resolutionStatus, transferCompleted }))).toBe(expected);
  });

  // calls 3.2, 3.5, 8.2
  it('lists the eight categories in the fixed order with the exact labels', () => {
    expect(OUTCOME_CATEGORIES.map((category) => `${category.id}|${category.label}`)).toEqual([
      'resolved|Resolved',
      'transferred|Transferred',
      'follow_up_required|Follow-up required',
      'abandoned|Abandoned',
      'caller_hangup|Caller hung up',
      'timeout|Timed out',
      'technical_failure|Technical failure',
      'unclassified|Unclassified',
    ]);
    expect(outcomeCategory('timeout')).toEqual({
      id: 'timeout',
      label: 'Timed out',
      label_key: 'calls.outcomes.timeout',
      state: 'classified',
    });
    expect(outcomeCategory('unclassified')).toMatchObject({
      label_key: 'calls.outcomes.unclassified',
      state: 'unclassified',
    });
  });
});

describe('disconnection reason (calls 3.6, 3.7, 3.8, 7.5)', () => {
  it.each<[string, Partial<CallFacts>, string]>([
    [
      'a named target comes first',
      { transferNamedTarget: true, resolutionStatus: 'abandoned' },
      'transferred',
    ],
    ['... even on a failed call', { transferNamedTarget: true, callStatus: 'failed' }, 'transferred'],
    ['resolution metadata is evidence', { resolutionStatus: 'transferred' }, 'transferred'],
    [
      '... a proven escalation too',
      { resolutionStatus: 'escalated', transferCompleted: true },
      'transferred',
    ],
    ['... an unproven one is none', { resolutionStatus: 'escalated' }, 'unknown'],
    ['completion without resolution is none', { transferCompleted: true }, 'unknown'],
    ['resolved', { resolutionStatus: 'resolved', endReason: 'caller_hangup' }, 'agent_or_system_end'],
    ['follow_up_required', { resolutionStatus: 'follow_up_required' }, 'agent_or_system_end'],
    ['timeout', { resolutionStatus: 'timeout', callStatus: 'missed' }, 'agent_or_system_end'],
    ['abandoned', { resolutionStatus: 'abandoned', endReason: 'agent_hangup' }, 'caller_hangup'],
    ['caller_hangup', { resolutionStatus: 'caller_hangup', callStatus: 'failed' }, 'caller_hangup'],
    ['technical_failure', { resolutionStatus: 'technical_failure' }, 'failed'],
    ['then missed', { callStatus: 'missed', endReason: 'caller_hangup' }, 'missed'],
    ['then failed', { callStatus: 'failed', endReason: 'system_end' }, 'failed'],
    ['then an explicit caller hangup', { endReason: 'caller_hangup' }, 'caller_hangup'],
    ['then an explicit agent end', { endReason: 'agent_hangup' }, 'agent_or_system_end'],
    ['... or system end', { endReason: 'system_end' }, 'agent_or_system_end'],
    ['pending does not stop the search', { resolutionStatus: 'pending', callStatus: 'missed' }, 'missed'],
    ['completed alone says nothing', { callStatus: 'completed' }, 'unknown'],
    ['blank metadata', { resolutionStatus: '', endReason: '' }, 'unknown'],
    ['unrecognised metadata', { resolutionStatus: 'done', endReason: 'Caller_Hangup' }, 'unknown'],
    ['a call still going on', { callStatus: 'in_progress' }, 'unknown'],
  ])('%s', (_, over, expected) => {
    expect(disconnectionReason(facts(over))).toBe(expected);
  });

  it('always lands in exactly one of the six buckets, transfer evidence before all else', () => {
    fc.assert(
      fc.property(anyFacts, (call) => {
        const reason = disconnectionReason(call);
        expect(DISCONNECTION_REASONS).toContain(reason);
        const evidence = call.transferNamedTarget || primaryOutcome(call) === 'transferred';
        expect(reason === 'transferred').toBe(evidence);
      }),
    );
  });

  it('a canonical resolution outweighs status and end reason', () => {
    const resolutions = fc.constantFrom(
      'resolved',
      'follow_up_required',
      'timeout',
      'abandoned',
      'technical_failure',
    );
    fc.assert(
      fc.property(anyFacts, anyFacts, resolutions, (one, other, resolutionStatus) => {
        const settled = { resolutionStatus, transferNamedTarget: false };
        expect(disconnectionReason({ ...one, ...settled })).toBe(
          disconnectionReason({ ...other, ...settled }),
        );
      }),
    );
  });
});

// calls 3.9
describe('sentiment', () => {
  it.each([
    ['positive', 'negative', 'positive', 'positive'],
    ['negative', null, 'negative', 'upset'],
    [null, 'neutral', 'neutral', 'neutral'],
    ['', 'negative', 'negative', 'upset'],
    ['Positive', 'neutral', 'neutral', 'neutral'],
    ['upset', null, 'unclassified', 'unclassified'],
    [null, null, 'unclassified', 'unclassified'],
  ])('overall %j and caller %j: %s, shown as %s', (sentiment, caller, effective, shown) => {
    const result = effectiveSentiment(sentiment, caller);
    expect(result).toBe(effective);
    expect(toWireSentiment(result)).toBe(shown);
  });

  it('a filter finds what a row shows', () => {
    for (const word of WIRE_SENTIMENTS) expect(toWireSentiment(fromWireSentiment(word))).toBe(word);
  });
});
