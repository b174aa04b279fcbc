import { PgBoss } from 'pg-boss';
import { DataSource } from 'typeorm';
import type { MigrationSettings } from '../config/settings.js';
import { JOBS_SCHEMA, queuesOf } from '../core/database/jobs/job-queue.js';
import { metadataDataSourceOptions } from '../core/database/metadata/data-source-options.js';
import type { Registry } from '../core/registry/registry.js';
import { MIGRATING, onConnect } from '../core/database/driver/new-connection.js';
import { tenantDataSourceOptions } from '../core/database/stores/data-source-options.js';

type Log = (message: string) => void;

/**
 * The role that logins to tenant stores belong to; it owns nothing and cannot step around row-level
 * security.
 */
const APP_ROLE = 'telephony_app';

/**
 * Roles that logins to the metadata store belong to, or may act as: docs/operations.md, "Logins".
 */
const METADATA_ROLES = [
  'telephony_requests',
  'telephony_requests_system',
  'telephony_jobs',
  'telephony_jobs_system',
  'telephony_operations',
];

// Roles belong to the whole server: two migrations on one server may create one at the same time.
const ensureRole = (role: string): string => `
  DO $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${role}') THEN
      CREATE ROLE ${role} NOLOGIN;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END $$`;

/**
 * Logins that send jobs may read the queues and add to them; logins that work them may do
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

/**
 * Brings the metadata store and every tenant store to the newest schema. Safe to repeat and to run
 * concurrently.
 */
export async function migrateAll(settings: MigrationSettings, registry: Registry, log: Log): Promise<void> {
  await migrateDatabase(
    new DataSource(metadataDataSourceOptions(settings.metadataOwnerUrl, registry.schema('metadata'))),
    'metadata store',
    METADATA_ROLES,
    log,
  );
  await migrateJobs(settings.metadataOwnerUrl, registry.jobs);
  for (const [storeId, url] of settings.tenantStoreOwnerUrls) {
    const options = tenantDataSourceOptions(url, registry.schema('tenant'));
    await migrateDatabase(new DataSource(options), `tenant store ${storeId}`, [APP_ROLE], log);
  }
}

async function migrateDatabase(
  dataSource: DataSource,
  name: string,
  roles: readonly string[],
  log: Log,
): Promise<void> {
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    for (const role of roles) await dataSource.query(ensureRole(role));
    const done = await dataSource.runMigrations();
    log(done.length === 0 ? `${name}: up to date` : `${name}: ${done.map((m) => m.name).join(', ')}`);
  } finally {
    await lock.release();
    await dataSource.destroy();
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
