import { describe, expect, it } from 'vitest';
import { inStore } from '../../support/databases.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { numbers, RESEARCH, RuntimeFixture } from './dispatching.js';

/** A Wednesday, 12:00 in Sydney. */
const NOON = '2026-11-25T01:00:00.000Z';

describe('contacts', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useSharedApp({ clock });
  const runtime = perSuite(() => RuntimeFixture.open(test, clock));

  // campaigns 5.4, 5.17, 5.18
  it('with a zone outside of their place wait until both clocks permit a call, and the evidence shows both', async () => {
    // Noon in Sydney, nine in the morning in Perth, one at night in UTC.
    const place = { recipient_country: 'AU', recipient_subdivision: 'AU-NSW' };
    clock.set('2026-11-25T00:59:59.000Z');
    const perth = await runtime.aRunningCampaign(numbers(1), RESEARCH, {
      ...place,
      recipient_timezone: 'Australia/Perth',
    });
    const utc = await runtime.aRunningCampaign(numbers(1, 1), RESEARCH, {
      ...place,
      recipient_timezone: 'UTC',
    });
    expect(await runtime.taken()).toEqual([]);
    const due = await inStore(
      test,
      `SELECT next_attempt_at, is_callable FROM campaign_contacts WHERE campaign_id = ANY ($1::uuid[]) ORDER BY 1`,
      [[perth, utc]],
    );
    expect(due).toEqual([
      { next_attempt_at: new Date(NOON), is_callable: true },
      // At nine of UTC it is eight in the evening in Sydney, but half past eight ends the hours of
      // research.
      { next_attempt_at: new Date('2026-11-25T09:00:00Z'), is_callable: true },
    ]);
    clock.set(NOON);
    const [lease, ...others] = await runtime.taken();
    expect([lease!.campaign_id, others]).toEqual([perth, []]);
    await runtime.end(lease!.dispatch_id, 'answered', { call_id: 'room-of-two-clocks' });
    const [row] = await inStore(
      test,
      `SELECT blocks->'timezone_evaluation' AS zone FROM outbound_evidence WHERE dispatch_id = $1`,
      [lease!.dispatch_id],
    );
    expect(row!['zone']).toMatchObject({
      recipient_timezone: 'Australia/Perth',
      local_time: '2026-11-25T09:00:00+08:00',
      place_clocks: [{ timezone: 'Australia/Sydney', local_time: '2026-11-25T12:00:00+11:00' }],
    });
    await inStore(test, `UPDATE campaigns SET status = 'cancelled' WHERE campaign_id = $1`, [utc]);
  });
});
