import { setTimeout as delay } from 'node:timers/promises';
import type { Send } from '../sender.ts';
import { CHANGED_DOCUMENT, CLINIC_DOCUMENTS } from './documents.ts';

/** Sends requests about one project, as its administrator. */
export type AskProject = (method: string, path: string, body?: object, ifMatch?: string) => ReturnType<Send>;

/**
 * Uploads a file, at the present: a file that is not recorded within an hour is deleted, by the
 * clock of the store.
 */
type Put = (path: string, content: Uint8Array) => Promise<unknown>;

interface Source {
  readonly source_id: string;
  readonly title: string;
  readonly status: string;
}

const LOOK_MS = 50;
/** Processing and building a page of text takes milliseconds; this allows for a busy machine. */
const PATIENCE_MS = 120_000;

/**
 * Adds the three documents and has them built. Completes an interrupted start.
 * @returns the id of the build
 */
export async function buildKnowledge(ask: AskProject, put: Put): Promise<string> {
  const known = await sourcesOf(ask);
  for (const { title, kind, content } of CLINIC_DOCUMENTS) {
    const found = known.find((it) => it.title === title);
    if (found?.status === 'ready') continue;
    const id = found?.source_id ?? (await added(ask, { title, kind, language: 'en-AU' }));
    await upload(ask, put, id, content);
  }
  const { answer } = await ask('POST', 'knowledge/builds', {});
  const id = String(answer['build_id']);
  const { state } = await settled(ask, `knowledge/builds/${id}`, 'state', ['queued', 'building']);
  if (state !== 'ready') throw new Error(`The knowledge build of the demo is ${String(state)}.`);
  return id;
}

/** Uploads a newer text of the first document, which no build contains yet. */
export async function changeKnowledge(ask: AskProject, put: Put): Promise<void> {
  const [changed] = CLINIC_DOCUMENTS;
  const source = (await sourcesOf(ask)).find(({ title }) => title === changed!.title);
  if (source) await upload(ask, put, source.source_id, CHANGED_DOCUMENT);
}

const sourcesOf = async (ask: AskProject): Promise<readonly Source[]> =>
  (await ask('GET', 'knowledge/sources')).answer['items'] as readonly Source[];

const added = async (ask: AskProject, body: object): Promise<string> =>
  String((await ask('POST', 'knowledge/sources', body)).answer['source_id']);

async function upload(ask: AskProject, put: Put, id: string, content: Uint8Array): Promise<void> {
  await put(`knowledge/sources/${id}/content`, content);
  const { status, failure_code: code } = await settled(ask, `knowledge/sources/${id}`, 'status', ['pending']);
  if (status !== 'ready') throw new Error(`A knowledge source of the demo failed: ${String(code)}`);
}

/** The answer, once the field no longer has any of these values. */
async function settled(
  ask: AskProject,
  path: string,
  field: string,
  passing: readonly string[],
): Promise<Record<string, unknown>> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    const { answer } = await ask('GET', path);
    if (!passing.includes(String(answer[field]))) return answer;
    await delay(LOOK_MS);
  }
  throw new Error(`${path} of the demo did not settle.`);
}
