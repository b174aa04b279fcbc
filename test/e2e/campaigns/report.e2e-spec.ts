import { describe, expect, it } from 'vitest';
import { CONTACT_STATUSES } from '../../../src/features/campaigns/rules/statuses.js';
import { aCall } from '../../support/builders.js';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aNumber, PlantedCampaigns } from './planted-campaigns.js';

const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);

describe('GET /v1/outbound-campaigns/{campaign_id}/report', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  const desk = perTest(() => PlantedCampaigns.open(test));

  const report = async (campaignId: string): Promise<Record<string, unknown>> =>
    (await desk.get(`/${campaignId}/report`).expect(200)).body as Record<string, unknown>;
  const none = Object.fromEntries(CONTACT_STATUSES.map((status) => [status, 0]));
  const NO_CALLS = { total: 0, completed: 0, missed: 0, failed: 0, total_duration_seconds: 0 };

  // campaigns 10.1 to 10.5
  it('reports a campaign without contacts, and what its validation would find', async () => {
    const campaignId = await desk.campaign();
    expect(await report(campaignId)).toEqual({
      campaign_id: campaignId,
      generated_at_utc: expect.stringMatching(/Z$/) as string,
      contact_status_counts: none,
      callable_counts: { callable: 0, not_callable: 0, by_reason: {} },
      disposition_counts: {},
      registry_status_counts: {},
      linked_calls: NO_CALLS,
      retry_due_total: 0,
      voicemail_ivr_counts: {},
      validation: expect.objectContaining({ campaign_id: campaignId, status: 'blocked' }) as object,
    });
  });

  // campaigns 10.2, 10.4
  it('counts contacts by what they are', async () => {
    const campaignId = await desk.campaign();
    const retry = { status: 'retry_scheduled', last_disposition: 'busy' };
    const contacts: object[] = [
      {},
      { registry_status: 'listed', not_callable_reason: 'registry_listed' },
      { not_callable_reason: 'dnc' },
      { ...retry, next_attempt_at: inMinutes(-1) },
      { ...retry, next_attempt_at: inMinutes(60) },
      { status: 'completed', last_disposition: 'answered', next_attempt_at: inMinutes(-1) },
    ];
    for (const [place, columns] of contacts.entries()) {
      await desk.contact(campaignId, aNumber(place), columns as Record<string, unknown>);
    }
    expect(await report(campaignId)).toMatchObject({
      contact_status_counts: { ...none, pending: 3, retry_scheduled: 2, completed: 1 },
      callable_counts: { callable: 4, not_callable: 2, by_reason: { registry_listed: 1, dnc: 1 } },
      disposition_counts: { busy: 2, answered: 1 },
      registry_status_counts: { listed: 1, none: 5 },
      retry_due_total: 1,
    });
  });

  // campaigns 10.3
  it('sums up the calls that carry its id', async () => {
    const campaignId = await desk.campaign();
    const other = await desk.campaign();
    const call = (id: string, fields: object): object =>
      aCall(desk.projectId, { direction: 'outbound', campaign_id: id, ...fields });
    await test
      .request()
      .post('/internal/v1/calls')
      .set('X-API-Key', await test.world.aKey(desk.tenant, 'runtime-ingest'))
      .send([
        call(campaignId, { call_status: 'completed', duration_seconds: 60 }),
        call(campaignId, { call_status: 'completed', duration_seconds: 30.5 }),
        call(campaignId, { call_status: 'missed', duration_seconds: 0 }),
        // Before the campaign was created, as far as clocks can show.
        call(campaignId, { call_status: 'failed', started_at_utc: '2026-06-01T00:00:00.000Z' }),
        call(other, { call_status: 'completed' }),
      ])
      .expect(200);
    const { linked_calls: linked } = await report(campaignId);
    expect(linked).toMatchObject({ total: 4, completed: 2, missed: 1, failed: 1 });
  });

  // campaigns 10.5
  it('shows what a validation would find now, and not what the launch found', async () => {
    const campaignId = await desk.campaign();
    const { body } = (await desk.post(`/${campaignId}/run`).expect(200)) as { body: { validation: object } };
    expect((await report(campaignId))['validation']).toEqual(body.validation);
    await desk.contact(campaignId, aNumber(1));
    const preview = (await desk.get(`/${campaignId}/validation`).expect(200)) as { body: object };
    expect((await report(campaignId))['validation']).toEqual(preview.body);
    expect(preview.body).not.toEqual(body.validation);
  });

  // campaigns 10.5. Fails if each report validates again, or if one shows the state before a
  // change.
  it('works out what a campaign that was never validated would be found to be once in ten seconds, and after a change', async () => {
    const campaignId = await desk.campaign();
    const told = async () =>
      (await report(campaignId))['validation'] as { validated_at_utc: string; blockers: { code: string }[] };
    const first = await told();
    expect(first.blockers.map((it) => it.code)).toContain('no_contacts');
    clock.advance(9_000);
    expect(await told()).toEqual(first);
    clock.advance(1_000);
    expect(Date.parse((await told()).validated_at_utc) - Date.parse(first.validated_at_utc)).toBe(10_000);
    await desk.contact(campaignId, aNumber(1));
    expect((await told()).blockers.map((it) => it.code)).not.toContain('no_contacts');
  });
});
