import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { built, startChild } from '../children.ts';
import type { Child } from '../children.ts';
import type { Bench, StartOurs } from '../compare.ts';
import { PROJECT_ID, startPlatform } from '../platform.ts';
import type { Platform } from '../platform.ts';
import { documentOf, questionAbout, type Language } from '../prose.ts';
import type { ProbeReport } from '../stall-probe.ts';

export const PROBE = fileURLToPath(import.meta.resolve('../stall-probe.ts'));
export const QUESTIONS = 300;

/**
 * The numbers and sizes of sources: together the most that a project may have (knowledge 2.4, 3.3).
 */
const SIZES = [
  { sources: 4, bytes: 10_000_000 },
  { sources: 195, bytes: 300_000 },
];
const TRIAL_SIZES = [
  { sources: 1, bytes: 4_000_000 },
  { sources: 19, bytes: 300_000 },
];
/** A source that no build includes, because each of its lines is a finding. */
const CONTACTS = [
  '## Contacts',
  ...Array.from(
    { length: 20_000 },
    (_, line) =>
      `Person ${line}, 0412 ${String(line % 1000).padStart(3, '0')} 678, person${line}@example.com`,
  ),
].join('\n');

const WITHIN_MS = 15 * 60_000;
const ASK_EVERY_MS = 250;

/** A project at its limits with a ready build, and the durations of its creation. */
export interface KnowledgeBench extends Bench {
  readonly questions: readonly string[];
  readonly textBytes: number;
  readonly chunks: number;
  /** From the first upload until the last source is processed. */
  readonly readSeconds: number;
  readonly buildSeconds: number;
  /** The longest stall of a process, by activity; rows add to it. */
  readonly stalls: Record<string, number>;
}

interface Opening {
  readonly client: Child;
  readonly isTrial: boolean;
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
}

interface Source {
  readonly status: string;
  readonly in_builds: boolean;
}

/**
 * The platform with 200 sources in two languages, which our processes receive, process and build.
 */
export async function openKnowledgeBench(opening: Opening): Promise<KnowledgeBench> {
  const { client, isTrial, startOursOn, onClose } = opening;
  const platform = await startPlatform({ onClose });
  const startOurs = startOursOn(platform);
  const processes = { api: await startOurs(undefined, {}, PROBE), worker: await startWorker(platform) };
  const stalls: Record<string, number> = {};
  const observed = async <T>(what: string, work: () => Promise<T>): Promise<[seconds: number, result: T]> => {
    for (const child of Object.values(processes)) await child.ask({ probe: 'begin' });
    const from = performance.now();
    const result = await work();
    const seconds = (performance.now() - from) / 1000;
    for (const [name, child] of Object.entries(processes))
      stalls[`${name}, ${what}`] = (await child.ask<ProbeReport>({ probe: 'end' })).ownMs;
    console.log(`  ${what}: ${seconds.toFixed(1)} s`);
    return [seconds, result];
  };
  const ask = asker(platform, processes.api.port);
  const documents = (isTrial ? TRIAL_SIZES : SIZES).flatMap(({ sources, bytes }) =>
    Array.from({ length: sources }, (_, at) => {
      const language: Language = at % 2 === 0 ? 'en' : 'de';
      return { language, text: documentOf(`${bytes} ${at}`, language, bytes) };
    }),
  );
  const [readSeconds, textBytes] = await observed('uploads', async () => {
    for (const { language, text } of [...documents, { language: 'en', text: CONTACTS }]) {
      const source = { kind: 'file', title: text.slice(3, 40).split('\n')[0], language };
      const { source_id: id } = await ask<{ source_id: string }>('POST', 'sources', source);
      await ask('PUT', `sources/${id}/content`, Buffer.from(text));
    }
    return until(async () => {
      const found = await ask<{ items: readonly Source[]; text_bytes: number }>('GET', 'sources');
      const left = found.items.filter(({ status }) => status !== 'ready');
      return left.length === 0 && found.text_bytes;
    });
  });
  const [buildSeconds, chunks] = await observed('build', async () => {
    const { build_id: id } = await ask<{ build_id: string }>('POST', 'builds', {});
    return until(async () => {
      const build = await ask<{ state: string; chunks: number; source_count: number }>('GET', `builds/${id}`);
      if (build.state === 'failed') throw new Error('The build has failed.');
      if (build.source_count !== documents.length)
        throw new Error(`${build.source_count} sources are ready.`);
      return build.state === 'ready' && build.chunks;
    });
  });
  await Promise.all([processes.api.stop(), processes.worker.stop()]);
  await vacuum(platform);
  const questions = Array.from({ length: QUESTIONS }, (_, at) => {
    const { text, language } = documents[(at * 7) % documents.length]!;
    return questionAbout(text.slice(0, 300_000), language, `question ${at}`);
  });
  return { platform, client, startOurs, questions, textBytes, chunks, readSeconds, buildSeconds, stalls };
}

const startWorker = (platform: Platform): Promise<Child> =>
  startChild(built('worker.js'), {
    environment: { ...platform.environment, METADATA_DATABASE_URL: platform.workerMetadataUrl },
    preload: PROBE,
    ...(process.argv.includes('--profile')
      ? { profileTo: join(import.meta.dirname, '../../results/profiles') }
      : {}),
  });

/**
 * Sends requests about the project's knowledge.
 * @throws if one is refused
 */
function asker({ tokens }: Platform, port: number) {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const isFile = Buffer.isBuffer(body);
    const response = await fetch(`http://127.0.0.1:${port}/v1/projects/${PROJECT_ID}/knowledge/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${tokens[0] ?? ''}`,
        'Content-Type': isFile ? 'application/octet-stream' : 'application/json',
        'Idempotency-Key': randomUUID(),
      },
      ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${text.slice(0, 500)}`);
    return JSON.parse(text) as T;
  };
}

async function until<T>(check: () => Promise<T | false>): Promise<T> {
  for (const end = performance.now() + WITHIN_MS; performance.now() < end; await delay(ASK_EVERY_MS)) {
    const found = await check();
    if (found !== false) return found;
  }
  throw new Error('The worker took too long.');
}

/** PostgreSQL does this by itself within minutes. */
async function vacuum({ storeSuperuserUrl }: Platform): Promise<void> {
  const db = new Client({ connectionString: storeSuperuserUrl });
  await db.connect();
  await db.query('VACUUM (ANALYZE)');
  await db.end();
}
