import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OUTCOME_IDS } from '../../call-records/rules/call-vocabulary.js';
import { toOutcomes } from './outcomes.policy.js';
import type { OutcomeMeasures } from './outcomes.policy.js';

const SELECTION = { project_id: 'acme-desk-abc123', start_date: '2026-03-01', end_date: '2026-03-31' };

/** Sums as the store returns them; omitted outcomes have no calls. */
const sumsOf = (byOutcome: Partial<Record<string, number>>, bookings = 0, transfers = 0): OutcomeMeasures =>
  ({
    ...Object.fromEntries(OUTCOME_IDS.map((id) => [`outcome_${id}`, String(byOutcome[id] ?? 0)])),
    booking_count: String(bookings),
    transfer_count: String(transfers),
  }) as OutcomeMeasures;

describe('toOutcomes (calls 8.1, 8.2)', () => {
  // calls 8.1, 8.2, 8.3, 8.4
  it('lists all eight categories in order, zeros included, and echoes the selection', () => {
    const outcomes = toOutcomes(SELECTION, sumsOf({ resolved: 4, abandoned: 1, unclassified: 1 }, 2, 1));
    expect(outcomes).toMatchObject({
      project_id: 'acme-desk-abc123',
      start_date: '2026-03-01',
      end_date: '2026-03-31',
      total_conversations: 6,
      classified_count: 5,
      unclassified_count: 1,
      source: 'call_resolution_status',
    });
    expect(outcomes.categories.map((it) => `${it.id} ${it.state} ${it.count} ${it.percentage}`)).toEqual([
      'resolved classified 4 66.67',
      'transferred classified 0 0',
      'follow_up_required classified 0 0',
      'abandoned classified 1 16.67',
      'caller_hangup classified 0 0',
      'timeout classified 0 0',
      'technical_failure classified 0 0',
      'unclassified unclassified 1 16.67',
    ]);
    expect(outcomes.categories[4]).toEqual({
      id: 'caller_hangup',
      label: 'Caller hung up',
      label_key: 'calls.outcomes.caller_hangup',
      state: 'classified',
      count: 0,
      percentage: 0,
    });
    expect(outcomes.secondary_facts).toEqual([
      { id: 'booking', label: 'Booking', label_key: 'calls.facts.booking', count: 2, percentage: 33.33 },
      { id: 'transfer', label: 'Transfer', label_key: 'calls.facts.transfer', count: 1, percentage: 16.67 },
    ]);
  });

  // calls 8.3
  it('of no calls: eight empty categories and two empty facts', () => {
    const outcomes = toOutcomes(SELECTION, sumsOf({}));
    expect(outcomes.total_conversations).toBe(0);
    expect(outcomes.categories).toHaveLength(8);
    expect([...outcomes.categories, ...outcomes.secondary_facts].every((it) => it.percentage === 0)).toBe(
      true,
    );
  });

  // calls 8.1
  it('its counts always add up', () => {
    const bucket = fc.record(Object.fromEntries(OUTCOME_IDS.map((id) => [id, fc.nat(1_000_000)])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(bucket, (byOutcome) => {
        const outcomes = toOutcomes(SELECTION, sumsOf(byOutcome));
        const counts = outcomes.categories.map((it) => it.count);
        const sum = counts.reduce((one, other) => one + other, 0);
        expect(sum).toBe(outcomes.total_conversations);
        expect(outcomes.classified_count + outcomes.unclassified_count).toBe(sum);
        const shares = outcomes.categories.reduce((total, it) => total + it.percentage, 0);
        expect(Math.abs(shares - (sum === 0 ? 0 : 100))).toBeLessThanOrEqual(0.041);
      }),
    );
  });
});
