import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Settings } from '../../../src/config/settings.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { BuiltService, environmentOf } from '../../support/built-process.js';
import { A_CAMPAIGN, CAMPAIGNS } from '../../support/campaigns.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { StatementGate } from '../../support/statement-gate.js';
import { TestClock } from '../../support/test-clock.js';
import { aNumber, PlantedCampaigns } from '../campaigns/planted-campaigns.js';
import { results, WASH, Washing } from '../campaigns/washing.js';

/** S3 of the measures requires 50. */
const REQUESTS = atDepth({ ordinary: 6, full: 50 });

/** The moments at which a request is cut off: statements that every write with a key executes. */
const MOMENTS = {
  'between its reservation and its commit': 'idempotency_is_held',
  'between its commit and its answer': 'idempotency_complete_from_effect',
} as const;

/**
 * A write with a key: all of them except suppressions, which have no key and either exist or not.
 */
interface Write {
  readonly path: string;
  readonly body?: object | string;
  /** The audited action, which occurs once. */
  readonly action: string;
}

const NUMBERS = Array.from({ length: 20 }, (_, index) => aNumber(index));

/** Each write uses a new campaign. */
const WRITES: Readonly<Record<string, (desk: PlantedCampaigns) => Promise<Write>>> = {
  'a creation': (desk) =>
    Promise.resolve({ path: '', body: { project_id: desk.projectId, ...A_CAMPAIGN }, action: 'created' }),
  'an import of CSV': async (desk) => ({
    path: `/${await desk.campaign()}/contacts/import`,
    body: ['to_number', ...NUMBERS].join('\n'),
    action: 'contacts_imported',
  }),
  'an import of JSON': async (desk) => ({
    path: `/${await desk.campaign()}/contacts/import-json`,
    body: {
      source_id: 'crm',
      batch_id: 'b',
      contacts: NUMBERS.map((number, index) => ({ to_number: number, external_contact_id: `c.${index}` })),
    },
    action: 'contacts_imported',
  }),
  'a wash': async (desk) => ({
    path: `/${await desk.campaign()}/registry-wash-records`,
    body: { ...WASH, transaction_id: null },
    action: 'registry_wash_recorded',
  }),
  'results of a wash': async (desk) => {
    const campaignId = await desk.campaign();
    const washId = await new Washing(desk).wash(campaignId);
    await desk.contact(campaignId, NUMBERS[0]!);
    return {
      path: `/${campaignId}/registry-wash-results?registry_wash_record_id=${washId}`,
      body: results(...NUMBERS.map((number) => [number, 'listed'])),
      action: 'registry_wash_results_recorded',
    };
  },
  'a run': (desk) => control(desk, 'run', 'draft'),
  'a pause': (desk) => control(desk, 'pause', 'running'),
  'a resume': (desk) => control(desk, 'resume', 'paused'),
  'a cancellation': (desk) => control(desk, 'cancel', 'scheduled'),
};

async function control(desk: PlantedCampaigns, action: string, status: string): Promise<Write> {
  const campaignId = await desk.campaign({ status });
  await desk.contact(campaignId, NUMBERS[1]!);
  return { path: `/${campaignId}/${action}`, action: 'status_changed' };
}

interface Answer {
  readonly status: number;
  readonly isReplay: boolean;
}

// S3 of the measures; requests 5.10; campaigns 1.11, 4.1, 7.12, 9.8
describe('a write about campaigns that is cut off', () => {
  const clock = new TestClock();
  let test: TestApp;
  let desk: PlantedCampaigns;
  let gate: StatementGate;
  let behind: Settings;
  let app: TestApp;
  let healthy: TestApp;
  let service: BuiltService;
  let key: string;

  beforeAll(async () => {
    test = await startTestApp({ clock });
    desk = await PlantedCampaigns.open(test);
    key = await test.world.aKey(desk.tenant, 'partner_admin');
    gate = new StatementGate();
    const { metadata, tenantStores } = test.settings;
    const urls = new Map<string, string>();
    for (const [storeId, url] of tenantStores.urls) urls.set(storeId, await gate.before(url));
    behind = {
      ...test.settings,
      metadata: { ...metadata, url: await gate.before(metadata.url) },
      tenantStores: { ...tenantStores, urls },
    };
    app = await startTestApp({ clock, databases: test.databases, settings: () => behind });
    // Starts last: authentication, which all applications of this process share, uses its
    // connections.
    healthy = await startTestApp({ clock, databases: test.databases, settings: () => test.settings });
    service = new BuiltService().compile();
    // Built at first use.
  }, 300_000);
  afterAll(async () => {
    service.stop();
    await app.close();
    await healthy.close();
    await gate.close();
    await test.close();
  }, 300_000);

  /** @returns null if the process died before it answered */
  async function send(
    baseUrl: string,
    { path, body }: Write,
    idempotencyKey: string,
  ): Promise<Answer | null> {
    try {
      const response = await fetch(`${baseUrl}${CAMPAIGNS}${path}`, {
        method: 'POST',
        headers: {
          'X-API-Key': key,
          'Idempotency-Key': idempotencyKey,
          'Content-Type': typeof body === 'string' ? 'text/csv' : 'application/json',
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      await response.text();
      return { status: response.status, isReplay: response.headers.get('idempotent-replayed') === 'true' };
    } catch {
      return null;
    }
  }

  const effects = async ({ action }: Write): Promise<number> =>
    (await desk.audits()).filter((it) => it.action === `outbound_campaign.${action}`).length;

  /** Makes a process connect again after its connections were cut. */
  const warm = (baseUrl: string): Promise<void> =>
    eventually(async () => {
      const { status } = await fetch(`${baseUrl}${CAMPAIGNS}`, { headers: { 'X-API-Key': key } });
      expect(status).toBe(200);
    });

  const pastTheLock = (): void => clock.set(new Date(Math.max(Date.now(), clock.now().getTime()) + 11_000));

  /** @param end ends the holder of the key, which waits at this statement */
  async function cutOff(
    baseUrl: string,
    write: Write,
    statement: string,
    end: () => Promise<void>,
  ): Promise<void> {
    const before = await effects(write);
    const idempotencyKey = randomUUID();
    const held = gate.stopAtNamed(statement).then(() => true);
    let answers: Promise<(Answer | null)[]>;
    for (;;) {
      answers = Promise.all(Array.from({ length: REQUESTS }, () => send(baseUrl, write, idempotencyKey)));
      if (await Promise.race([held, answers.then(() => false)])) break;
      // This many at once may compete for the connections of a busy machine: then nothing was done,
      // and the request is repeated.
      for (const answer of await answers) expect([409, 503]).toContain(answer?.status ?? 503);
      pastTheLock();
    }
    await end();
    gate.cut();
    for (const answer of await answers) {
      // Not 500: a store's fault is not a fault of the service.
      if (answer !== null) expect([200, 201, 409, 503]).toContain(answer.status);
    }
    pastTheLock();
    const repeat = (): Promise<Answer> =>
      eventually(async () => {
        const answer = await send(healthy.baseUrl, write, idempotencyKey);
        expect(answer?.status).toBe(write.path === '' ? 201 : 200);
        return answer!;
      });
    await repeat();
    expect(await effects(write)).toBe(before + 1);
    expect(await repeat()).toMatchObject({ isReplay: true });
    expect(await effects(write)).toBe(before + 1);
  }

  const CASES = Object.keys(WRITES).flatMap((name) =>
    Object.entries(MOMENTS).map(([moment, statement]) => [name, moment, statement] as const),
  );

  it.each(CASES)('by the loss of its connections has one effect: %s, %s', async (name, _, statement) => {
    await warm(app.baseUrl);
    await cutOff(app.baseUrl, await WRITES[name]!(desk), statement, () => Promise.resolve());
  });

  // A process takes a second to start, so there is one write at each moment; at full depth also the
  // longest writes.
  const KILLED = atDepth({ ordinary: ['a run'], full: ['a run', 'an import of CSV', 'results of a wash'] });
  it.each(CASES.filter(([name]) => KILLED.includes(name)))(
    'by the end of its process has one effect: %s, %s',
    async (name, _, statement) => {
      const child = service.start('main', environmentOf(behind));
      const { port } = await child.line('listening');
      const baseUrl = `http://127.0.0.1:${Number(port)}`;
      await warm(baseUrl);
      await cutOff(baseUrl, await WRITES[name]!(desk), statement, async () => {
        child.kill('SIGKILL');
        await child.ended;
      });
    },
    // A busy machine takes long to start a process.
    120_000,
  );
});
