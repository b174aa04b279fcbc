import { PgBoss } from 'pg-boss';
import { DataSource } from 'typeorm';
import type { MigrationSettings } from '../config/settings.js';
import { JOBS_SCHEMA, queuesOf } from '../core/jobs/job-queue.js';
import { metadataDataSourceOptions } from '../core/metadata/data-source-options.js';
import type { Registry } from '../core/registry/registry.js';
import { tenantDataSourceOptions } from '../core/tenancy/data-source-options.js';

type Log = (message: string) => void;

/** The role every login of the service belongs to; it owns nothing and cannot step around row-level security. */
const APP_ROLE = 'telephony_app';

// Roles belong to the whole server: two migrations of one server may want to make it at once.
const ENSURE_APP_ROLE = `
  DO $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN
      CREATE ROLE ${APP_ROLE} NOLOGIN;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END $$`;

// One key for all migrations of a database, so that two starting instances take turns.
const MIGRATION_LOCK = 4_316_942_108;

/** Brings the metadata store and every tenant store to the newest schema. Safe to run again and side by side. */
export async function migrateAll(settings: MigrationSettings, registry: Registry, log: Log): Promise<void> {
  await migrateDatabase(
    new DataSource(metadataDataSourceOptions(settings.metadataOwnerUrl, registry.schema('metadata'))),
    'metadata store',
    log,
  );
  await migrateJobs(settings.metadataOwnerUrl, registry.jobs);
  for (const [storeId, url] of settings.tenantStoreOwnerUrls) {
    const options = tenantDataSourceOptions(url, registry.schema('tenant'));
    await migrateDatabase(new DataSource(options), `tenant store ${storeId}`, log);
  }
}

async function migrateDatabase(dataSource: DataSource, name: string, log: Log): Promise<void> {
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await dataSource.query(ENSURE_APP_ROLE);
    const done = await dataSource.runMigrations();
    log(done.length === 0 ? `${name}: up to date` : `${name}: ${done.map((m) => m.name).join(', ')}`);
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}

async function migrateJobs(url: string, kinds: Registry['jobs']): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: JOBS_SCHEMA, supervise: false, schedule: false });
  const failures: Error[] = [];
  boss.on('error', (error) => failures.push(error));
  await boss.start();
  try {
    for (const { name, ...options } of kinds.flatMap(queuesOf)) {
      if (await boss.getQueue(name)) await boss.updateQueue(name, options);
      else await boss.createQueue(name, options);
    }
    const db = boss.getDb();
    await db.executeSql(`
      GRANT USAGE ON SCHEMA ${JOBS_SCHEMA} TO ${APP_ROLE};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${JOBS_SCHEMA} TO ${APP_ROLE};
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${JOBS_SCHEMA} TO ${APP_ROLE}`);
  } finally {
    await boss.stop({ graceful: false });
  }
  if (failures[0]) throw failures[0];
}
