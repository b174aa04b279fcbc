import { describe, expect, it } from 'vitest';
import { A_CAMPAIGN } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { numbers, useRuntimeBesideWorker } from './dispatching.js';

// campaigns 9.7
describe('a running campaign is completed when nobody is left to call', () => {
  const { test, runtime } = useRuntimeBesideWorker();

  let used = 0;
  const fresh = (): string => numbers(1, used++)[0]!;
  async function suppress(number: string): Promise<void> {
    const { desk } = runtime;
    const body = { to_number: number, reason: 'manual', source: 'portal', project_id: desk.projectId };
    await desk.send('post', '/suppressions', { body }).expect(200);
  }
  const isCompleted = (campaignId: string, contacts: readonly string[]): Promise<void> =>
    eventually(async () => {
      expect(await runtime.desk.detail(campaignId)).toMatchObject({
        status: 'completed',
        status_reason: null,
      });
      expect(await runtime.contacts(campaignId)).toEqual(contacts);
    });
  const change = (campaignId: string, columns: string): Promise<unknown> =>
    inStore(test, `UPDATE campaign_contacts SET ${columns} WHERE campaign_id = $1`, [campaignId]);

  it('because all of them had opted out before it was run', async () => {
    const number = fresh();
    await suppress(number);
    const campaignId = await runtime.aRunningCampaign([number]);
    await runtime.desk.send('post', `/${campaignId}/pause`).expect(200);
    await runtime.desk.send('post', `/${campaignId}/resume`).expect(200);
    await isCompleted(campaignId, ['suppressed dnc 0 -']);
  });

  it('because the last of them opts out', async () => {
    const number = fresh();
    const campaignId = await runtime.aRunningCampaign([number]);
    await suppress(number);
    await isCompleted(campaignId, ['suppressed dnc 0 -']);
  });

  it('because the last of them has withdrawn the consent when it is asked for', async () => {
    const compliance = { ...A_CAMPAIGN.compliance, consent_required: true };
    const consent = {
      consent_type: 'express',
      consent_source: 'web',
      consent_given_at_utc: '2026-01-01T00:00:00Z',
      consent_withdrawn_at_utc: '2026-01-02T00:00:00Z',
    };
    const campaignId = await runtime.aRunningCampaign([fresh()], { compliance }, consent);
    await change(campaignId, 'is_callable = true, not_callable_reason = NULL');
    expect(await runtime.taken()).toEqual([]);
    await isCompleted(campaignId, ['expired campaign_closed 0 -']);
  });

  it('because the number of the last of them does not open', async () => {
    const campaignId = await runtime.aRunningCampaign([fresh()]);
    await change(
      campaignId,
      `phone_encrypted = set_byte(phone_encrypted, length(phone_encrypted) - 1,
                                  get_byte(phone_encrypted, length(phone_encrypted) - 1) # 255)`,
    );
    expect(await runtime.taken()).toEqual([]);
    await isCompleted(campaignId, ['failed invalid_number 0 -']);
  });

  // Fails if the end of an attempt completes a campaign of which contacts are about to be callable
  // again. campaigns 6.6, 9.7
  it('but not by the last call so far while the contacts of a large one are being given their reasons', async () => {
    const campaignId = await runtime.aRunningCampaign([fresh(), fresh()]);
    const [lease] = await runtime.taken(1);
    await inStore(
      test,
      `UPDATE campaign_contacts SET is_callable = false, not_callable_reason = 'registry_missing'
        WHERE campaign_id = $1 AND status = 'pending'`,
      [campaignId],
    );
    const deciding = (since: Date | null) =>
      inStore(test, 'UPDATE campaigns SET deciding_since = $2 WHERE campaign_id = $1', [campaignId, since]);
    await deciding(new Date());
    await runtime.end(lease!.dispatch_id, 'answered');
    await eventually(async () =>
      expect(
        await inStore(
          test,
          `SELECT FROM work_items WHERE client_id = $1 AND kind = 'dispatch.attempt-ended'`,
          [runtime.desk.tenant.clientId],
        ),
      ).toEqual([]),
    );
    expect(await runtime.desk.detail(campaignId)).toMatchObject({ status: 'running' });
    await deciding(null);
    await runtime.desk.send('post', `/${campaignId}/cancel`).expect(200);
  });

  it('because a validation finds that', async () => {
    const compliance = { ...A_CAMPAIGN.compliance, consent_required: true };
    const campaignId = await runtime.aRunningCampaign([fresh()], { compliance });
    await change(campaignId, 'is_callable = true, not_callable_reason = NULL');
    await runtime.desk.send('post', `/${campaignId}/validate`).expect(200);
    await isCompleted(campaignId, ['expired campaign_closed 0 -']);
  });
});
