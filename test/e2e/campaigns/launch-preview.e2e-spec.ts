import { beforeAll, describe, expect, it } from 'vitest';
import { plantCapacity, plantContacts, plantWash, soundAt } from '../../support/campaign-contacts.js';
import type { CampaignLaunchPreview } from '../../../src/features/campaigns/validation/launch-preview.response.js';
import { aCall } from '../../support/builders.js';
import { A_CAMPAIGN, aCampaignFixture } from '../../support/campaigns.js';
import { postCalls } from '../../support/post-calls.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { COMPLIANCE } from './validated.js';

// Friday, 12:00 in Melbourne and 10:00 in Perth.
const NOON = '2026-06-19T02:00:00.000Z';
const day = (count: number): Date => new Date(Date.parse(NOON) + count * 86_400_000);
const UNKNOWN = {
  ends_at_utc: null,
  end_unknown: 'too_few_calls',
  calls: null,
  contacts_left: null,
  cost: null,
  cost_unknown: 'too_few_calls',
  basis: { calls: 0, since_utc: null, average_seconds: null, answered_percent: null },
};
const SOUND = { ...soundAt(NOON), registry_valid_until: day(28) };

describe('the launch preview of a campaign', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useSharedApp({ clock });
  const desk = perSuite(() => aCampaignFixture(test));
  beforeAll(async () => {
    await plantCapacity(test, desk.tenant, 10);
  });

  // campaigns 6.7
  it('shows in which hours contacts may be called, for a launch at the start of the schedule', async () => {
    const perth = { ...SOUND, recipient_subdivision: 'AU-WA' };
    const contacts = [
      SOUND,
      perth,
      { ...SOUND, not_callable_reason: 'dnc' },
      { ...SOUND, status: 'completed' },
    ];
    // 19:00 in Melbourne, 17:00 in Perth; the wash expires at 18:00 on the next day in Melbourne.
    const made = await desk.made({
      campaign_call_type: 'telemarketing',
      compliance: COMPLIANCE,
      schedule_start_at_utc: '2026-06-22T09:00:00Z',
    });
    const id = made.campaign_id;
    await plantContacts(test, desk.tenant, id, contacts);
    const validUntil = new Date('2026-06-23T08:00:00Z');
    await plantWash(test, desk.tenant, id, { washedAt: day(-2), validUntil, submitted: 4 });
    const previewOf = async (hours: number): Promise<object> =>
      (await desk.send('get', `/${id}/launch-preview?hours=${hours}`).expect(200)).body as object;
    const hour = (at: string, count: number): object => ({
      starts_at_utc: `2026-06-22T${at}:00.000Z`,
      contacts: count,
    });
    expect(await previewOf(4)).toEqual({
      campaign_id: id,
      launch_at_utc: '2026-06-22T09:00:00.000Z',
      contacts: 3,
      callable_contacts: 2,
      later_contacts: 0,
      not_callable_by_reason: { dnc: 1 },
      concurrent_calls: 10,
      estimate: UNKNOWN,
      hours: [hour('09:00', 2), hour('10:00', 1), hour('11:00', 1), hour('12:00', 0)],
    });
    const { hours } = (await previewOf(25)) as { hours: { contacts: number }[] };
    expect(hours.slice(-3).map(({ contacts: count }) => count)).toEqual([2, 0, 0]);
    expect(await desk.send('get', `/${id}/launch-preview?hours=121`)).toMatchObject({ status: 422 });
    await desk.send('post', `/${id}/cancel`).expect(200);
    expect(await previewOf(1)).toMatchObject({ contacts: 0, hours: [{ contacts: 0 }] });
  });

  // campaigns 6.8: twenty dials of 90 seconds, half of them answered at 0.30; one that is older, one that is not ended
  it('estimates its end and cost from the latest outbound calls of the project', async () => {
    const { campaign_id: id, project_id: project } = await desk.made({
      retry_policy: { ...A_CAMPAIGN.retry_policy, enabled: false },
    });
    await plantContacts(test, desk.tenant, id, [SOUND, SOUND]);
    const after = (startedAt: Date, seconds: number): string =>
      new Date(startedAt.getTime() + seconds * 1000).toISOString();
    const dial = (n: number, startedAt: Date) =>
      aCall(project, {
        direction: 'outbound',
        call_status: n % 2 === 0 ? 'completed' : 'missed',
        started_at_utc: startedAt.toISOString(),
        answered_at_utc: n % 2 === 0 ? after(startedAt, 20) : undefined,
        ended_at_utc: after(startedAt, 90),
        duration_seconds: n % 2 === 0 ? 70 : 0,
        cost_usd: undefined,
        cost_local: n % 2 === 0 ? 0.3 : undefined,
        currency: n % 2 === 0 ? 'AUD' : undefined,
      });
    await postCalls(test, desk.tenant, [
      ...Array.from({ length: 20 }, (_, n) => dial(n, day(-n - 1))),
      dial(20, day(-31)),
      { ...dial(21, day(-1)), call_status: 'in_progress', ended_at_utc: undefined },
      { ...dial(23, day(-1)), direction: 'inbound' },
    ]);
    const { estimate } = (await desk.send('get', `/${id}/launch-preview`).expect(200))
      .body as CampaignLaunchPreview;
    expect(estimate).toEqual({
      ends_at_utc: '2026-06-19T02:00:18.000Z',
      end_unknown: null,
      calls: 2,
      contacts_left: 0,
      cost: { currency: 'AUD', amount: 0.3 },
      cost_unknown: null,
      basis: { calls: 20, since_utc: day(-20).toISOString(), average_seconds: 90, answered_percent: 50 },
    });
  });
});
