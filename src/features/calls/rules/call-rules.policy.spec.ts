import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALL_STATUSES, DISCONNECTION_REASONS, OUTCOME_IDS } from './call-vocabulary.js';
import { disconnectionReason } from './disconnection.policy.js';
import { CallFacts, OUTCOME_CATEGORIES, outcomeCategory, primaryOutcome } from './outcome.policy.js';
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

describe('disconnection reason (calls 3.6, 3.8)', () => {
  it.each<[string, Partial<CallFacts>, string]>([
    [
      '3: a named target comes first',
      { transferNamedTarget: true, resolutionStatus: 'abandoned' },
      'transferred',
    ],
    ['3: ... even on a failed call', { transferNamedTarget: true, callStatus: 'failed' }, 'transferred'],
    ['4: resolution metadata is evidence', { resolutionStatus: 'transferred' }, 'transferred'],
    [
      '4: ... a proven escalation too',
      { resolutionStatus: 'escalated', transferCompleted: true },
      'transferred',
    ],
    ['4: ... an unproven one is none', { resolutionStatus: 'escalated' }, 'unknown'],
    ['4: completion without resolution is none', { transferCompleted: true }, 'unknown'],
    ['3: resolved', { resolutionStatus: 'resolved', endReason: 'caller_hangup' }, 'agent_or_system_end'],
    ['3: follow_up_required', { resolutionStatus: 'follow_up_required' }, 'agent_or_system_end'],
    ['3: timeout', { resolutionStatus: 'timeout', callStatus: 'missed' }, 'agent_or_system_end'],
    ['3: abandoned', { resolutionStatus: 'abandoned', endReason: 'agent_hangup' }, 'caller_hangup'],
    ['3: caller_hangup', { resolutionStatus: 'caller_hangup', callStatus: 'failed' }, 'caller_hangup'],
    ['3: technical_failure', { resolutionStatus: 'technical_failure' }, 'failed'],
    ['3: then missed', { callStatus: 'missed', endReason: 'caller_hangup' }, 'missed'],
    ['3: then failed', { callStatus: 'failed', endReason: 'system_end' }, 'failed'],
    ['3: then an explicit caller hangup', { endReason: 'caller_hangup' }, 'caller_hangup'],
    ['3: then an explicit agent end', { endReason: 'agent_hangup' }, 'agent_or_system_end'],
    ['3: ... or system end', { endReason: 'system_end' }, 'agent_or_system_end'],
    ['3: pending does not stop the search', { resolutionStatus: 'pending', callStatus: 'missed' }, 'missed'],
    ['5: completed alone tells nothing', { callStatus: 'completed' }, 'unknown'],
    ['5: blank metadata', { resolutionStatus: '', endReason: '' }, 'unknown'],
    ['5: unrecognised metadata', { resolutionStatus: 'done', endReason: 'Caller_Hangup' }, 'unknown'],
    ['5: a call still going on', { callStatus: 'in_progress' }, 'unknown'],
  ])('%s', (_, over, expected) => {
    expect(disconnectionReason(facts(over))).toBe(expected);
  });

  it('6: always lands in exactly one of the six buckets, transfer evidence before all else', () => {
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
