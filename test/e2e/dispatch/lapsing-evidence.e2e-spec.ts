import { describe, expect, it } from 'vitest';
import { A_CAMPAIGN } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { numbers, useRuntimeBesideWorker } from './dispatching.js';
import { DISCLOSED } from './single-calls.js';

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const WASHED = {
  registry_status: 'not_listed',
  registry_checked_at_utc: inDays(-1),
  registry_valid_until_utc: inDays(20),
};

// campaigns 9.14
describe('a running campaign whose evidence lapses', () => {
  const { test, runtime } = useRuntimeBesideWorker();

  const wash = async (campaignId: string, count: number): Promise<string> => {
    const answer = await runtime.desk
      .send('post', `/${campaignId}/registry-wash-records`, {
        body: {
          jurisdiction: 'AU',
          registry_type: 'dncr',
          wash_channel: 'api',
          numbers_submitted: count,
          numbers_on_register: 0,
          numbers_not_on_register: count,
          numbers_invalid: 0,
          credits_charged: 0,
          washed_at_utc: new Date().toISOString(),
          valid_until_utc: inDays(30),
        },
      })
      .expect(200);
    return (answer.body as { registry_wash_record_id: string }).registry_wash_record_id;
  };
  const results = (campaignId: string, washId: string, file: string) =>
    runtime.desk
      .send('post', `/${campaignId}/registry-wash-results`, { query: { registry_wash_record_id: washId } })
      .set('Content-Type', 'text/csv')
      .send(file)
      .expect(200);
  const change = (campaignId: string, columns: string): Promise<unknown> =>
    inStore(test, `UPDATE campaign_contacts SET ${columns} WHERE campaign_id = $1`, [campaignId]);
  const isPaused = (campaignId: string): Promise<void> =>
    eventually(async () => {
      const detail = await runtime.desk.detail(campaignId);
      expect(detail).toMatchObject({ status: 'paused', status_reason: 'validation_blocked' });
      expect(detail.status_log[0]).toMatchObject({ action: 'evidence_lapsed' });
    });
  const resumed = async (campaignId: string): Promise<unknown> =>
    ((await runtime.desk.send('post', `/${campaignId}/resume`).expect(200)).body as { status: string })
      .status;

  it('of its contacts is paused with their reasons, and goes on when they are washed again', async () => {
    const [number] = numbers(1);
    const compliance = { ...A_CAMPAIGN.compliance, registry_wash_required: true };
    const campaignId = await runtime.aRunningCampaign([number!], { compliance }, WASHED);
    await change(campaignId, `registry_valid_until = now() - interval '1 hour'`);
    expect(await runtime.taken()).toEqual([]);
    await isPaused(campaignId);
    expect(await runtime.contacts(campaignId)).toEqual(['pending registry_expired 0 -']);
    expect(await resumed(campaignId)).toBe('paused');
    await results(campaignId, await wash(campaignId, 1), `number,status\n${number},not_listed\n`);
    expect(await resumed(campaignId)).toBe('running');
    const [lease] = await runtime.takenInTime(1);
    expect(lease).toMatchObject({ campaign_id: campaignId });
    await runtime.end(lease!.dispatch_id, 'answered');
  });

  it('of all consents is paused with their reasons, and goes on when newer ones are imported', async () => {
    const compliance = { ...A_CAMPAIGN.compliance, consent_required: true };
    const consent = {
      consent_type: 'express',
      consent_source: 'web_form',
      consent_given_at_utc: inDays(-10),
    };
    const campaignId = await runtime.aRunningCampaign(numbers(2, 40), { compliance }, consent);
    await change(campaignId, `consent_given_at = now() - interval '6 months'`);
    expect(await runtime.taken()).toEqual([]);
    await isPaused(campaignId);
    expect(await runtime.contacts(campaignId)).toEqual([
      'pending consent_expired 0 -',
      'pending consent_expired 0 -',
    ]);
    expect(await resumed(campaignId)).toBe('paused');
    const contacts = numbers(2, 40).map((number, index) => ({
      to_number: number,
      external_contact_id: `contact-${index + 1}`,
      ...consent,
      consent_given_at_utc: inDays(-1),
    }));
    await runtime.desk
      .send('post', `/${campaignId}/contacts/import-json`, {
        body: { source_id: 'crm', batch_id: 'batch-2', contacts },
      })
      .expect(200);
    expect(await resumed(campaignId)).toBe('running');
    expect(await runtime.takenInTime(2)).toHaveLength(2);
  });

  it('of its wash is paused, and nobody is called by it meanwhile', async () => {
    const compliance = { ...A_CAMPAIGN.compliance, ...DISCLOSED, registry_wash_required: true };
    const fields = { campaign_call_type: 'telemarketing', compliance };
    const campaignId = await runtime.aRunningCampaign(numbers(2, 1), fields, {
      ...WASHED,
      recipient_subdivision: 'AU-NSW',
    });
    await wash(campaignId, 2);
    await inStore(
      test,
      `UPDATE registry_wash_records SET valid_until = now() - interval '1 hour' WHERE campaign_id = $1`,
      [campaignId],
    );
    expect(await runtime.taken()).toEqual([]);
    await isPaused(campaignId);
    await wash(campaignId, 2);
    expect(await resumed(campaignId)).toBe('running');
  });
});
