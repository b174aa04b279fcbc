import type { Assistant } from '#app/features/configuration/sections/assistant/assistant.schema.js';
import { DEMO_ASSISTANTS } from '../assistants/assistants.ts';
import { HISTORY_DAYS } from '../calls/call-schedule.ts';
import { DEMO_CAST } from '../cast/cast.ts';
import { deskKeys } from '../configure.ts';
import { buildKnowledge, changeKnowledge } from '../knowledge/knowledge.ts';
import type { AskProject } from '../knowledge/knowledge.ts';
import { lines } from '../assistants/assistant-parts.ts';
import { demoSender } from '../sender.ts';
import type { DemoApiKeySecret } from '../types.ts';
import type { PastService } from './past-service.ts';

export const CLINIC_PROJECT_ID = 'bluegum-vets-clinic-line-h4pz6c';
export const AFTER_HOURS_PROJECT_ID = 'acme-dental-after-hours-m5xd4r';

/**
 * Days before the start. In six weeks, a busy line has enough calls to show which version is
 * better.
 */
const CLINIC = { documents: 60, staged: 56, finished: 14, documentChanged: 1 };
// Each version then has the 500 calls at which such a difference is clear, whichever callers it serves.
const CLINIC_PERCENT = 50;
/** After nine days, a quiet line does not have enough calls to tell. */
const AFTER_HOURS_STAGED = 9;

interface Version {
  readonly version_number: number;
  readonly state: string;
  readonly published_at: string;
}

type Service = Omit<PastService, 'app' | 'close'>;

/**
 * The clinic line answers from three documents since its second version, which served some of the
 * callers first and did better. One document has changed since.
 */
export async function improveClinicLine(
  service: Service,
  apiKeys: readonly DemoApiKeySecret[],
  now: Date,
): Promise<void> {
  const { goBack } = service;
  const line = lineOf(service, apiKeys, CLINIC_PROJECT_ID);
  if (await line.isAsSeeded(now)) {
    const put = (path: string, content: Uint8Array) =>
      service.atPresent(() => line.ask('PUT', path, content));
    const buildId = await service.working(async () => {
      goBack(CLINIC.documents);
      const built = await buildKnowledge(line.ask, put);
      goBack(CLINIC.documentChanged);
      await changeKnowledge(line.ask, put);
      return built;
    });
    goBack(CLINIC.staged);
    await line.stage(fromDocuments(line.assistant, buildId), {
      percent: CLINIC_PERCENT,
      change_note: 'Answers from the documents of the clinic.',
    });
  }
  // Also after an interrupted start.
  const [newest] = await line.versions();
  if (newest?.version_number !== 2 || newest.state !== 'staged') return;
  goBack(CLINIC.finished);
  await line.ask('POST', 'staged-release/finish', { version_number: 2 });
  goBack(0);
  await line.report('configuration');
}

/** The second version of the after-hours line is staged now, with limits that end the release. */
export async function stageAfterHours(
  service: Service,
  apiKeys: readonly DemoApiKeySecret[],
  now: Date,
): Promise<void> {
  const line = lineOf(service, apiKeys, AFTER_HOURS_PROJECT_ID);
  if (!(await line.isAsSeeded(now))) return;
  service.goBack(AFTER_HOURS_STAGED);
  await line.stage(
    {
      ...line.assistant,
      prompt: lines(
        line.assistant.prompt,
        'Ask first how strong the pain is, and since when. Offer the next free appointment to callers who can wait.',
      ),
    },
    {
      percent: 25,
      change_note: 'Offers appointments to callers who can wait.',
      stop_when: { failed_share: 20, escalation_share: 60, min_calls: 60 },
    },
  );
  service.goBack(0);
  await line.report('configuration?version_number=2');
}

const fromDocuments = (assistant: Assistant, buildId: string): Assistant => ({
  ...assistant,
  prompt: lines(
    assistant.prompt,
    'Look questions about prices, visits and operations up in the documents, and answer with their words. Promise a call back only if they do not say.',
  ),
  knowledge: [],
  knowledge_build_id: buildId,
});

/** Requests about a line, and its first version. */
function lineOf({ baseUrl }: Service, apiKeys: readonly DemoApiKeySecret[], projectId: string) {
  const send = demoSender(baseUrl);
  const tenant = DEMO_CAST.projects.find((project) => project.projectId === projectId)!;
  const keyOf = deskKeys(apiKeys, tenant);
  const ask: AskProject = (method, path, body, ifMatch) =>
    send(keyOf('partner_admin'), method, `/v1/projects/${projectId}/${path}`, body, ifMatch);
  const versions = async (): Promise<readonly Version[]> =>
    (await ask('GET', 'versions')).answer['items'] as readonly Version[];
  const atRuntime = (method: string, path: string, body?: object) =>
    send(keyOf('runtime-ingest'), method, `/internal/v1/projects/${projectId}/${path}`, body);
  return {
    ask,
    versions,
    assistant: DEMO_ASSISTANTS[projectId]!.assistant,
    /** Whether the only version is the one published before the history. */
    isAsSeeded: async (now: Date): Promise<boolean> => {
      const [first, second] = await versions();
      const earliest = now.getTime() - HISTORY_DAYS * 86_400_000;
      return first !== undefined && second === undefined && Date.parse(first.published_at) < earliest;
    },
    stage: async (assistant: Assistant, release: object): Promise<void> => {
      const before = await ask('GET', 'draft');
      const draft = await ask('PUT', 'draft', { sections: { assistant } }, before.etag);
      await ask('POST', 'staged-release', release, draft.etag);
    },
    /** Reports that the runtime has applied a configuration. */
    report: async (configuration: string): Promise<void> => {
      const { answer } = await atRuntime('GET', configuration);
      await atRuntime('POST', 'runtime-reports', {
        applied_hash: answer['content_hash'],
        runtime_id: 'demo-runtime',
      });
    },
  };
}
