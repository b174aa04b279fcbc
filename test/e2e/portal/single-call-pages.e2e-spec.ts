import { beforeAll, describe, expect, it } from 'vitest';
import { plantCapacity } from '../../support/campaign-contacts.js';
import { aCampaignProject, assignToAdmins } from '../../support/campaigns.js';
import { daysFromNow } from '../../support/portal-measures.js';
import { usePortalPages } from '../../support/portal-pages.js';

const TEST_MS = 240_000;

describe('single calls and suppressions of the portal', () => {
  const pages = usePortalPages();
  let project: string;

  beforeAll(async () => {
    project = await aCampaignProject(pages.world, pages.tenant);
    await plantCapacity(pages, pages.tenant, 10);
  });

  // campaigns 8.2, 8.5; dispatch 7.1, 7.5
  it(
    'have numbers suppressed and taken off again, and one person called',
    async () => {
      const { page, visit, complaints } = await pages.signIn('partner_admin', {
        viewport: { width: 1440, height: 900 },
      });
      await assignToAdmins(pages.world, pages.tenant, project);
      await visit(`/campaigns/suppressions?project_id=${project}`, 'Suppressions');
      await page.getByRole('textbox', { name: 'Number' }).fill('+61491579999');
      await page.getByRole('textbox', { name: 'Source' }).fill('letter');
      await page.getByRole('button', { name: 'Suppress a number' }).click();
      await page.getByText('The number is suppressed.').waitFor();
      await visit(`/campaigns/single-calls?project_id=${project}`, 'Single calls');
      await page.getByRole('button', { name: 'Kind of call and its rules' }).click();
      for (const name of ['Respect calling hours', 'Respect public holidays'])
        await page.getByRole('switch', { name }).press('Space');
      await page.getByRole('textbox', { name: 'Number to call', exact: true }).fill('+61491579999');
      await page.getByRole('button', { name: 'Call now' }).click();
      await page.getByRole('status').getByText('Opted out').waitFor();
      await page.getByRole('textbox', { name: 'Number to call', exact: true }).fill('+61491579998');
      await page.getByRole('button', { name: 'Register wash' }).click();
      await page.getByRole('textbox', { name: 'Provider' }).fill('ACMA');
      await page.getByRole('button', { name: 'Consent and exemption' }).click();
      await page.getByLabel('Given (').fill(daysFromNow(-2));
      await page.getByLabel('Expires (').fill(daysFromNow(-3));
      await page.getByRole('button', { name: 'Data for the assistant' }).click();
      await page.getByRole('button', { name: 'Add a value' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('first_name');
      await page.getByRole('textbox', { name: 'Value', exact: true }).fill('Mia');
      await page.getByRole('button', { name: 'Call now' }).click();
      await page.getByText(/must be after|later than/).waitFor();
      // Chromium logs the refusal to the console.
      complaints.length = 0;
      await page.getByLabel('Expires (').fill(daysFromNow(3));
      // Read at once: later, Chromium may no longer have the body.
      const sent: unknown[] = [];
      await page.route('**/dispatches*', async (route) => {
        if (route.request().method() === 'POST') sent.push(route.request().postDataJSON());
        await route.continue();
      });
      await page.getByRole('button', { name: 'Call now' }).dblclick();
      await page.getByRole('status').getByText('Waiting for a runtime').waitFor();
      await page.getByRole('cell', { name: 'Waiting for a runtime' }).waitFor();
      expect(await page.getByRole('cell', { name: 'Waiting for a runtime' }).count()).toBe(1);
      expect(sent).toMatchObject([
        {
          registry_vendor: 'ACMA',
          consent_given_at_utc: expect.stringMatching(/Z$/) as string,
          personalization: { first_name: 'Mia' },
        },
      ]);
      await visit(`/campaigns/suppressions?project_id=${project}`, 'Suppressions');
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('No suppressed numbers').waitFor();
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );
});
