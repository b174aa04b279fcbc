import type { INestApplicationContext } from '@nestjs/common';
import { afterEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { CampaignAccess } from '../../../src/features/campaigns/lookup/campaign-access.service.js';
import { CampaignStatuses } from '../../../src/features/campaigns/lookup/campaign-status.service.js';
import { AT_ONCE } from '../../../src/features/campaigns/rules/closing.policy.js';
import { useTestApp } from '../../support/app.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { perTest } from '../../support/frames.js';
import { startWorker } from '../../support/worker.js';
import { PlantedCampaigns } from './planted-campaigns.js';

// Eight of ten change: more than one transaction handles, and the last piece is not full.
const CONTACTS = AT_ONCE + atDepth({ ordinary: 2_000, full: 7_000 });

/** A test starts two workers, and a busy machine takes ten seconds for each. */

interface Shown {
  readonly counts: Record<string, number>;
}
interface Page {
  readonly items: readonly Record<string, unknown>[];
  readonly pagination: { readonly total: number };
}

// Fails if the contacts of a large campaign are changed by the transaction that changes the
// campaign.
describe('changes of many contacts', () => {
  const test = useTestApp();
  let worker: INestApplicationContext | null = null;

  const desk = perTest(() => PlantedCampaigns.open(test));
  afterEach(() => stopWorker());

  async function stopWorker(): Promise<void> {
    await worker?.close();
    worker = null;
  }

  // Plants contacts; in each ten of them one is suppressed, one waits for its retry, one is being
  // called and one has completed.
  async function plant(campaignId: string): Promise<void> {
    await desk.inStore(
      `INSERT INTO campaign_contacts (client_id, data_env, campaign_id, external_contact_id, phone_hash, phone_hash_key_id,
              phone_encrypted, masked_phone, status, is_callable, not_callable_reason, last_disposition, next_attempt_at,
              consent_type, created_at, updated_at)
       SELECT $1, $2, $3::uuid, 'c' || n, sha256(convert_to($3::text || n, 'UTF8')), 'key', '\\x00', '+61 *** *** 156',
              CASE n % 10 WHEN 1 THEN 'retry_scheduled' WHEN 2 THEN 'dialing' WHEN 3 THEN 'completed' ELSE 'pending' END,
              n % 10 <> 0, CASE WHEN n % 10 = 0 THEN 'dnc' END, CASE n % 10 WHEN 1 THEN 'busy' WHEN 3 THEN 'answered' END,
              CASE n % 10 WHEN 1 THEN now() - interval '1 minute' END, 'express', now(), now()
         FROM generate_series(1, $4::integer) n`,
      [desk.tenant.clientId, desk.tenant.dataEnv, campaignId, CONTACTS],
    );
  }

  const body = async <T>(path: string, query: object = {}): Promise<T> =>
    (await desk.get(path, query).expect(200)).body as T;
  const campaignIn = async (status: string): Promise<string> => {
    const campaignId = await desk.campaign({ status, campaign_call_type: 'telemarketing' });
    await plant(campaignId);
    return campaignId;
  };
  const stored = async (campaignId: string, condition: string): Promise<number> => {
    const [row] = await desk.inStore<{ contacts: number }>(
      `SELECT count(*)::integer AS contacts FROM campaign_contacts WHERE campaign_id = $1 AND ${condition}`,
      [campaignId],
    );
    return row!.contacts;
  };
  const OPEN = `status IN ('pending', 'pending_dispatch', 'queued', 'retry_scheduled')`;
  const isAllDone = (campaignId: string): Promise<void> =>
    eventually(async () =>
      expect(
        await desk.inStore('SELECT is_closing, deciding_since FROM campaigns WHERE campaign_id = $1', [
          campaignId,
        ]),
      ).toEqual([{ is_closing: false, deciding_since: null }]),
    );

  /** Everything that readers see of a campaign's contacts, except for the time of the read. */
  async function told(campaignId: string): Promise<unknown> {
    const filters = [
      {},
      { status: 'pending' },
      { status: 'cancelled' },
      { status: 'expired' },
      { status: 'suppressed' },
      { callable: 'true' },
      { callable: 'false' },
      { validation_code: 'campaign_closed' },
      { validation_code: 'dnc', status: 'suppressed' },
      { disposition: 'busy' },
      { retry_due: 'true' },
      { external_contact_id: 'c1' },
    ];
    const pages = [];
    for (const filter of filters) {
      pages.push(await body<Page>(`/${campaignId}/contacts`, { ...filter, page_size: 5 }));
    }
    const report = await body<object>(`/${campaignId}/report`);
    const { items } = await body<Page>('');
    return {
      detail: await body(`/${campaignId}`),
      listed: items.find(({ campaign_id: id }) => id === campaignId),
      report: { ...report, generated_at_utc: null, validation: null },
      pages,
    };
  }

  // Seven of ten are callable or waiting, and one is suppressed.
  const [left, suppressed] = [(CONTACTS * 7) / 10, CONTACTS / 10];

  // campaigns 9.4, 9.6, 9.9
  it.each([
    ['cancel', { cancelled: left + suppressed, expired: 0, suppressed: 0 }],
    ['end_passed', { cancelled: 0, expired: left, suppressed }],
  ] as const)('are answered at once and done in batches: %s', async (action, closed) => {
    const campaignId = await campaignIn('running');
    if (action === 'cancel') await desk.post(`/${campaignId}/cancel`).expect(200);
    else await end(campaignId);
    expect(await stored(campaignId, OPEN)).toBe(left + suppressed);
    const meanwhile = (await told(campaignId)) as { detail: Shown; pages: Page[] };
    expect(meanwhile.detail.counts).toMatchObject({
      total: CONTACTS,
      pending: 0,
      retry_scheduled: 0,
      dialing: CONTACTS / 10,
      completed: CONTACTS / 10,
      callable: CONTACTS / 5,
      ...closed,
    });
    expect(meanwhile.pages.map(({ pagination }) => pagination.total)).toEqual([
      CONTACTS,
      0,
      closed.cancelled,
      closed.expired,
      closed.suppressed,
      CONTACTS / 5,
      left + suppressed,
      left,
      closed.suppressed,
      CONTACTS / 10,
      0,
      1,
    ]);
    // Stopped at any point, and continued by another worker.
    worker = await startWorker(test);
    await eventually(async () => expect(await stored(campaignId, OPEN)).toBeLessThan(left));
    await stopWorker();
    worker = await startWorker(test);
    await isAllDone(campaignId);
    expect(await stored(campaignId, OPEN)).toBe(0);
    expect(await told(campaignId)).toEqual(meanwhile);
    expect(await wrongCounts(campaignId)).toEqual([]);
  });

  async function end(campaignId: string): Promise<void> {
    const auth = systemContext(desk.tenant, 'test');
    await test.app.get(TenantStores).transaction(auth, async (tx) => {
      const campaign = await test.app.get(CampaignAccess).lock(tx, auth, campaignId);
      await test.app.get(CampaignStatuses).apply(tx, auth, campaign, 'end_passed');
    });
  }

  /** Counts that differ from the stored contacts. */
  const wrongCounts = (campaignId: string): Promise<unknown[]> =>
    desk.inStore(
      `SELECT key, kept, there
         FROM (SELECT key, sum(value)::integer AS kept FROM campaign_counts
                WHERE campaign_id = $1 AND counter = 'listed' GROUP BY key) k
         FULL JOIN (SELECT concat_ws('/', status, coalesce(not_callable_reason, '-'), coalesce(last_disposition, '-')) AS key,
                           count(*)::integer AS there FROM campaign_contacts WHERE campaign_id = $1 GROUP BY 1) t USING (key)
        WHERE coalesce(kept, 0) <> coalesce(there, 0)`,
      [campaignId],
    );

  // campaigns 6.6
  it('are decided in batches after a validation, and the campaign is not completed meanwhile', async () => {
    const campaignId = await campaignIn('running');
    await desk.post(`/${campaignId}/validate`).expect(200);
    // A second recheck: the later one processes all contacts, and the earlier one stops.
    await desk.post(`/${campaignId}/validate`).expect(200);
    const before = await body<Shown>(`/${campaignId}`);
    expect(before.counts).toMatchObject({ callable: (CONTACTS * 9) / 10, not_callable: CONTACTS / 10 });
    const auth = systemContext(desk.tenant, 'test');
    const through = await test.app.get(TenantStores).transaction(auth, async (tx) => {
      const campaign = await test.app.get(CampaignAccess).lock(tx, auth, campaignId);
      return test.app.get(CampaignStatuses).advance(tx, auth, campaign);
    });
    expect(through).toBe('running');
    worker = await startWorker(test);
    await isAllDone(campaignId);
    // Without a place, only suppressed contacts have another reason, and completed ones keep
    // theirs.
    expect(await stored(campaignId, `is_callable AND status <> 'completed'`)).toBe(0);
    expect(await stored(campaignId, `not_callable_reason = 'dnc'`)).toBe(CONTACTS / 10);
    expect(await wrongCounts(campaignId)).toEqual([]);
    const after = await body<Shown>(`/${campaignId}`);
    expect(after.counts['callable']).toBe(CONTACTS / 10);
  });
});
