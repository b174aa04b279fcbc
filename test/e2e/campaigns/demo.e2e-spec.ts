import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignSummary } from '../../../src/features/campaigns/detail/campaign-summary.response.js';
import { CAMPAIGNS as CAMPAIGNS_OF_DEMO, demoCampaigns } from '../../../tools/demo/campaigns.ts';
import type { Ask } from '../../../tools/demo/campaigns.ts';
import { seedCapacity } from '../../../tools/demo/capacity.ts';
import { DEMO_CAST } from '../../../tools/demo/cast/cast.ts';
import { configureDemo, deskKeys } from '../../../tools/demo/configure.ts';
import { seedCast } from '../../../tools/demo/seed.ts';
import { SHOWCASE_PROJECT_ID } from '../../../tools/demo/calls/showcase-call.ts';
import { useTestApp } from '../../support/app.js';
import { CAMPAIGNS } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';

describe('the campaigns of the demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-campaigns-'));
  const test = useTestApp();
  let keyOf: ReturnType<typeof deskKeys>;

  beforeAll(async () => {
    const apiKeys = await seedCast({
      metadataOwnerUrl: test.databases.superuser.metadataUrl,
      settings: test.settings,
      cast: DEMO_CAST,
      apiKeySecretsFile: join(folder, 'keys.json'),
      log: () => undefined,
      now: new Date(),
    });
    await seedCapacity(test.app, DEMO_CAST);
    keyOf = deskKeys(apiKeys);
    await configureDemo({ baseUrl: test.baseUrl, keyOf });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
  });

  const list = async (): Promise<CampaignSummary[]> => {
    const sent = test.request().get(CAMPAIGNS).set('X-API-Key', keyOf('partner_admin'));
    const { items } = (await sent.query({ sort_by: 'created_at_utc', sort_order: 'asc' }).expect(200))
      .body as {
      items: CampaignSummary[];
    };
    return items;
  };

  // campaigns 2.3, 2.4, 2.5
  it('are one under way, one that is paused and one that is blocked', async () => {
    const shown = (await list()).map((it) => [
      it.name,
      it.status,
      it.counts.total,
      it.validation_state.status,
      it.registry_wash_summary.state,
    ]);
    expect(shown).toEqual([
      ['Appointment reminder', 'running', 200, 'ready', 'valid'],
      ['Check-up recall', 'paused', 6, 'ready', 'none'],
      ['Whitening offer', 'draft', 8, 'blocked', 'none'],
    ]);
  });

  // campaigns 2.3
  it('have counts that add up, and are those of their contacts', async () => {
    for (const { campaign_id: id, counts } of await list()) {
      const { total, callable, not_callable: notCallable, ...statuses } = counts;
      expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBe(total);
      expect(callable + notCallable).toBe(total);
      const [counted] = await inStore(
        test,
        `SELECT count(*)::integer AS total, count(*) FILTER (WHERE is_callable)::integer AS callable,
                count(*) FILTER (WHERE status = 'pending')::integer AS pending
           FROM campaign_contacts WHERE campaign_id = $1`,
        [id],
      );
      expect(counted).toEqual({ total, callable, pending: statuses.pending });
    }
  });

  it('are the same after another start', async () => {
    const before = await list();
    await configureDemo({ baseUrl: test.baseUrl, keyOf });
    expect(await list()).toEqual(before);
  });

  // A start adds one campaign at most, and only where the one before is nearly through: no row
  // without a call.
  it('are followed by another one where few contacts are left, and by no more than one', async () => {
    const ask: Ask = async (method, path, body) => {
      const sent = method === 'GET' ? test.request().get(path) : test.request().post(path).send(body);
      const key = { 'X-API-Key': keyOf('partner_admin'), 'Idempotency-Key': randomUUID() };
      return (await sent.set(key)).body as Record<string, unknown>;
    };
    const named = async (name: string) => (await list()).filter((it) => it.name === name);
    const start = (contacts: number, followedBelow: number) => {
      const [first] = CAMPAIGNS_OF_DEMO;
      const campaign = { ...first!, body: { ...first!.body, name: 'Followed' }, contacts, followedBelow };
      return demoCampaigns(ask, SHOWCASE_PROJECT_ID, new Date(), [campaign]);
    };
    await start(3, 4);
    expect((await named('Followed')).map(({ status }) => status)).toEqual(['running']);
    await start(5, 4);
    await start(5, 4);
    const made = await named('Followed');
    expect(made.map(({ status, counts }) => [status, counts.callable])).toEqual([
      ['running', 3],
      ['running', 5],
    ]);
    // A campaign that a person has paused or cancelled stays paused or cancelled.
    await ask('POST', `${CAMPAIGNS}/${made[1]!.campaign_id}/cancel`);
    await start(5, 4);
    expect(await named('Followed')).toHaveLength(2);
  });
});
