import { DEMO_ASSISTANTS } from './assistants.ts';
import { DEMO_CAST } from '../cast/cast.ts';
import { deskKeys, FIRST_RELEASE_DAYS_AGO } from '../configure.ts';
import type { GoBack } from '../configure.ts';
import { demoSender, unlessRefused } from '../sender.ts';
import type { Send } from '../sender.ts';
import type { DemoApiKeySecret } from '../types.ts';

/** A hash that belongs to no version, reported by a runtime that could not apply one. */
export const NEVER_PUBLISHED = '0'.repeat(64);

/**
 * Gives projects of the demo the assistant of their line of business and publishes it, with
 * ordinary requests, and reports that their runtime applied it. A project that is already
 * published, or whose client is refused, stays unchanged.
 * @param baseUrl where the API listens
 * @param apiKeys of the cast
 * @param tell called for each project that was refused
 * @param goBack sets the clock of the API back; omitted: everything happens now
 */
export async function configureAssistants(
  baseUrl: string,
  apiKeys: readonly DemoApiKeySecret[],
  tell: (line: string) => void,
  goBack: GoBack = () => undefined,
): Promise<void> {
  const send = demoSender(baseUrl);
  for (const projectId of Object.keys(DEMO_ASSISTANTS))
    await unlessRefused(() => configureAssistant(send, projectId, apiKeys, goBack), tell);
}

async function configureAssistant(
  send: Send,
  projectId: string,
  apiKeys: readonly DemoApiKeySecret[],
  goBack: GoBack,
): Promise<void> {
  const { assistant, routing, isApplied } = DEMO_ASSISTANTS[projectId]!;
  const tenant = DEMO_CAST.projects.find((project) => project.projectId === projectId)!;
  const keyOf = deskKeys(apiKeys, tenant);
  const administrator = keyOf('partner_admin');
  const atProject = `/v1/projects/${projectId}`;
  const { answer } = await send(administrator, 'GET', `${atProject}/versions`);
  if ((answer['items'] as unknown[]).length > 0) return;
  goBack(FIRST_RELEASE_DAYS_AGO);
  const { etag } = await send(administrator, 'GET', `${atProject}/draft`);
  const sections = { assistant, 'transfer-routing': { ...routing, customer_destinations_version: 0 } };
  const draft = await send(administrator, 'PUT', `${atProject}/draft`, { sections }, etag);
  const note = { change_note: `${assistant.persona.name} answers.` };
  const version = await send(administrator, 'POST', `${atProject}/publish`, note, draft.etag);
  goBack(0);
  await send(keyOf('runtime-ingest'), 'POST', `/internal${atProject}/runtime-reports`, {
    applied_hash: isApplied ? version.answer['content_hash'] : NEVER_PUBLISHED,
    runtime_id: 'demo-runtime',
  });
}
