import { describe, expect, it } from 'vitest';
import { closed } from '../rules/closing.policy.js';
import { countsIn, tallyOf } from './campaign-counts.js';

const LISTED = {
  'listed/pending/-/-': 5,
  'listed/pending/dnc/-': 2,
  'listed/retry_scheduled/-/busy': 3,
  'listed/queued/consent_missing/-': 1,
  'listed/dialing/-/-': 1,
  'listed/completed/-/answered': 4,
  'disposition/busy': 3,
  'registry/none': 16,
};

describe('the end of a campaign', () => {
  // campaigns 9.4, 9.6
  it.each([
    ['cancelled', 'pending', null, 'cancelled', 'campaign_closed'],
    ['cancelled', 'pending_dispatch', 'consent_missing', 'cancelled', 'campaign_closed'],
    ['cancelled', 'queued', 'dnc', 'cancelled', 'dnc'],
    ['completed', 'retry_scheduled', null, 'expired', 'campaign_closed'],
    ['completed', 'pending', 'dnc', 'suppressed', 'dnc'],
    ['completed', 'dialing', null, 'dialing', null],
    ['completed', 'in_call', null, 'in_call', null],
    ['cancelled', 'completed', null, 'completed', null],
    ['paused', 'pending', null, 'pending', null],
  ])('%s makes of %s (%s) %s (%s)', (campaign, status, reason, becomes, why) => {
    expect(closed(campaign, { status, reason })).toEqual({ status: becomes, reason: why });
  });

  // campaigns 2.3, 9.9
  it('counts contacts as closed that are not stored so yet', () => {
    const tally = tallyOf(LISTED, 'completed');
    expect(tally.reason).toEqual({ campaign_closed: 9, dnc: 2 });
    expect(tally.disposition).toEqual({ busy: 3 });
    expect(tally.registry).toEqual({ none: 16 });
    expect(countsIn(tally)).toMatchObject({
      total: 16,
      expired: 9,
      suppressed: 2,
      dialing: 1,
      completed: 4,
      pending: 0,
      callable: 5,
      not_callable: 11,
    });
  });

  it('are those of a campaign without contacts if it was never counted', () => {
    expect(countsIn(tallyOf(null, 'draft'))).toMatchObject({ total: 0, callable: 0, not_callable: 0 });
  });
});
