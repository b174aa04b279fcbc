import type { Tenant } from '#app/core/shared/auth-context.js';
import { section as assistant } from '#app/features/configuration/sections/assistant/assistant.section.js';
import { section as providerConfiguration } from '#app/features/configuration/sections/provider-configuration/provider-configuration.section.js';
import { demoCampaigns, REHEARSAL } from './campaigns.ts';
import type { DemoCampaign } from './campaigns.ts';
import type { DemoProject } from './configure.ts';
import { demoSender } from './sender.ts';

/** The tenant for which the sandbox runtime may call: production data refuses its keys. */
export const REHEARSAL_TENANT = { clientId: 'acme-dental', dataEnv: 'staging' } as const;
const REHEARSAL_PROJECT_ID = 'acme-dental-front-desk-t6wb3n';

/** A project of a client in one environment. */
export interface Place {
  readonly tenant: Tenant;
  readonly projectId: string;
}
export const REHEARSAL_PLACE: Place = { tenant: REHEARSAL_TENANT, projectId: REHEARSAL_PROJECT_ID };

/**
 * Gives a project of a client, by default of its staging data, what it needs to call, and a campaign
 * that is ready to run, with ordinary requests. Existing data stays.
 * @param keyOf of the client and its environment
 * @throws DemoRefusal naming the request that was refused
 */
export async function prepareRehearsal(
  { baseUrl, keyOf }: DemoProject,
  campaign: DemoCampaign = REHEARSAL,
  projectId: string = REHEARSAL_PROJECT_ID,
): Promise<void> {
  const send = demoSender(baseUrl);
  const administrator = keyOf('partner_admin');
  const atProject = `/v1/projects/${projectId}`;
  const { answer } = await send(administrator, 'GET', `${atProject}/versions`);
  const { total_records: published } = answer['pagination'] as { total_records: number };
  if (published === 0) {
    const { etag } = await send(administrator, 'GET', `${atProject}/draft`);
    const sections = {
      assistant: assistant.example,
      'provider-configuration': providerConfiguration.example,
    };
    await send(administrator, 'PUT', `${atProject}/draft`, { sections }, etag);
    const draft = await send(administrator, 'GET', `${atProject}/draft`);
    await send(
      administrator,
      'POST',
      `${atProject}/publish`,
      { change_note: 'Calls can go out.' },
      draft.etag,
    );
  }
  const runtime = keyOf('runtime-ingest');
  const { answer: applied } = await send(runtime, 'GET', `/internal${atProject}/configuration`);
  await send(runtime, 'POST', `/internal${atProject}/runtime-reports`, {
    applied_hash: applied['content_hash'],
    runtime_id: 'demo-sandbox',
  });
  const ask = async (method: string, path: string, body?: object) =>
    (await send(administrator, method, path, body)).answer;
  await demoCampaigns(ask, projectId, new Date(), [campaign]);
}
