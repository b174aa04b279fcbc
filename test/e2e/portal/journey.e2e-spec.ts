import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readDemoFile } from '../../../tools/dev/demo-file.ts';
import { settled, signInToDemo, startBrowser } from '../../../tools/documents/demo-browser.ts';
import { CONTACTS } from '../../../tools/documents/journey/campaign.ts';
import { makeJourney } from '../../../tools/documents/journey/journey.ts';
import { buildPages } from '../../support/built-pages.js';
import { useBuiltService, type BuiltProcess } from '../../support/built-process.js';
import { aFreePort } from '../../support/ports.js';
import { accessibilityFaults, complaintsOf } from '../../support/chromium.js';
import { pdfPages } from '../../support/pdf-pages.js';

// Takes minutes on a busy machine: databases, the demo with its history, and a campaign that is
// called to its end.
const JOURNEY_MS = 600_000;
const DESK = { colorScheme: 'light', viewport: { width: 1280, height: 860 } } as const;

describe('the journey through the portal', () => {
  const service = useBuiltService();
  const dataDir = join(tmpdir(), `journey-${process.pid}`);
  let platform: BuiltProcess;
  let browser: Browser | undefined;

  beforeAll(async () => {
    await buildPages(service.folder);
    mkdirSync(dataDir);
    platform = service.startTool('dev/start', {
      DATA_DIR: dataDir,
      PORT: String(await aFreePort()),
      SANDBOX_CALL_MS: '1500',
    });
    await Promise.race([
      vi.waitFor(() => expect(platform.output).toMatch(/^ready /m), { timeout: JOURNEY_MS, interval: 200 }),
      platform.ended.then(() => expect.fail(platform.output)),
    ]);
    browser = await startBrowser();
  }, JOURNEY_MS);
  afterAll(async () => {
    await browser?.close();
    platform.kill('SIGTERM');
    await platform.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }, JOURNEY_MS);

  // projects 4.1; workspace 3.4, 5.2, 14.5, 9.14; campaigns 4.12, 7.1, 9.1, 9.3; calls-export 3.1; billing 8.5
  it(
    'leads from a project to an assistant, a campaign, the list of its calls and an invoice',
    async () => {
      const { base_url: baseUrl, api_keys: keys } = readDemoFile(dataDir);
      const faults: string[] = [];
      const complaints: string[][] = [];
      const journey = await makeJourney({
        signIn: async (email) => {
          const page = await signInToDemo(browser!, baseUrl, email, DESK);
          complaints.push(complaintsOf(page));
          return page;
        },
        show: async (page, { name }) => {
          await settled(page);
          faults.push(...(await accessibilityFaults(page)).map((fault) => `${name}: ${fault}`));
        },
      });

      const key = keys.find(
        (it) => it.client_id === 'coastline-plumbing' && it.scope === 'partner_admin',
      )!.key;
      const ask = async (path: string): Promise<unknown> =>
        (await fetch(baseUrl + path, { headers: { 'X-API-Key': key } })).json();
      expect(await ask(`/v1/projects/${journey.projectId}`)).toMatchObject({
        latest_published_version_number: 1,
      });
      expect(await ask(`/v1/outbound-campaigns/${journey.campaignId}`)).toMatchObject({
        status: 'completed',
        counts: { total: CONTACTS },
      });

      const [columns, ...rows] = Papa.parse(journey.calls.replace('\ufeff', '').trimEnd(), {
        delimiter: ',',
        newline: '\r\n',
      }).data;
      const status = columns!.indexOf('call_status');
      expect(rows.map((row) => row[status]).sort()).toEqual([
        ...Array<string>(CONTACTS - 2).fill('completed'),
        ...Array<string>(2).fill('missed'),
      ]);
      // The called numbers stay masked.
      expect(journey.calls).not.toContain('491570');
      expect((await pdfPages(journey.invoice))[0]?.text).toContain('Invoice');

      expect([...faults, ...complaints.flat()]).toEqual([]);
    },
    JOURNEY_MS,
  );
});
