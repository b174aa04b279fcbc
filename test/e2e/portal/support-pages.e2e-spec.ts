import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import { accessibilityFaults } from '../../support/chromium.js';
import { usePortalPages } from '../../support/portal-pages.js';

const TEST_MS = 240_000;
const DESK: BrowserContextOptions = { colorScheme: 'light', viewport: { width: 1440, height: 900 } };
const PHONE: BrowserContextOptions = { colorScheme: 'dark', viewport: { width: 390, height: 844 } };
const CALL = 'call-that-went-wrong';
const NOTE = 'Known since the last release.';

describe("the portal's pages of support", () => {
  const folder = mkdtempSync(join(tmpdir(), 'tickets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const pages = usePortalPages(() => ({ FILE_STORE: 'disk', FILES_DIR: folder, SCANNER: 'eicar' }));

  beforeAll(async () => {
    const { world, tenant } = pages;
    const call = aCall(await world.aProject(tenant), { call_id: CALL, sentiment: 'negative' });
    const answer = await fetch(`${pages.url}/internal/v1/calls`, {
      method: 'POST',
      headers: {
        'X-API-Key': await world.aKey(tenant, 'runtime-ingest'),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify([call]),
    });
    expect(await answer.json()).toMatchObject({ accepted: 1 });
    pages.startWorker();
  });

  const settled = (page: Page): Promise<void> => page.waitForLoadState('networkidle');

  // support 1.2, 2.4, 3.2, 3.3, 4.8, 5.4, 9.1; support-attachments 6.1
  it(
    'let a customer report a call with a screenshot, staff answer, and the customer reopen the ticket',
    async () => {
      const customer = await pages.signIn('client_manager', DESK);
      const { page } = customer;
      const faults: string[] = [];
      await page.goto(`${pages.url}/calls/${CALL}`);
      await page.getByRole('link', { name: 'Report this call' }).click();
      await page.getByRole('heading', { level: 1, name: 'New ticket' }).waitFor();
      await page.getByText('About the call from').waitFor();
      const screenshot = await page.screenshot();
      const file = { name: 'screenshot.png', mimeType: 'image/png', buffer: screenshot };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText('screenshot.png').waitFor();
      await page.getByRole('textbox', { name: 'Subject' }).fill('Caller was cut off');
      await page.getByRole('textbox', { name: 'Description' }).fill('Call them on +61 491 570 156.');
      faults.push(...(await accessibilityFaults(page)));
      await page.getByRole('button', { name: 'Send ticket' }).click();
      await page.getByText('seems to contain a telephone number').waitFor();
      faults.push(...(await accessibilityFaults(page)));
      await page.getByRole('textbox', { name: 'Description' }).fill('It ended after ten seconds.');
      await page.getByRole('button', { name: 'Send ticket' }).click();
      await page.getByRole('heading', { level: 1, name: 'SUP-0001 · Caller was cut off' }).waitFor();
      const course = page.getByRole('list', { name: 'Timeline of the ticket' });
      await course.getByRole('img', { name: 'Call' }).waitFor();
      await course.getByText('Clean', { exact: true }).waitFor();
      expect(await page.getByRole('radio', { name: 'Internal note' }).count()).toBe(0);
      await settled(page);
      faults.push(...(await accessibilityFaults(page)));

      const staff = await pages.signIn('service_operator', { ...DESK, isDefault: false });
      await staff.visit(`/support?client_id=${pages.tenant.clientId}&show=waiting`, 'Support');
      await staff.page.getByText('1 unread ticket').waitFor({ state: 'attached' });
      faults.push(...(await accessibilityFaults(staff.page)));
      await staff.page.getByRole('link', { name: /Caller was cut off/ }).click();
      const download = staff.page.waitForEvent('download');
      await staff.page.getByRole('button', { name: 'screenshot.png', exact: true }).click();
      expect(readFileSync(await (await download).path()).equals(screenshot)).toBe(true);
      await staff.page.getByText('Internal note').click();
      await staff.page.getByRole('textbox', { name: 'Internal note' }).fill(NOTE);
      faults.push(...(await accessibilityFaults(staff.page)));
      await staff.page.getByRole('button', { name: 'Save internal note' }).click();
      await staff.page.getByText('Internal: only platform staff can read this').waitFor();
      await staff.page.getByText('Answer', { exact: true }).click();
      await staff.page
        .getByRole('textbox', { name: 'Your answer' })
        .fill('It is mended: https://example.com/a');
      await staff.page.getByRole('button', { name: 'Send answer' }).click();
      await staff.page.getByText('Waiting for the customer').waitFor();
      await staff.page.getByRole('link', { name: 'https://example.com/a' }).waitFor();
      await settled(staff.page);
      faults.push(...(await accessibilityFaults(staff.page)));

      await customer.visit('/support', 'Support');
      await page.getByText('1 unread ticket').waitFor({ state: 'attached' });
      await page.getByRole('link', { name: /^Waiting for you/ }).click();
      await page.getByRole('link', { name: /Caller was cut off/ }).click();
      await page.getByText('It is mended').waitFor();
      await page.getByText('1 unread ticket').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Mark as solved' }).click();
      await page.getByRole('button', { name: 'Reopen' }).click();
      await page.getByRole('button', { name: 'Mark as solved' }).waitFor();
      expect(await page.content()).not.toContain(NOTE);
      await page.goto(`${pages.url}/calls/${CALL}`);
      await page.getByRole('table', { name: 'Tickets about this call' }).getByText('SUP-0001').waitFor();
      faults.push(...(await accessibilityFaults(page)));
      expect([...faults, ...customer.complaints, ...staff.complaints]).toEqual([]);
      await page.context().close();
      await staff.page.context().close();
    },
    TEST_MS,
  );

  it(
    'are used by keyboard alone, at a phone, in the dark, and keep an unsent answer',
    async () => {
      const { page, complaints } = await pages.signIn('client_admin', PHONE);
      const faults: string[] = [];
      const { keyboard } = page;
      const look = async (): Promise<void> => {
        await settled(page);
        faults.push(...(await accessibilityFaults(page)));
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        if (wide > 390) faults.push(`${page.url()} is ${wide} px wide`);
      };
      await keyboard.press('g');
      await keyboard.press('h');
      await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor();
      await look();
      await keyboard.press('n');
      await page.getByRole('heading', { level: 1, name: 'New ticket' }).waitFor();
      await page.getByRole('textbox', { name: 'Subject' }).focus();
      await keyboard.type('Hours of next week');
      await page.getByRole('textbox', { name: 'Description' }).focus();
      await keyboard.type('Where do I set them?');
      await look();
      await keyboard.press('Control+Enter');
      await page.getByRole('heading', { level: 1, name: /Hours of next week/ }).waitFor();
      await look();
      await keyboard.press('r');
      await page.getByRole('textbox', { name: 'Your answer' }).and(page.locator(':focus')).waitFor();
      await keyboard.type('Found them.');
      await page.reload();
      await page.getByRole('textbox', { name: 'Your answer' }).waitFor();
      expect(await page.getByRole('textbox', { name: 'Your answer' }).inputValue()).toBe('Found them.');
      await keyboard.press('r');
      await page.getByRole('textbox', { name: 'Your answer' }).and(page.locator(':focus')).waitFor();
      await keyboard.press('Control+Enter');
      await page.getByRole('list', { name: 'Timeline of the ticket' }).getByText('Found them.').waitFor();
      await page.getByRole('button', { name: 'Mark as solved' }).focus();
      await keyboard.press('Enter');
      await page.getByRole('button', { name: 'Reopen' }).waitFor();
      await page.getByRole('link', { name: 'All tickets' }).focus();
      await keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor();
      await look();
      expect([...faults, ...complaints]).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );
});
