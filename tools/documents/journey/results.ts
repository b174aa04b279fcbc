import type { Page } from 'playwright-core';
import { choose, downloaded } from './stage.ts';
import type { Stage } from './stage.ts';

/** Downloads the calls of the project. @returns the CSV file */
export async function takeExport(page: Page, { show }: Stage, project: string): Promise<string> {
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await choose(page, 'Project', project);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export calls' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('The file has').waitFor();
  await show(page, {
    name: 'export',
    title: 'Export the calls',
    text: 'What the file holds, how many rows it has, and what is withheld and why. Numbers stay masked.',
  });
  const file = await downloaded(page, () => dialog.getByRole('button', { name: 'Download' }).click());
  await dialog.getByRole('button', { name: 'Close' }).click();
  return file.toString('utf8');
}

/** Downloads the newest invoice of the client. @returns the PDF file */
export async function takeInvoice(page: Page, { show }: Stage): Promise<Buffer> {
  await page.getByRole('link', { name: 'Billing' }).click();
  const newest = page.getByRole('button', { name: /as PDF/ }).first();
  await newest.waitFor();
  await show(page, {
    name: 'billing',
    title: 'See what it costs',
    text: 'Plan, usage with the hour up to which it is counted, and the invoices, each with its file.',
  });
  return downloaded(page, () => newest.click());
}
