import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settled } from '../../../tools/documents/demo-browser.ts';
import { aCall } from '../../support/builders.js';
import { accessibilityFaults } from '../../support/chromium.js';
import { eventually } from '../../support/eventually.js';
import { usePortalPages } from '../../support/portal-pages.js';

const TEST_MS = 240_000;
const DESK: BrowserContextOptions = { colorScheme: 'light', viewport: { width: 1440, height: 900 } };
const PHONE: BrowserContextOptions = { colorScheme: 'dark', viewport: { width: 390, height: 844 } };

interface Received {
  readonly id: string;
  readonly delivery: string;
  readonly isTest: boolean;
}

/** A partner's endpoint, and the requests that it received. */
class Receiver {
  readonly received: Received[] = [];
  readonly server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { id, test } = JSON.parse(text) as { id: string; test: boolean };
      this.received.push({ id, delivery: String(request.headers['x-service-delivery-id']), isTest: test });
      response.end('ok');
    });
  });

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/calls`;
  }
}

describe('the integrations of the portal', () => {
  const pages = usePortalPages(() => ({ OUTBOUND_LOOPBACK: 'open' }));
  const receiver = new Receiver();
  let project: string;

  beforeAll(async () => {
    project = await pages.world.aProject(pages.tenant);
    pages.startWorker();
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
  });
  afterAll(() => receiver.server.close());

  const statusWith = async (key: string): Promise<number> =>
    (await fetch(`${pages.url}/v1/partner/me`, { headers: { 'X-API-Key': key } })).status;

  /** Copies the secret, confirms that it is stored, and checks that it is no longer shown. */
  async function takeSecret(page: Page): Promise<string> {
    const shown = page.locator('pre', { hasText: /^(svc|whsec)_/ });
    const secret = (await shown.textContent()) ?? '';
    const done = page.getByRole('button', { name: 'Done' });
    expect(await done.isDisabled()).toBe(true);
    await page.getByLabel('I have stored it').check();
    await done.click();
    await shown.waitFor({ state: 'detached' });
    const kept = await page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
    expect(kept + (await page.content())).not.toContain(secret);
    return secret;
  }

  // partner 4.2, 4.3, 4.5, 4.9
  it(
    'show the text of a key once, let both work in the grace of a rotation, and end the old one',
    async () => {
      const { page, complaints, visit } = await pages.signIn('partner_admin', DESK);
      await visit('/integrations', 'Integrations');
      await page.getByRole('button', { name: 'Create key' }).first().click();
      await page.getByLabel('Description').fill('Night report');
      // A double click creates one key.
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).dblclick();
      const first = await takeSecret(page);
      expect(await statusWith(first)).toBe(200);
      const row = page.getByRole('row', { name: /Night report/ });
      expect(await row.count()).toBe(1);
      await row.getByRole('button', { name: 'Actions for Night report' }).click();
      await page.getByRole('menuitem', { name: 'Rotate' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
      const second = await takeSecret(page);
      expect(await Promise.all([statusWith(first), statusWith(second)])).toEqual([200, 200]);

      const old = page.getByRole('row', { name: /Replaced, still works/ });
      await old.getByRole('button', { name: 'Actions for Night report' }).click();
      await page.getByRole('menuitem', { name: 'Revoke' }).click();
      const revoke = page.getByRole('dialog').getByRole('button', { name: 'Revoke' });
      await page.getByText('Its replacement keeps working.').waitFor();
      expect(await revoke.isDisabled()).toBe(true);
      await page.getByRole('dialog').getByRole('textbox').fill('Night report');
      await revoke.click();
      await old.waitFor({ state: 'detached' });
      await eventually(async () => expect(await statusWith(first)).toBe(401));
      expect(await statusWith(second)).toBe(200);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  async function aCallComesIn(): Promise<void> {
    const ingest = await pages.world.aKey(pages.tenant, 'runtime-ingest');
    const { status } = await fetch(`${pages.url}/internal/v1/calls`, {
      method: 'POST',
      headers: { 'X-API-Key': ingest, 'Content-Type': 'application/json' },
      body: JSON.stringify([aCall(project)]),
    });
    expect(status).toBe(200);
  }

  // webhooks 3.3, 8.1, 8.2, 8.4, 8.7
  it(
    'add a webhook and follow its test, show both sides of a conflict, and send an event again',
    async () => {
      const { page, complaints, visit } = await pages.signIn('partner_admin', DESK);
      // A webhook has missed nothing from before it existed.
      await aCallComesIn();
      await visit('/integrations?tab=webhooks', 'Integrations');
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByText('"event": "call_ended"').waitFor();
      await page.getByLabel('URL').fill(receiver.address);
      await page.getByRole('button', { name: 'Add webhook' }).dblclick();
      await page.getByRole('button', { name: 'Send test' }).click();
      await page.getByText(/answered 200 in \d+ ms/).waitFor();
      expect(receiver.received).toMatchObject([{ isTest: true }]);
      expect(await takeSecret(page)).toMatch(/^whsec_/);

      // Someone else changes the webhook while the form is open.
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Retries').fill('5');
      const key = await pages.world.aKey(pages.tenant, 'partner_admin');
      const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
      const at = `${pages.url}/v1/partner/webhooks`;
      const list: unknown = await (await fetch(`${at}?project_id=${project}`, { headers })).json();
      const { items } = list as { items: { webhook_id: string; revision_hash: string }[] };
      expect(items).toHaveLength(1);
      const [{ webhook_id: id, revision_hash }] = items as [(typeof items)[0]];
      const address = `${at}/${id}?project_id=${project}`;
      const body = JSON.stringify({ timeout_seconds: 20, revision_hash });
      expect((await fetch(address, { method: 'PATCH', headers, body })).status).toBe(200);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const sides = page.getByRole('table', { name: 'Your values and the current ones' });
      await sides.waitFor();
      expect(await sides.getByRole('row').allTextContents()).toEqual([
        'FieldYoursNow',
        'Timeout (seconds)1020',
        'Retries53',
      ]);
      await page.getByRole('button', { name: 'Keep mine' }).click();
      await page.getByLabel('Timeout').fill('20');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('The webhook is saved.').waitFor();
      expect(await (await fetch(`${at}?project_id=${project}`, { headers })).json()).toMatchObject({
        items: [{ timeout_seconds: 20, retry_attempts: 5 }],
      });

      await aCallComesIn();
      await eventually(() => expect(receiver.received).toHaveLength(2));
      await page.reload();
      await settled(page);
      await page.getByRole('combobox', { name: 'Status' }).click();
      await page.getByRole('option', { name: 'Succeeded' }).click();
      await page
        .getByRole('table', { name: 'Deliveries' })
        .getByText('Call ended', { exact: true })
        .first()
        .click();
      await page.getByRole('button', { name: 'Send again' }).click();
      await eventually(() => expect(receiver.received).toHaveLength(3));
      const [, sent, again] = receiver.received;
      expect([again?.id, again?.delivery === sent?.delivery]).toEqual([sent?.id, false]);

      // The answer to the repetition opens it in a drawer, before or after its receiver gets it.
      await visit('/integrations?tab=webhooks', 'Integrations');
      await page.getByRole('link', { name: receiver.address }).click();
      await page.getByRole('button', { name: 'Recover missed events' }).click();
      // The endpoint works: any missed events are older than its last success.
      expect(await page.getByRole('combobox', { name: 'Stored since' }).inputValue()).toBe('30 days ago');
      await page.getByRole('button', { name: 'Count them first' }).click();
      await page.getByText('No event was missed').waitFor();
      expect(complaints.filter((it) => !it.includes('409'))).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  // The key and the webhook of the earlier tests still exist.
  it.each([
    ['a desk', DESK],
    ['a phone', PHONE],
  ])(
    'show those who may not change them no control to do so, and have no fault that axe finds, at %s',
    async (_, options) => {
      const { page, complaints, visit, person } = await pages.signIn('partner_user', options);
      await pages.world.assignProject(person, pages.tenant, project);
      const faults: string[] = [];
      for (const tab of ['capacity', 'catalogs', 'keys', 'webhooks']) {
        const path = `/integrations?tab=${tab}`;
        await visit(path, 'Integrations');
        faults.push(...(await accessibilityFaults(page)).map((it) => `${path} ${it}`));
      }
      expect(await page.getByRole('button', { name: /Create|Add|Actions|Edit/ }).count()).toBe(0);
      await page.getByRole('link', { name: receiver.address }).click();
      await page.getByRole('heading', { level: 2, name: 'Configuration' }).waitFor();
      await page.waitForLoadState('networkidle');
      faults.push(...(await accessibilityFaults(page)));
      expect(await page.getByRole('button', { name: /Edit|More actions|Send test/ }).count()).toBe(0);

      // Each bucket of the chart is a row of its table (capacity 6.2).
      await visit('/integrations?tab=capacity&span=7d', 'Integrations');
      await page.getByRole('button', { name: 'Show as a table' }).click();
      const history = page.getByRole('table', { name: 'Concurrent calls' });
      await history.waitFor();
      expect(await history.locator('tbody tr').count()).toBe(168);
      expect([...faults, ...complaints]).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  it(
    'are no page for people of a customer',
    async () => {
      const { page, visit } = await pages.signIn('client_admin');
      await visit('/integrations', 'This page is not for your role');
      expect(await page.getByRole('link', { name: 'Integrations' }).count()).toBe(0);
      await page.context().close();
    },
    TEST_MS,
  );
});
