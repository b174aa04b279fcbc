import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { BuiltService, environmentOf } from '../../support/built-process.js';
import { aCampaignFixture, CAMPAIGNS } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { StatementGate } from '../../support/statement-gate.js';
import { TestClock } from '../../support/test-clock.js';
import type { Settings } from '../../../src/config/settings.js';
import { csvOf, Importing } from '../campaigns/importing.js';

/** Two statements of rows, so that a process can die between them. */
const ROWS = 600;
const FILE = csvOf(
  ['to_number', 'external_contact_id', 'first_name'],
  ...Array.from({ length: ROWS }, (_, index) => [
    `+6149157${String(index).padStart(4, '0')}`,
    `id-${index}`,
    'Robin',
  ]),
);

// campaigns 4.1, 4.14
describe('an import that is cut off', () => {
  const clock = new TestClock();
  let test: TestApp;
  let imports: Importing;
  let gate: StatementGate;
  let behind: Settings;
  let service: BuiltService;

  beforeAll(async () => {
    service = new BuiltService().compile();
    test = await startTestApp({ clock });
    imports = new Importing(test, await aCampaignFixture(test));
    gate = new StatementGate();
    const { metadata, tenantStores } = test.settings;
    const urls = new Map<string, string>();
    for (const [storeId, url] of tenantStores.urls) urls.set(storeId, await gate.before(url));
    behind = {
      ...test.settings,
      metadata: { ...metadata, url: await gate.before(metadata.url) },
      tenantStores: { ...tenantStores, urls },
    };
  });
  afterAll(async () => {
    service.stop();
    await gate.close();
    await test.close();
  });

  const rowsOf = async (campaignId: string): Promise<number> =>
    (await inStore(test, 'SELECT FROM campaign_contacts WHERE campaign_id = $1', [campaignId])).length;
  const newCampaign = async (): Promise<string> => (await imports.desk.made()).campaign_id;

  /** @returns null if the process died before it answered */
  async function sendTo(baseUrl: string, campaignId: string, key: string): Promise<number | null> {
    try {
      const client = encodeURIComponent(imports.desk.tenant.clientId);
      const response = await fetch(
        `${baseUrl}${CAMPAIGNS}/${campaignId}/contacts/import?client_id=${client}`,
        {
          method: 'POST',
          headers: { ...imports.desk.admin, 'Idempotency-Key': key, 'Content-Type': 'text/csv' },
          body: FILE,
        },
      );
      await response.text();
      return response.status;
    } catch {
      return null;
    }
  }

  /** Makes a process connect again after its connections were cut. */
  const warm = (baseUrl: string, campaignId: string): Promise<void> =>
    eventually(async () => {
      const client = encodeURIComponent(imports.desk.tenant.clientId);
      const headers = { ...imports.desk.admin };
      const { status } = await fetch(`${baseUrl}${CAMPAIGNS}/${campaignId}?client_id=${client}`, { headers });
      expect(status).toBe(200);
    });

  /** All rows or none; after the same request to a live process, all of them exactly once. */
  async function expectAllOrNone(campaignId: string, key: string, answered: number | null): Promise<void> {
    const left = await rowsOf(campaignId);
    expect([0, ROWS]).toContain(left);
    if (answered === 200) expect(left).toBe(ROWS);
    clock.set(new Date(Math.max(Date.now(), clock.now().getTime()) + 11_000));
    const repeated = await eventually(async () => {
      const answer = await imports.csv(campaignId, FILE, { key });
      expect(answer.status).toBe(200);
      return answer;
    });
    expect(repeated.headers['idempotent-replayed']).toBe(left === ROWS ? 'true' : undefined);
    expect(await rowsOf(campaignId)).toBe(ROWS);
    expect((await imports.desk.detail(campaignId)).counts).toMatchObject({ total: ROWS, pending: ROWS });
  }

  it('by the loss of its connections has all of its rows or none, before each of its statements', async () => {
    // Starts last, because authentication uses the last application.
    const app = await startTestApp({ clock, databases: test.databases, settings: () => behind });
    try {
      let statements = 0;
      const step = atDepth({ ordinary: 4, full: 1 });
      for (let isOver = false; !isOver;) {
        statements += step;
        const id = await newCampaign();
        await warm(app.baseUrl, id);
        const held = gate.stopAt(statements, 'before');
        const answer = sendTo(app.baseUrl, id, 'key');
        isOver = (await Promise.race([held, answer])) !== undefined;
        gate.cut();
        const status = await answer;
        if (status !== null) expect([200, 409, 503]).toContain(status);
        await expectAllOrNone(id, 'key', status);
      }
      expect(statements).toBeGreaterThan(15);
    } finally {
      await app.close();
    }
  });

  // A process takes a second to start: one moment among its rows and one before its commit, all of
  // them at full depth.
  const MOMENTS = atDepth({ ordinary: [20, 26], full: Array.from({ length: 28 }, (_, index) => index + 1) });
  it.each(MOMENTS)(
    'by the end of its process has all of its rows or none: before statement %i',
    async (statement) => {
      const child = service.start('main', environmentOf(behind));
      const { port } = await child.line('listening');
      const baseUrl = `http://127.0.0.1:${Number(port)}`;
      const id = await newCampaign();
      await warm(baseUrl, id);
      const held = gate.stopAt(statement, 'before');
      const answer = sendTo(baseUrl, id, 'key');
      await Promise.race([held, answer]);
      child.kill('SIGKILL');
      await child.ended;
      gate.cut();
      await expectAllOrNone(id, 'key', await answer);
    },
  );
});
