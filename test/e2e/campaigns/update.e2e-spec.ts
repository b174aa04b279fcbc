import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aCampaignFixture, faultsOf } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';

const STATUSES = ['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled', 'failed'];
const EDITABLE = ['draft', 'scheduled', 'paused'];

describe('changing a campaign', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  const desk = perSuite(() => aCampaignFixture(test));

  const change = (id: string, body: object) => desk.send('patch', `/${id}`, { body });
  const setStatus = (id: string, status: string) =>
    inStore(test, `UPDATE campaigns SET status = $2 WHERE campaign_id = $1`, [id, status]);

  // campaigns 2.8, 2.9
  it('changes what is sent and leaves the rest', async () => {
    const before = await desk.made({ description: 'First.', schedule_end_at_utc: '2026-12-31T00:00:00Z' });
    clock.advance(60_000);
    const sent = { name: 'Recall December', priority: 7 };
    const after = (await change(before.campaign_id, sent).expect(200)).body as typeof before;
    const edit = after.status_log[0]!;
    expect([edit.action, edit.changed_at_utc]).toEqual(['edit', clock.now().toISOString()]);
    expect(after).toEqual({
      ...before,
      ...sent,
      updated_at_utc: clock.now().toISOString(),
      status_log: [edit, ...before.status_log],
    });
    expect(await desk.detail(before.campaign_id)).toEqual(after);
  });

  it('takes null for none of what may be null', async () => {
    const schedule = {
      schedule_start_at_utc: '2026-12-01T00:00:00.000Z',
      schedule_end_at_utc: '2026-12-31T00:00:00.000Z',
    };
    const { campaign_id: id } = await desk.made({ description: 'First.' });
    expect((await change(id, schedule).expect(200)).body).toMatchObject(schedule);
    const none = { description: null, schedule_start_at_utc: null, schedule_end_at_utc: null };
    expect((await change(id, none).expect(200)).body).toMatchObject(none);
  });

  it.each(STATUSES)('in %s is permitted, or refused with the code', async (status) => {
    const { campaign_id: id } = await desk.made();
    await setStatus(id, status);
    const answer = await change(id, { priority: 9 });
    if (EDITABLE.includes(status)) {
      expect([answer.status, answer.body]).toMatchObject([200, { status, priority: 9 }]);
    } else {
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { error: { code: 'invalid_campaign_state' } },
      ]);
      expect(await desk.detail(id)).toMatchObject({ status, priority: 50 });
    }
  });

  it.each<[string, object, string, string]>([
    ['nothing', {}, 'body', 'missing'],
    ['no name', { name: null }, 'body.name', 'matches'],
    ['a blank name', { name: ' \u00a0' }, 'body.name', 'matches'],
    ['an empty name', { name: '' }, 'body.name', 'matches'],
    ['no priority', { priority: null }, 'body.priority', 'is_int'],
    ['priority 0', { priority: 0 }, 'body.priority', 'min'],
    [
      'a day for a start',
      { schedule_start_at_utc: '2026-12-01' },
      'body.schedule_start_at_utc',
      'instant_invalid',
    ],
    [
      'an end before the stored start',
      { schedule_end_at_utc: '2026-11-30T00:00:00Z' },
      'body.schedule_end_at_utc',
      'schedule_order',
    ],
    [
      'a start after the stored end',
      { schedule_start_at_utc: '2027-01-01T00:00:00Z' },
      'body.schedule_end_at_utc',
      'schedule_order',
    ],
    ['a status', { status: 'running' }, 'body.status', 'extra_forbidden'],
    ['a policy', { priority: 5, retry_policy: {} }, 'body.retry_policy', 'extra_forbidden'],
    ['another project', { project_id: 'project-1' }, 'body.project_id', 'extra_forbidden'],
  ])('is refused with %s, and changes nothing', async (_name, body, place, type) => {
    const before = await desk.made({
      schedule_start_at_utc: '2026-12-01T00:00:00Z',
      schedule_end_at_utc: '2026-12-31T00:00:00Z',
    });
    expect(faultsOf(await change(before.campaign_id, body).expect(422))).toEqual([[place, type]]);
    expect(await desk.detail(before.campaign_id)).toEqual(before);
  });

  it('is audited with the change, by the names of the fields', async () => {
    const { campaign_id: id } = await desk.made();
    await change(id, { name: 'Another', priority: 3 }).expect(200);
    const rows = await inStore(
      test,
      `SELECT metadata FROM audit_outbox WHERE action = 'outbound_campaign.updated'`,
    );
    expect(rows).toContainEqual({ metadata: { campaign_id: id, changed: 'name priority', revision: 2 } });
  });

  it('loses none of two changes at once', async () => {
    const { campaign_id: id } = await desk.made();
    await Promise.all([
      change(id, { name: 'Both' }).expect(200),
      change(id, { priority: 88 }).expect(200),
      change(id, { description: 'All.' }).expect(200),
    ]);
    expect(await desk.detail(id)).toMatchObject({ name: 'Both', priority: 88, description: 'All.' });
  });

  it('of a campaign that is not there is 404, with any body that keeps to the rules', async () => {
    await change(randomUUID(), { name: 'Another' }).expect(404);
  });
});
