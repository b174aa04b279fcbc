import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAMPAIGN_STATUSES } from '../../../src/features/outbound-campaigns/rules/statuses.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { atDepth } from '../../support/depth.js';
import { aNumber, CAMPAIGNS, PlantedCampaigns } from './planted-campaigns.js';

const STEPS = atDepth({ ordinary: 60, full: 1000 });
const BATCH = 4;

/** The contract's table, written down again. From each status: where each request may lead. */
const LEADS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  draft: { run: ['running', 'draft'], cancel: ['cancelled'] },
  scheduled: { run: ['running', 'scheduled'], pause: ['paused'], cancel: ['cancelled'] },
  running: { pause: ['paused'], cancel: ['cancelled'] },
  paused: { resume: ['running', 'paused'], cancel: ['cancelled'] },
};

// Counts of every kind, as the rows themselves have them.
const RECOUNT = `
  SELECT counter, key, count(*)::integer AS value FROM campaign_contacts c
   CROSS JOIN LATERAL (VALUES ('status', c.status), ('callable', CASE WHEN c.is_callable THEN 'true' END),
     ('reason', c.not_callable_reason), ('disposition', c.last_disposition), ('registry', coalesce(c.registry_status, 'none')),
     ('listed', concat_ws('/', c.status, coalesce(c.not_callable_reason, '-'), coalesce(c.last_disposition, '-')))) it (counter, key)
   WHERE c.campaign_id = $1 AND it.key IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`;
const KEPT = `
  SELECT counter, key, sum(value)::integer AS value FROM campaign_counts WHERE campaign_id = $1
   GROUP BY 1, 2 HAVING sum(value) <> 0 ORDER BY 1, 2`;

// Turns red when a change of status is written without its lock, when contacts are moved in another transaction, and when a
// writer of contacts goes past the counts.
describe('random control and imports through two applications on one store', () => {
  let test: TestApp;
  let second: TestApp;
  let desk: PlantedCampaigns;

  beforeAll(async () => {
    test = await startTestApp();
    second = await startTestApp({ databases: test.databases, settings: () => test.settings });
    desk = await PlantedCampaigns.open(test);
  });
  afterAll(async () => {
    await second.close();
    await test.close();
  });

  let seed = 20_261_122;
  // A generator that is told where it begins: what failed once fails again.
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const post = (path: string, body: object = {}) =>
    (random(2) === 0 ? test : second)
      .request()
      .post(`${CAMPAIGNS}${path}`)
      .set({ ...desk.admin, 'Idempotency-Key': randomUUID() })
      .send(body);

  const ACTIONS = [
    'run',
    'pause',
    'resume',
    'run',
    'pause',
    'resume',
    'import',
    'import',
    'suppress',
    'cancel',
  ];
  const step = (campaignId: string): [string, ReturnType<typeof post>] => {
    const action = random(40) === 0 ? 'cancel' : ACTIONS[random(ACTIONS.length - 1)]!;
    if (action === 'suppress') {
      const body = {
        to_number: aNumber(random(40)),
        reason: 'manual',
        source: 'model',
        project_id: desk.projectId,
      };
      return [action, post('/suppressions', body)];
    }
    if (action !== 'import') return [action, post(`/${campaignId}/${action}`)];
    const contacts = Array.from({ length: 1 + random(5) }, () => {
      const place = random(40);
      return { to_number: aNumber(place), external_contact_id: `c.${place}` };
    });
    const body = { source_id: 'model', batch_id: 'model', contacts };
    return [action, post(`/${campaignId}/contacts/import-json`, body)];
  };

  const logged = (campaignId: string) =>
    desk.inStore<{ action: string; from_status: string; to_status: string }>(
      'SELECT action, from_status, to_status FROM campaign_log WHERE campaign_id = $1 ORDER BY entry_id',
      [campaignId],
    );

  // campaigns 8.3, 9.1, 9.8
  it('keep to the table, count as a recount does, and leave no suppressed number callable', async () => {
    const wrong: unknown[] = [];
    let campaignId = await desk.campaign();
    for (let done = 0; done < STEPS; done += BATCH) {
      const steps = Array.from({ length: BATCH }, () => step(campaignId));
      const answers = await Promise.all(steps.map(([, sent]) => sent));
      for (const [place, { status }] of answers.entries()) {
        if (![200, 201, 422].includes(status)) wrong.push([steps[place]![0], status]);
      }
      expect(await desk.inStore(KEPT, [campaignId])).toEqual(await desk.inStore(RECOUNT, [campaignId]));
      const callable = await desk.inStore(
        `SELECT FROM campaign_contacts c JOIN suppressions s ON s.phone_hash = c.phone_hash AND s.client_id = c.client_id
          JOIN campaigns g ON g.campaign_id = c.campaign_id AND g.status NOT IN ('completed', 'cancelled', 'failed')
          WHERE c.campaign_id = $1 AND c.not_callable_reason IS DISTINCT FROM 'dnc'`,
        [campaignId],
      );
      if (callable.length > 0) wrong.push(['suppressed and callable', callable.length]);
      const { body } = (await desk.get(`/${campaignId}`).expect(200)) as {
        body: { status: string; counts: Record<string, number> };
      };
      if (!(CAMPAIGN_STATUSES as readonly string[]).includes(body.status)) wrong.push(body.status);
      if (body.status === 'cancelled') {
        if (body.counts['cancelled'] !== body.counts['total']) wrong.push(['left open', body.counts]);
        wrong.push(...(await offTable(campaignId)));
        campaignId = await desk.campaign();
      }
    }
    wrong.push(...(await offTable(campaignId)));
    expect(wrong).toEqual([]);
  }, 600_000);

  /** Moves that the table does not have, or that do not begin where the one before them ended. */
  async function offTable(campaignId: string): Promise<unknown[]> {
    let current = 'draft';
    const found: unknown[] = [];
    for (const line of await logged(campaignId)) {
      const isKnown = LEADS[line.from_status]?.[line.action]?.includes(line.to_status) ?? false;
      if (!isKnown || line.from_status !== current) found.push([current, line]);
      current = line.to_status;
    }
    return found;
  }
});
