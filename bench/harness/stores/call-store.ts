import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import { lockDataDir } from '../../../tools/dev/postgres/data-dir-lock.ts';
import { ensureFolder, readIfPresent, writePrivateFile } from '../../../tools/dev/files.ts';
import { CALL_PROJECTS, HISTORY_VERSION, historyStart } from '../call-history.ts';
import { buildPart } from './call-store-build.ts';
import type { PartFigures } from './call-store-build.ts';
import type { Child } from '../children.ts';
import type { Bench, StartOurs } from '../compare.ts';
import { FIRST_COPIES, SECOND_COPIES } from './copied-calls.ts';
import { makeFloorTables } from '../floor-tables.ts';
import { startPlatform, STORE_DATABASE } from '../platform.ts';
import { plantVersions } from '../version-history.ts';
import type { Platform } from '../platform.ts';

// The large store of the group `calls`: built once through the ingest route, and kept for later
// runs.

/** A store with `large` calls, and a copy from when it had `small`. */
export interface StoreSize {
  readonly small: number;
  readonly large: number;
  /**
   * Calls that go through the ingest route; the others are copies of them. If omitted, all calls
   * do.
   */
  readonly ingested?: number;
}

export const FULL_SIZE: StoreSize = { small: 200_000, large: 2_000_000 };
/** Enough to try the rows; the figures are meaningless. */
export const TRIAL_SIZE: StoreSize = { small: 20_000, large: 60_000 };

interface CallStore {
  /** The end of the history in milliseconds. */
  readonly untilMs: number;
  /** Settings of one of our processes that uses the copy from when the store was small. */
  readonly smallSettings: Readonly<Record<string, string>>;
  /** As a superuser, in the store, in the small one or in the metadata store. */
  admin<T>(which: 'small' | 'large' | 'metadata', work: (db: Client) => Promise<T>): Promise<T>;
}

/** A seed of 210,000 calls, copied to 2.2 million and then to 10 million. */
export const TEN_MILLION: StoreSize = { small: 2_184_000, large: 10_038_000, ingested: 210_000 };
export const TEN_MILLION_TRIAL: StoreSize = { small: 104_000, large: 478_000, ingested: 10_000 };

/** The store and processes that measure the rows of the group. */
export interface CallBench extends Bench {
  readonly store: CallStore;
}

interface OpenOptions {
  readonly size: StoreSize;
  /** Discards a store that was kept. */
  readonly fresh: boolean;
  readonly client: Child;
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
}

/**
 * An eighth of the store: frequently used pages are in memory and the rest is not, as in a real
 * store.
 */
const SETTINGS = { shared_buffers: '512MB' };

/** Facts about a store that are kept between runs. */
interface Manifest {
  readonly untilMs: number;
  readonly built: { readonly small?: PartFigures; readonly large?: PartFigures };
  readonly isComplete: boolean;
}

const SMALL_DATABASE = 'store_a_small';
const HOUR_MS = 3_600_000;

/** Opens the store of an earlier run, or builds it. */
export async function openCallStore(options: OpenOptions): Promise<Omit<CallBench, 'client'>> {
  const folder = folderFor(options.size);
  ensureFolder(folder);
  const unlock = lockDataDir(join(folder, 'lock.json'));
  options.onClose(async () => unlock());
  if (options.fresh) empty(folder);
  const platform = await startPlatform({ keptIn: folder, settings: SETTINGS, onClose: options.onClose });
  const startOurs = options.startOursOn(platform);
  const manifestFile = join(folder, 'store.json');
  let manifest = readManifest(manifestFile);
  const keep = (change: Partial<Manifest>): void => {
    manifest = { ...manifest, ...change };
    writePrivateFile(manifestFile, JSON.stringify(manifest, null, 2));
  };
  keep({});
  console.log(`The store is in ${folder}${manifest.isComplete ? ', kept from an earlier run' : ''}.`);
  await plantProjects(platform, manifest.untilMs);

  const tools = { platform, startOurs, client: options.client };
  const { small, large, ingested } = options.size;
  const { untilMs } = manifest;
  if (!manifest.built.small) {
    const figures = await buildPart(tools, {
      untilMs,
      part: { name: 'a', calls: ingested ?? small },
      ...(ingested === undefined ? {} : { copies: FIRST_COPIES }),
    });
    await copyDatabase(platform);
    keep({ built: { small: figures } });
  }
  if (!manifest.built.large) {
    const figures = await buildPart(tools, {
      untilMs,
      ...(ingested === undefined ? { part: { name: 'b', calls: large - small } } : { copies: SECOND_COPIES }),
    });
    keep({ built: { ...manifest.built, large: figures } });
  }
  if (manifest.isComplete) {
    // Temporary rows of a killed run.
    for (const database of [STORE_DATABASE, SMALL_DATABASE])
      await asSuperuser(platform, database, forgetDirtyHours);
  } else {
    // Ten million calls are compared with fewer calls, not with a floor.
    if (ingested === undefined) await asSuperuser(platform, STORE_DATABASE, makeFloorTables);
    keep({ isComplete: true });
  }
  console.table(manifest.built);
  return {
    platform,
    startOurs,
    store: {
      untilMs: manifest.untilMs,
      smallSettings: { TENANT_STORES: storesOn(platform, SMALL_DATABASE) },
      admin: (which, work) =>
        asSuperuser(
          platform,
          { small: SMALL_DATABASE, large: STORE_DATABASE, metadata: 'metadata' }[which],
          work,
        ),
    },
  };
}

/**
 * Named after everything that decides its content: another schema or other calls are another store.
 * The metadata store is migrated at every start.
 */
function folderFor({ small, large, ingested }: StoreSize): string {
  const built = join(import.meta.dirname, '../../../dist');
  const digest = createHash('sha256').update(
    `${HISTORY_VERSION} ${small} ${large} ${ingested ?? ''}`.trimEnd(),
  );
  for (const file of globSync(['migrations/tenant/*.js', 'features/*/migrations/**/*.js'], {
    cwd: built,
  }).sort()) {
    digest.update(basename(file)).update(readFileSync(join(built, file)));
  }
  return join(tmpdir(), `telephony-bench-calls-${digest.digest('hex').slice(0, 12)}`);
}

function empty(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith('lock.json')) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** A new history ends now, on the full hour. */
function readManifest(file: string): Manifest {
  const text = readIfPresent(file);
  if (text !== null) return JSON.parse(text) as Manifest;
  return { untilMs: Math.floor(Date.now() / HOUR_MS) * HOUR_MS, built: {}, isComplete: false };
}

// Days of the rows and of the floors are days in UTC; the caller mix exists only in the project's
// own zone.
async function plantProjects(platform: Platform, untilMs: number): Promise<void> {
  const projectIds = CALL_PROJECTS.map(({ projectId }) => projectId);
  await asSuperuser(platform, 'metadata', async (db) => {
    await db.query(
      `INSERT INTO projects (client_id, data_env, project_id, display_name, timezone, lifecycle_state)
       SELECT 'client-1', 'prod', id, 'Project ' || id, 'UTC', 'active' FROM unnest($1::text[]) id
           ON CONFLICT DO NOTHING`,
      [projectIds],
    );
    await plantVersions(db, projectIds, historyStart(untilMs));
  });
}

/**
 * A copy of the store in its current state, so that small and large can be measured alternately.
 */
async function copyDatabase(platform: Platform): Promise<void> {
  await asSuperuser(platform, 'postgres', async (db) => {
    await db.query(`DROP DATABASE IF EXISTS ${SMALL_DATABASE}`);
    await db.query(`CREATE DATABASE ${SMALL_DATABASE} TEMPLATE ${STORE_DATABASE} STRATEGY FILE_COPY`);
  });
}

/**
 * Removes all dirty hours. The sums are then correct, because no run sums after the store is built.
 */
export async function forgetDirtyHours(db: Client): Promise<void> {
  await db.query('DELETE FROM call_rollup_dirty_hours');
  await db.query('VACUUM (ANALYZE) call_rollup_dirty_hours');
}

function storesOn({ environment }: Platform, database: string): string {
  const stores = JSON.parse(environment['TENANT_STORES'] ?? '{}') as Record<string, string>;
  const url = new URL(stores['store-a'] ?? '');
  url.pathname = `/${database}`;
  return JSON.stringify({ ...stores, 'store-a': url.href });
}

async function asSuperuser<T>(
  platform: Platform,
  database: string,
  work: (db: Client) => Promise<T>,
): Promise<T> {
  const db = new Client({ connectionString: platform.superuserUrl(database) });
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}
