import type { Page } from 'playwright-core';
import { runCampaign } from './campaign.ts';
import { makeProject, PROJECT } from './project.ts';
import { takeExport, takeInvoice } from './results.ts';
import type { Stage } from './stage.ts';

export interface Journey {
  readonly projectId: string;
  readonly campaignId: string;
  /** The downloaded file. */
  readonly calls: string;
  readonly invoice: Buffer;
}

const ADMINISTRATOR = 'partner-admin@harbour.example.com';
const COLLEAGUE = 'second-admin@harbour.example.com';

/**
 * Starts with a project that has only a name, and ends with a finished campaign, its list of calls
 * and an invoice: only with the pages of the portal, as two people of a partner.
 */
export async function makeJourney(stage: Stage): Promise<Journey> {
  const page: Page = await stage.signIn(ADMINISTRATOR);
  const projectId = await makeProject(page, stage, () => stage.signIn(COLLEAGUE));
  const campaignId = await runCampaign(page, stage, PROJECT);
  const calls = await takeExport(page, stage, PROJECT);
  const invoice = await takeInvoice(page, stage);
  await page.context().close();
  return { projectId, campaignId, calls, invoice };
}
