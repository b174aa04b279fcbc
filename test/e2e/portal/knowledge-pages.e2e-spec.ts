import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { assignToAdmins } from '../../support/campaigns.js';
import { accessibilityFaults } from '../../support/chromium.js';
import { pdfWith } from '../../support/knowledge/documents.js';
import { usePortalPages } from '../../support/portal-pages.js';
import { PortalProjects } from '../../support/portal-projects.js';

const TEST_MS = 240_000;
const DESK: BrowserContextOptions = { colorScheme: 'light', viewport: { width: 1440, height: 900 } };
const PHONE = { width: 390, height: 844 };

describe('the knowledge of a project', () => {
  const pages = usePortalPages();
  let project: string;

  beforeAll(async () => {
    const key = await pages.world.aKey(pages.tenant, 'partner_admin');
    project = await new PortalProjects(pages, key).aPublished(1);
    pages.startWorker();
  });

  const add = async (page: Page, title: string, fill: () => Promise<void>): Promise<void> => {
    await page.getByRole('button', { name: 'Add a source' }).first().click();
    await fill();
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  /** Opens the link to a text as a person of the customer (portal-sessions 6.10). */
  const readBy = async (role: 'client_staff', link: string): Promise<void> => {
    const { page, visit, complaints } = await pages.signIn(role, { viewport: PHONE });
    await visit(link, 'Knowledge');
    await page
      .getByRole('dialog', { name: 'Hours' })
      .getByText('We are open on Saturday mornings.')
      .waitFor();
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, searchParams.get('project_id')]).toEqual(['/project-knowledge', project]);
    expect([...(await accessibilityFaults(page)), ...complaints]).toEqual([]);
    await page.context().close();
  };

  // knowledge 2.6, 3.1, 3.8, 3.10, 3.11, 5.1, 7.1, 7.2, 8.1; portal-sessions 6.10
  it(
    'leads from a document to an answer in calls',
    async () => {
      const { page, visit, complaints } = await pages.signIn('partner_admin', DESK);
      await assignToAdmins(pages.world, pages.tenant, project);
      const faults: string[] = [];
      const look = async (part: string): Promise<void> => {
        faults.push(...(await accessibilityFaults(page)).map((it) => `${part}: ${it}`));
        await page.setViewportSize(PHONE);
        faults.push(...(await accessibilityFaults(page)).map((it) => `${part} on a phone: ${it}`));
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        if (wide > 0) faults.push(`${part} is ${wide} px too wide`);
        await page.setViewportSize(DESK.viewport!);
      };
      await visit(`/projects/${project}?tab=knowledge`, project);
      await page.getByText('No sources yet').waitFor();
      await add(page, 'Parking', async () => {
        await page.getByRole('radiogroup').getByText('Text', { exact: true }).click();
        const text = 'Six free bays are behind the building. Call +61 491 570 156 for the gate.';
        await page.getByRole('textbox', { name: 'Text' }).fill(text);
      });
      const buffer = pdfWith([['Opening hours'], ['We are open on Saturday mornings.']]);
      await add(page, 'Hours', () =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name: 'h.pdf', mimeType: 'application/pdf', buffer }),
      );
      await page.getByRole('button', { name: 'Review 1 finding' }).click();
      await page.getByRole('checkbox', { name: /^Telephone numbers/ }).check();
      await page.getByRole('button', { name: 'Save' }).click();
      const taken = page.getByRole('table', { name: 'Sources' }).getByText('Included');
      await taken.nth(1).waitFor();
      await look('sources');

      await page.getByRole('tab', { name: 'Builds' }).click();
      await page.getByRole('button', { name: 'Request a build' }).first().click();
      await page.getByRole('button', { name: /^Use in the draft/ }).click();
      await page.getByText('The draft uses this build.').waitFor();
      await look('builds');
      await page.getByRole('status').getByRole('link', { name: 'Review and publish' }).click();
      await page.getByText('No section has an error').waitFor();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('Version 2 is published.').waitFor();

      await visit(`/projects/${project}?tab=knowledge&part=builds`, project);
      await page.getByText('Calls, version 2').waitFor();
      await page.getByRole('tab', { name: 'Preview' }).click();
      const question = page.getByRole('textbox', { name: 'Question of a caller' });
      await question.fill('Are you open on a Saturday?');
      await question.press('Enter');
      const answer = page.getByRole('region', { name: 'Newest build · Used by calls' });
      await answer.getByText('Page 2').waitFor();
      expect(await answer.locator('mark').allTextContents()).toContain('Saturday');
      await look('preview');

      await page.getByRole('tab', { name: 'Gaps' }).click();
      await page.getByText('No gaps in the last 30 days').waitFor();
      await look('gaps');

      await page.getByRole('tab', { name: 'Sources' }).click();
      await page.getByRole('button', { name: 'Actions for Parking' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
      const text = page.getByRole('textbox', { name: 'Text' });
      const written = await text.inputValue();
      await text.fill(written.replace('Six', 'Five'));
      await look('edit');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Parking is saved.').waitFor();
      await page.getByRole('button', { name: 'Actions for Parking' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await expect.poll(() => text.inputValue()).toMatch(/^Five free bays .* for the gate\.$/);
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Actions for Hours' }).click();
      await page.getByRole('menuitem', { name: 'Read the text' }).click();
      await page.getByText('We are open on Saturday mornings.').waitFor();
      const link = new URL(page.url());
      expect([...faults, ...complaints]).toEqual([]);
      await page.context().close();
      await readBy('client_staff', link.pathname + link.search);
    },
    TEST_MS,
  );
});
