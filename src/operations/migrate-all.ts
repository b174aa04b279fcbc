import { setTimeout as delay } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { MigrationSettings } from '../config/settings.js';
import { JOBS_SCHEMA, queuesOf } from '../core/database/jobs/job-queue.js';
import { metadataDataSourceOptions } from '../core/database/metadata/data-source-options.js';
import type { Registry } from '../core/registry/registry.js';
import { classifyDriverError } from '../core/database/driver/driver-errors.js';
import { MIGRATING, MIGRATING_LIVE, onConnect } from '../core/database/driver/new-connection.js';
import { tenantDataSourceOptions } from '../core/database/stores/data-source-options.js';

type Log = (message: string) => void;

/**
 * The role to which logins to tenant stores belong; it owns nothing and cannot bypass row-level
 * security.
 */
export const APP_ROLE = 'telephony_app';

/**
 * Roles to which logins to the metadata store belong, or which they may assume: docs/operations.md,
 * "Logins".
 */
export const METADATA_ROLES = [
  'telephony_requests',
  'telephony_requests_system',
  'telephony_jobs',
  'telephony_jobs_system',
  'telephony_operations',
];

// Roles belong to the whole server, so two migrations on one server may create a role at the same
// time.
const ensureRole = (role: string): string => `
  DO $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${role}') THEN
      CREATE ROLE ${role} NOLOGIN;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END $$`;

/**
 * Logins that send jobs may read the queues and add to them; logins that run jobs may do
 * everything.
 */
const JOBS_GRANTS = `
  GRANT USAGE ON SCHEMA ${JOBS_SCHEMA} TO ${METADATA_ROLES.join(', ')};
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${JOBS_SCHEMA} TO ${METADATA_ROLES.join(', ')};
  GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA ${JOBS_SCHEMA} TO telephony_requests, telephony_operations;
  GRANT SELECT ON ALL TABLES IN SCHEMA ${JOBS_SCHEMA} TO telephony_requests_system;
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${JOBS_SCHEMA}
     TO telephony_jobs, telephony_jobs_system`;

// One key for all migrations of a database, so that two starting instances migrate one after the
// other.
const MIGRATION_LOCK = 4_316_942_108;
const ASK_AGAIN_MS = 500;

const LOCK_TIMED_OUT = '55P03';
/** Half an hour: longer than the longest export or retention holds a table. */
const LOCK_ATTEMPTS = 600;

/** A store, and what belongs to its migration. */
export interface MigratedStore {
  readonly name: string;
  readonly options: Extract<DataSourceOptions, { type: 'postgres' }>;
  /** Statements that come before its migrations. */
  readonly prepare: readonly string[];
}

/** The metadata store and all tenant stores, in the order in which they are migrated. */
export function storesOf(settings: MigrationSettings, registry: Registry): MigratedStore[] {
  const live = { extra: { onConnect: onConnect(MIGRATING_LIVE) } };
  return [
    {
      name: 'metadata store',
      options: {
        ...metadataDataSourceOptions(settings.metadataOwnerUrl, registry.schema('metadata')),
        ...live,
      },
      prepare: METADATA_ROLES.map(ensureRole),
    },
    ...[...settings.tenantStoreOwnerUrls].map(([storeId, url]) => ({
      name: `tenant store ${storeId}`,
      options: { ...tenantDataSourceOptions(url, registry.schema('tenant')), ...live },
      prepare: [ensureRole(APP_ROLE)],
    })),
  ];
}

/**
 * Brings the metadata store and every tenant store to the newest schema. Safe to repeat and to run
 * concurrently, and while processes use the stores.
 */
export async function migrateAll(settings: MigrationSettings, registry: Registry, log: Log): Promise<void> {
  for (const [index, store] of storesOf(settings, registry).entries()) {
    await migrateStore(store, log);
    if (index === 0) await migrateJobs(settings.metadataOwnerUrl, registry.jobs);
  }
}

async function migrateStore({ name, options, prepare }: MigratedStore, log: Log): Promise<void> {
  const dataSource = await new DataSource(options).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    // A waiting statement would hold a snapshot, for which CREATE INDEX CONCURRENTLY waits.
    const isAlone = async (): Promise<boolean> => {
      const [row] = (await lock.query('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK])) as {
        taken: boolean;
      }[];
      return row!.taken;
    };
    while (!(await isAlone())) await delay(ASK_AGAIN_MS);
    for (const statement of prepare) await dataSource.query(statement);
    const done = await runMigrations(dataSource, name, log);
    log(done.length === 0 ? `${name}: up to date` : `${name}: ${done.join(', ')}`);
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}

/**
 * Requests queue behind a migration that waits for a lock; it gives up its place after a moment and
 * tries again, so that a long read delays the migration and not the requests.
 */
async function runMigrations(dataSource: DataSource, name: string, log: Log): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await dataSource.runMigrations()).map((migration) => migration.name);
    } catch (error) {
      if (classifyDriverError(error)?.code !== LOCK_TIMED_OUT || attempt === LOCK_ATTEMPTS) throw error;
      if (attempt === 1) log(`${name}: waits for a lock that a transaction holds`);
      await delay(ASK_AGAIN_MS);
    }
  }
}

async function migrateJobs(url: string, kinds: Registry['jobs']): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    schema: JOBS_SCHEMA,
    supervise: false,
    schedule: false,
    ...{ onConnect: onConnect(MIGRATING) },
  });
  const failures: Error[] = [];
  boss.on('error', (error) => failures.push(error));
  await boss.start();
  try {
    for (const { name, ...options } of kinds.flatMap(queuesOf)) {
      if (await boss.getQueue(name)) await boss.updateQueue(name, options);
      else await boss.createQueue(name, options);
    }
    const db = boss.getDb();
    await db.executeSql(JOBS_GRANTS);
  } finally {
    await boss.stop({ graceful: false });
  }
  if (failures[0]) throw failures[0];
}
