import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { MIGRATING, onConnect } from '../../core/database/driver/new-connection.js';
import type { MigratedStore } from '../migrate-all.js';
import type { LiveStore, Partition } from './live-store.js';
import { withScratchDatabase } from './scratch-database.js';
import { tablesIn, touchesOf } from './table-states.js';
import type { Step } from './verdict.policy.js';

/** The statements of a store's pending migrations. */
export interface Trial {
  readonly migrations: readonly string[];
  readonly steps: readonly Step[];
  /** Why the trial ended before the last statement; null: it did not. */
  readonly end: string | null;
}

interface NamedMigration {
  readonly name: string;
  readonly migration: MigrationInterface;
}

const NO_LIMITS = { onConnect: onConnect(MIGRATING) };

/** Statements that PostgreSQL refuses in a transaction. */
const NEEDS_NO_TRANSACTION = /\bconcurrently\b|^\s*(vacuum|begin|start|commit)\b/i;

/**
 * Runs the pending migrations of a store on an empty copy of its schema, which the migrations that
 * it has make, and observes each statement. The trial is in another database, so it cannot lock a
 * table of the store.
 */
export async function tryMigrations(
  { options, prepare }: MigratedStore,
  { applied, partitions }: LiveStore,
): Promise<Trial> {
  const all = migrationsOf(Object.values(options.migrations ?? {}) as (new () => MigrationInterface)[]);
  const pending = all.filter(({ name }) => applied?.includes(name) !== true);
  // Nothing waits for a store that has no tables.
  if (applied === null || pending.length === 0)
    return { migrations: pending.map(({ name }) => name), steps: [], end: null };
  return withScratchDatabase(options.url!, async (url) => {
    const source = await new DataSource({ ...options, url, entities: [], extra: NO_LIMITS }).initialize();
    const runner = source.createQueryRunner();
    try {
      for (const statement of prepare) await runner.query(statement);
      for (const { name, migration } of all) if (applied.includes(name)) await apply(runner, migration);
      for (const partition of partitions) await addPartition(runner, partition);
      return await observe(runner, pending);
    } finally {
      await runner.release();
      await source.destroy();
    }
  });
}

/** In the order in which TypeORM runs them: by the timestamps that end their names. */
const migrationsOf = (classes: readonly (new () => MigrationInterface)[]): NamedMigration[] =>
  classes
    .map((Migration) => ({ migration: new Migration(), name: Migration.name }))
    .map(({ migration, name }) => ({ migration, name: migration.name ?? name }))
    .sort((one, other) => Number(one.name.slice(-13)) - Number(other.name.slice(-13)));

async function apply(runner: QueryRunner, migration: MigrationInterface): Promise<void> {
  const isWhole = migration.transaction !== false;
  if (isWhole) await runner.startTransaction();
  await migration.up(runner);
  if (isWhole) await runner.commitTransaction();
}

/** A table without partitions has no rows that a statement could read. */
async function addPartition(runner: QueryRunner, { parent, bound }: Partition): Promise<void> {
  const [table] = (await runner.query(
    `SELECT EXISTS (SELECT FROM pg_inherits WHERE inhparent = t.oid) AS "isParted"
       FROM pg_class t WHERE t.oid = to_regclass($1) AND t.relkind = 'p'`,
    [parent],
  )) as { isParted: boolean }[];
  if (table?.isParted === false)
    await runner.query(`CREATE TABLE migrate_check_partition_of_${parent} PARTITION OF ${parent} ${bound}`);
}

async function observe(runner: QueryRunner, pending: readonly NamedMigration[]): Promise<Trial> {
  const migrations = pending.map(({ name }) => name);
  // Every read of an empty table is then counted as a read of the table.
  for (const path of ['indexscan', 'indexonlyscan', 'bitmapscan'])
    await runner.query(`SET enable_${path} = off`);
  const steps: Step[] = [];
  for (const { name, migration } of pending) {
    try {
      await new Observed(runner, name, steps).run(migration);
    } catch (error) {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      const reason = error instanceof Error ? error.message : String(error);
      return { migrations, steps, end: `${name} fails: ${reason}` };
    }
  }
  return { migrations, steps, end: null };
}

/** Runs a migration, and adds a step for each of its statements. */
class Observed {
  constructor(
    private readonly runner: QueryRunner,
    private readonly name: string,
    private readonly steps: Step[],
  ) {}

  async run(migration: MigrationInterface): Promise<void> {
    const isWhole = migration.transaction !== false;
    const query = async (statement: string, parameters?: unknown[]): Promise<unknown> => {
      if (isWhole) return this.step(statement, parameters);
      if (NEEDS_NO_TRANSACTION.test(statement)) return this.alone(statement, parameters);
      await this.runner.startTransaction();
      const answer = await this.step(statement, parameters);
      await this.runner.commitTransaction();
      return answer;
    };
    if (isWhole) await this.runner.startTransaction();
    await migration.up({ query } as unknown as QueryRunner);
    if (isWhole) await this.runner.commitTransaction();
  }

  private async step(statement: string, parameters: unknown[] | undefined): Promise<unknown> {
    const step = this.begin(statement, false);
    const before = await tablesIn(this.runner);
    const answer = await this.timed(step, statement, parameters);
    const after = await tablesIn(
      this.runner,
      before.map(({ oid }) => oid),
    );
    step.touches = touchesOf(before, after, statement);
    return answer;
  }

  private alone(statement: string, parameters: unknown[] | undefined): Promise<unknown> {
    return this.timed(this.begin(statement, true), statement, parameters);
  }

  private begin(statement: string, isAlone: boolean): Step {
    const step: Step = { migration: this.name, statement, isAlone, ms: 0, touches: [] };
    this.steps.push(step);
    return step;
  }

  private async timed(step: Step, statement: string, parameters: unknown[] | undefined): Promise<unknown> {
    const begunAt = performance.now();
    const answer: unknown = await this.runner.query(statement, parameters);
    step.ms = performance.now() - begunAt;
    return answer;
  }
}
