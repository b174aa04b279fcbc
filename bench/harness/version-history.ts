import type { Client } from 'pg';
import type { DemoCallRecord } from '../../tools/demo/calls/call-generator.ts';
import { Random } from '../../tools/demo/random.ts';

// The versions of the projects of the large store, and what their calls say of them. A project has
// two or three, and times in which one of them is staged.

const DAY_MS = 86_400_000;
const STAGED_PERCENT = 30;

/** Both versions are live throughout the history. */
export const COMPARED_PROJECT = 'bench-calls-largest';

interface Version {
  readonly number: number;
  /** Days after the start of the history. */
  readonly from: number;
  /** From then on staged, until this day; null: still staged; undefined: never staged. */
  readonly stagedUntil?: number | null;
}

const FIRST: Version = { number: 1, from: -30 };
const COMPARED: readonly Version[] = [FIRST, { number: 2, from: 0, stagedUntil: null }];
const OTHERS: readonly Version[] = [
  FIRST,
  { number: 2, from: 20, stagedUntil: 75 },
  { number: 3, from: 80, stagedUntil: null },
];
const versionsOf = (projectId: string): readonly Version[] =>
  projectId === COMPARED_PROJECT ? COMPARED : OTHERS;

/** Stores the versions and staged releases of the projects, once. */
export async function plantVersions(
  db: Client,
  projectIds: readonly string[],
  startMs: number,
): Promise<void> {
  const at = (day: number): Date => new Date(startMs + day * DAY_MS);
  for (const projectId of projectIds) {
    for (const { number, from, stagedUntil } of versionsOf(projectId)) {
      await db.query(
        `INSERT INTO project_versions (client_id, data_env, project_id, version_number, sections, content_hash, source,
                published_at, published_by)
         VALUES ('client-1', 'prod', $1, $2, '{}', repeat('0', 64), 'publish', $3, 'benchmarks')
             ON CONFLICT DO NOTHING`,
        [projectId, number, at(from)],
      );
      if (stagedUntil === undefined) continue;
      await db.query(
        `INSERT INTO project_staged_releases (client_id, data_env, project_id, version_number, percent, matching_key_id,
                draft_etag, state, started_by, started_at, ended_at)
         VALUES ('client-1', 'prod', $1, $2, $3, 'none', 'none', $4, 'benchmarks', $5, $6)
             ON CONFLICT DO NOTHING`,
        [
          projectId,
          number,
          STAGED_PERCENT,
          stagedUntil === null ? 'active' : 'finished',
          at(from),
          stagedUntil === null ? null : at(stagedUntil),
        ],
      );
    }
  }
}

/** A call as reported by a runtime that names the version, the cost parts and response times. */
export function withVersion(
  call: DemoCallRecord,
  { projectId, startedAt, startMs }: { projectId: string; startedAt: number; startMs: number },
): DemoCallRecord {
  const random = new Random(`${String(call['call_id'])}/version`);
  const day = (startedAt - startMs) / DAY_MS;
  const versions = versionsOf(projectId);
  const staged = versions.find(
    ({ from, stagedUntil }) => stagedUntil !== undefined && from <= day && day < (stagedUntil ?? Infinity),
  );
  const published = versions.findLast(({ from, stagedUntil = from }) => (stagedUntil ?? Infinity) <= day);
  const { number } =
    staged !== undefined && random.chance(STAGED_PERCENT / 100) ? staged : (published ?? FIRST);
  return { ...call, version_number: number, ...costParts(call['cost_usd']), ...responseTimes(call, random) };
}

const PARTS = { speech_to_text: 0.15, model: 0.4, text_to_speech: 0.25, telephony: 0.15 } as const;
const UNITS = 10_000;

function costParts(cost: unknown): object {
  if (typeof cost !== 'number' || cost === 0) return {};
  const whole = Math.round(cost * UNITS);
  const parts = Object.entries(PARTS).map(([name, share]) => [name, Math.floor(whole * share)] as const);
  const platform = whole - parts.reduce((sum, [, units]) => sum + units, 0);
  return {
    cost_parts: Object.fromEntries(
      [...parts, ['platform', platform] as const].map(([name, units]) => [name, units / UNITS]),
    ),
  };
}

/** A turn takes about nine seconds. */
const TURN_SECONDS = 9;

function responseTimes({ duration_seconds: duration }: DemoCallRecord, random: Random): object {
  if (typeof duration !== 'number' || duration < TURN_SECONDS) return {};
  const p50 = Math.round(random.around(850, 1.7));
  const p95 = Math.round(p50 * random.around(1.8, 1.2));
  return {
    response_times: {
      turns: Math.floor(duration / TURN_SECONDS),
      p50_ms: p50,
      p95_ms: Math.max(p50, p95),
      max_ms: Math.max(p50, p95) + random.between(0, 900),
    },
  };
}
