import { describe, expect, it } from 'vitest';
import { firstStatus, mayMove, statusAfterComment } from './status.policy.js';
import { TICKET_STATUSES, type TicketSide, type TicketStatus } from './words.js';

// support 3.2
describe('the status after a public comment', () => {
  it.each<[TicketStatus, ofCustomer: TicketStatus | null, ofStaff: TicketStatus | null]>([
    ['new', 'new', 'pending'],
    ['open', 'open', 'pending'],
    ['pending', 'open', 'pending'],
    ['solved', 'open', 'solved'],
    ['closed', null, null],
  ])('of a %s ticket is %s by the customer and %s by staff', (status, ofCustomer, ofStaff) => {
    expect(statusAfterComment(status, 'customer', 'public')).toBe(ofCustomer);
    expect(statusAfterComment(status, 'staff', 'public')).toBe(ofStaff);
  });

  it('stays with an internal comment, which a closed ticket does not take', () => {
    for (const status of TICKET_STATUSES)
      expect(statusAfterComment(status, 'staff', 'internal')).toBe(status === 'closed' ? null : status);
  });

  it('is new for a ticket of the customer and pending for one of staff', () => {
    expect([firstStatus('customer'), firstStatus('staff')]).toEqual(['new', 'pending']);
  });
});

// support 3.3
describe('the moves of a ticket', () => {
  const ALLOWED: Readonly<Record<TicketSide, readonly string[]>> = {
    customer: ['new solved', 'open solved', 'pending open', 'pending solved', 'solved open'],
    staff: [
      'new open',
      'new pending',
      'new solved',
      'open pending',
      'open solved',
      'pending open',
      'pending solved',
      'solved open',
    ],
  };

  it.each(['customer', 'staff'] as const)('of %s are those of the table', (side) => {
    const made = TICKET_STATUSES.flatMap((from) =>
      TICKET_STATUSES.filter((to) => from !== to && mayMove(from, side, to)).map((to) => `${from} ${to}`),
    );
    expect(made).toEqual(ALLOWED[side]);
  });

  it('include none of a closed ticket, and the current status of every other', () => {
    expect(TICKET_STATUSES.filter((it) => mayMove(it, 'staff', it))).toEqual([
      'new',
      'open',
      'pending',
      'solved',
    ]);
  });
});
