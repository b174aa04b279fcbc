import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { environmentOf, useBuiltService } from '../../support/built-process.js';
import { withClient } from '../../support/databases.js';
import { atDepth, SEED } from '../../support/depth.js';
import { chance } from '../../support/random-calls.js';
import { FAULTS, MOVES } from './campaign-faults.js';
import { aNumber, CAMPAIGNS, PlantedCampaigns } from './planted-campaigns.js';
import { results, Washing } from './washing.js';

const STEPS = atDepth({ ordinary: 100, full: 1000 });
/** Each lane always has a request in progress; every other lane uses the other process. */
const LANES = 4;
/** Few enough that imports, opt-outs and washes meet on them. */
const PEOPLE = 40;

interface Step {
  readonly action: string;
  readonly path: string;
  readonly method?: 'POST' | 'DELETE' | 'PATCH';
  readonly body?: object | string;
}

const STATE_ACTIONS = ['run', 'run', 'pause', 'pause', 'resume', 'resume'] as const;
const OTHERS = ['import', 'import', 'import-csv', 'suppress', 'unsuppress', 'wash', 'schedule'] as const;

// Fails if a change of status is written without its lock, when contacts are moved in another
// transaction, and when a writer of contacts goes past the counts.
describe('random control and imports through two processes on one store', () => {
  const test = useTestApp();
  const service = useBuiltService();
  let desk: PlantedCampaigns;
  let washing: Washing;
  let headers: Readonly<Record<string, string>>;
  const baseUrls: string[] = [];

  beforeAll(async () => {
    desk = await PlantedCampaigns.open(test);
    washing = new Washing(desk);
    headers = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_admin') };
    // Both applications and their databases share a machine that may be busy; a slow answer does
    // not mean that they are dead.
    const environment = environmentOf(test.settings, { STORE_READ_DEADLINE_MS: '20000' });
    const served = await Promise.all([service.serve(environment), service.serve(environment)]);
    baseUrls.push(...served.map(({ url }) => url));
    // A busy machine takes long to start two processes.
  }, 300_000);

  /** The campaign that the steps concern until it is cancelled, and its wash. */
  interface Current {
    readonly campaignId: string;
    readonly washId: string;
  }
  async function another(): Promise<Current> {
    const campaignId = await desk.campaign();
    return { campaignId, washId: await washing.wash(campaignId) };
  }

  const suppressions: string[] = [];
  const wrong: unknown[] = [];
  const done = new Map<string, number>();
  let unanswered = 0;
  let current: Promise<Current>;

  /** The next step of a lane. @param below a whole number from 0 */
  function stepOn({ campaignId, washId }: Current, below: (n: number) => number): Step {
    const number = (): string => aNumber(below(PEOPLE));
    const contacts = (): { to_number: string; external_contact_id: string }[] =>
      Array.from({ length: 1 + below(5) }, () => {
        const place = below(PEOPLE);
        return { to_number: aNumber(place), external_contact_id: `c.${place}` };
      });
    if (below(50) === 0) return { action: 'cancel', path: `/${campaignId}/cancel` };
    const action = [...STATE_ACTIONS, ...OTHERS][below(STATE_ACTIONS.length + OTHERS.length)]!;
    switch (action) {
      case 'import': {
        const body = { source_id: 'model', batch_id: 'model', contacts: contacts() };
        return { action, path: `/${campaignId}/contacts/import-json`, body };
      }
      case 'import-csv': {
        const rows = contacts().map((it) => `${it.to_number},${it.external_contact_id}`);
        const body = ['to_number,external_contact_id', ...rows].join('\n');
        return { action, path: `/${campaignId}/contacts/import`, body };
      }
      case 'wash': {
        const body = results([number(), 'invalid'], [number(), 'listed'], [number(), 'not_listed']);
        const path = `/${campaignId}/registry-wash-results?registry_wash_record_id=${washId}`;
        return { action, path, body };
      }
      case 'suppress': {
        const body = { to_number: number(), reason: 'manual', source: 'model', project_id: desk.projectId };
        return { action, path: '/suppressions', body };
      }
      case 'unsuppress': {
        const id = suppressions.length > 0 ? suppressions[below(suppressions.length)]! : randomUUID();
        return { action, path: `/suppressions/${id}`, method: 'DELETE' };
      }
      case 'schedule': {
        const ahead = new Date(Date.now() + 3_600_000).toISOString();
        const body = { schedule_start_at_utc: below(2) === 0 ? ahead : null };
        return { action, path: `/${campaignId}`, method: 'PATCH', body };
      }
      default:
        return { action, path: `/${campaignId}/${action}` };
    }
  }

  async function take(baseUrl: string, { action, path, method = 'POST', body }: Step): Promise<number> {
    const answered = await fetch(`${baseUrl}${CAMPAIGNS}${path}`, {
      method,
      headers: {
        ...headers,
        'Idempotency-Key': randomUUID(),
        'Content-Type': typeof body === 'string' ? 'text/csv' : 'application/json',
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }).catch(() => null);
    const text = (await answered?.text()) ?? '';
    const status = answered?.status ?? 503;
    // A busy machine may keep a request waiting for too long; one of two processes that is dead
    // does so half of the time.
    if (status === 503) unanswered += 1;
    const answer = (text === '' ? {} : JSON.parse(text)) as {
      readonly error?: { readonly code: string };
      readonly suppression_id?: string;
      readonly status?: string;
    };
    if (answer.suppression_id !== undefined) suppressions.push(answer.suppression_id);
    if (!isAllowed(action, status, answer.error?.code)) wrong.push([action, status, text]);
    return status;
  }

  async function lane(place: number, client: Client, counter: { taken: number }): Promise<void> {
    const random = chance(SEED + place);
    const below = (n: number): number => Math.floor(random() * n);
    while (counter.taken < STEPS && wrong.length === 0) {
      counter.taken += 1;
      const about = current;
      const campaign = await about;
      const step = stepOn(campaign, below);
      const status = await take(baseUrls[place % baseUrls.length]!, step);
      if (status < 300) done.set(step.action, (done.get(step.action) ?? 0) + 1);
      // Faults at one moment, while the other lanes continue.
      const { rows } = await client.query<object>(FAULTS, [campaign.campaignId, JSON.stringify(MOVES)]);
      wrong.push(...rows);
      if (step.action === 'cancel' && status === 200 && current === about) current = another();
    }
  }

  // campaigns 8.3, 9.1, 9.8
  it(
    'keep to the table, count as a recount does after each step, and leave no suppressed number callable',
    async () => {
      current = another();
      const counter = { taken: 0 };
      const run = (place: number): Promise<void> =>
        withClient(desk.storeUrl, (client) => lane(place, client, counter));
      await Promise.all(Array.from({ length: LANES }, (_, place) => run(place)));
      await current;
      expect(wrong, `seed ${SEED}`).toEqual([]);
      expect(counter.taken).toBe(STEPS);
      expect(unanswered).toBeLessThan(STEPS / 4);
      for (const action of ['import', 'run', 'wash', 'suppress']) {
        expect(done.get(action) ?? 0, `${action}, seed ${SEED}`).toBeGreaterThan(0);
      }
    },
    atDepth({ ordinary: 240_000, full: 600_000 }),
  );
});

/** Whether a step may get this answer: success, or a refusal that the step can cause. */
function isAllowed(action: string, status: number, code: string | undefined): boolean {
  if (status === 200 || status === 503) return true;
  if (action === 'unsuppress') return status === 204 || status === 404;
  // Others keep changing the contacts meanwhile (campaigns 4.15).
  if (status === 409) return action.startsWith('import') && code === 'conflict';
  return status === 422 && code === 'invalid_campaign_state';
}
