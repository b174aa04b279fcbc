import { describe, expect, it } from 'vitest';
import { contradictions, distinctInOrder, faultsOfBatch, readDecision } from './audit-decisions.policy.js';
import type { Decision } from './audit-decisions.policy.js';

const NOW = new Date('2026-11-20T03:00:00.000Z');

const sent = (changes: Partial<Decision> = {}): Decision => ({
  decision_id: 'd-1',
  action: 'call.transcript_read',
  resource_type: 'call',
  resource_id: 'call-1',
  decision: 'allow',
  reason_code: 'role_permits',
  occurred_at_utc: '2026-11-20T02:00:00.000Z',
  ...changes,
});
const batchOf = (...changes: Partial<Decision>[]) => changes.map((it) => readDecision(sent(it)));

// Rules: privacy 10.2, 10.3.
describe('audit decisions', () => {
  it.each<[string, Partial<Decision>, boolean]>([
    ['the same', {}, true],
    ['the same instant in another zone', { occurred_at_utc: '2026-11-20T13:00:00+11:00' }, true],
    ['another id', { decision_id: 'd-2' }, true],
    ['another action', { action: 'call.listen' }, false],
    ['another type', { resource_type: 'project' }, false],
    ['another resource', { resource_id: 'call-2' }, false],
    ['another decision', { decision: 'deny' }, false],
    ['another reason', { reason_code: 'break_glass' }, false],
    ['a millisecond later', { occurred_at_utc: '2026-11-20T02:00:00.001Z' }, false],
  ])('have one content where %s is sent: %j is %s', (_name, changes, isSame) => {
    const [one, other] = batchOf({}, changes);
    expect(one!.content_hash === other!.content_hash).toBe(isSame);
  });

  it.each([
    ['2026-11-20T03:05:00.000Z', []],
    ['2026-11-20T03:05:00.001Z', [['body', 'decisions', 0, 'occurred_at_utc']]],
  ])('may have happened until five minutes from now: %s', (occurred_at_utc, places) => {
    expect(faultsOfBatch(batchOf({ occurred_at_utc }), NOW).map(({ loc }) => loc)).toEqual(places);
  });

  it('may appear twice in a batch with the same content', () => {
    expect(faultsOfBatch(batchOf({}, { decision_id: 'd-0' }, {}), NOW)).toEqual([]);
    expect(distinctInOrder(batchOf({}, { decision_id: 'd-0' }, {})).map((it) => it.decision_id)).toEqual([
      'd-0',
      'd-1',
    ]);
  });

  it('may not appear twice in a batch with different contents: the later one is named', () => {
    expect(faultsOfBatch(batchOf({}, { decision_id: 'd-0' }, { decision: 'deny' }), NOW)).toMatchObject([
      { loc: ['body', 'decisions', 2, 'decision_id'], type: 'repeated' },
    ]);
  });

  it('are contradicted by another content under their id alone', () => {
    const batch = batchOf({}, { decision_id: 'd-2' }, { decision_id: 'd-3' });
    const recorded = new Map([
      ['d-1', batch[0]!.content_hash],
      ['d-2', 'other'],
    ]);
    expect(contradictions(batch, recorded)).toMatchObject([{ loc: ['body', 'decisions', 1, 'decision_id'] }]);
  });
});
