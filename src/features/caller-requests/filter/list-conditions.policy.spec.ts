import { describe, expect, it } from 'vitest';
import { dueDate, dueState } from '../rules/due-date.policy.js';
import { DUE_STATES } from '../rules/vocabulary.js';
import type { CallerRequestStatus } from '../rules/vocabulary.js';
import { listConditions } from './list-conditions.policy.js';
import type { ListConditions } from './list-conditions.policy.js';

const now = new Date('2026-11-22T08:00:00Z');
const HOUR = 3_600_000;

function finds(
  conditions: ListConditions,
  receivedAt: Date,
  status: CallerRequestStatus,
  zone: string,
): boolean {
  const due = dueDate(receivedAt, zone);
  const within = ({ after, upTo }: { after: Date | null; upTo: Date | null }, at: Date): boolean =>
    (after === null || at > after) && (upTo === null || at <= upTo);
  return (
    conditions.statuses.includes(status) &&
    within(conditions.urgentFrom, due.urgentFrom) &&
    within(conditions.overdueFrom, due.overdueFrom) &&
    within(conditions.received, receivedAt)
  );
}

// Fails if a list by due_state differs from the due_state of its items.
describe('the conditions of a due_state (caller-requests 7.2)', () => {
  it.each(DUE_STATES)('%s: finds exactly the requests that are', (state) => {
    const conditions = listConditions({ due_state: state }, now);
    const wrong: unknown[] = [];
    for (const zone of ['Australia/Sydney', 'Pacific/Pago_Pago', 'America/Havana', 'Pacific/Kiritimati']) {
      for (let hours = 0; hours < 40 * 24; hours += 1) {
        const receivedAt = new Date(now.getTime() - hours * HOUR);
        for (const status of ['ready', 'cancelled'] as const) {
          const isOne = dueState(status, dueDate(receivedAt, zone), now) === state;
          if (finds(conditions, receivedAt, status, zone) !== isOne) wrong.push([zone, hours, status]);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('of a status that is never in that state are met by nothing', () => {
    expect(listConditions({ status: 'completed', due_state: 'overdue' }, now).statuses).toEqual([]);
  });
});
