import { setTimeout as delay } from 'node:timers/promises';
import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { classifyDriverError } from '../../core/database/driver/driver-errors.js';
import { changeOf, tablesIn, type TableState } from './table-states.js';
import { blocksWriters, type Effect, type Limits } from './verdict.policy.js';

/** As long as a migration waits for a lock (`MIGRATING_LIVE`), and as often as suits a trial. */
const LOCK_WAIT_MS = 100;
const TRY_AGAIN_MS = 500;
const STATEMENT_CANCELLED = '57014';
const LOCK_TIMED_OUT = '55P03';

/** The effects of a store's pending migrations. */
export interface Trial {
  readonly migrations: readonly string[];
  readonly effects: readonly Effect[];
  /** Why the trial ended before the last statement; null: it did not. */
  readonly end: string | null;
  readonly isBlocked: boolean;
}

/**
 * Runs the pending migrations of a store in one transaction, which is rolled back, and measures each
 * statement. Other processes wait for its locks no longer than the limit.
 * @param prepare statements that `migrate` runs before the migrations
 */
export async function tryMigrations(
  source: DataSource,
  prepare: readonly string[],
  limits: Limits,
): Promise<Trial> {
  // A trial holds the locks of all migrations at once, so it meets transactions that need two.
  for (let attempt = 1; ; attempt++) {
    const trial = await tryOnce(source, prepare, limits);
    if (!trial.isBlocked || attempt === limits.attempts) return trial;
    await delay(TRY_AGAIN_MS);
  }
}

async function tryOnce(source: DataSource, prepare: readonly string[], limits: Limits): Promise<Trial> {
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
    for (const statement of prepare) await runner.query(statement);
    const pending = await new MigrationExecutor(source, runner).getPendingMigrations();
    const measuring = await Measuring.begin(runner, limits);
    let end: string | null = null;
    for (const { name, instance } of pending) {
      if (instance === undefined) continue;
      end = await measuring.measure(name, (db) => instance.up(db), instance.transaction === false);
      if (end !== null) break;
    }
    const { effects, isBlocked } = measuring;
    return { migrations: pending.map(({ name }) => name), effects, end, isBlocked };
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

class Measuring {
  readonly effects: Effect[] = [];
  /** A lock was not free. */
  isBlocked = false;
  /** Since when other processes may wait for a lock of the trial. */
  private othersWaitSince: number | null = null;

  private constructor(
    private readonly runner: QueryRunner,
    private readonly limits: Limits,
    private tables: readonly TableState[],
  ) {}

  static async begin(runner: QueryRunner, limits: Limits): Promise<Measuring> {
    return new Measuring(runner, limits, await tablesIn(runner));
  }

  /** @returns why it did not complete; null: it completed */
  async measure(
    migration: string,
    up: (db: QueryRunner) => Promise<void>,
    isOutside: boolean,
  ): Promise<string | null> {
    const before = this.tables;
    const begun = this.effects.length;
    const query = (statement: string, parameters?: unknown[]): Promise<unknown> =>
      isOutside ? this.leaveOut(migration, statement) : this.run(migration, statement, parameters, before);
    try {
      await up({ query } as unknown as QueryRunner);
      const endedAt = performance.now();
      for (const effect of this.effects.slice(begun)) effect.lockedMs = endedAt - effect.begunAt;
      return null;
    } catch (error) {
      return this.explain(error);
    }
  }

  private leaveOut(migration: string, statement: string): Promise<unknown> {
    this.effects.push({
      migration,
      statement,
      outcome: 'not tried',
      begunAt: performance.now(),
      lockedMs: 0,
      ms: 0,
      tables: [],
    });
    return Promise.resolve([]);
  }

  private async run(
    migration: string,
    statement: string,
    parameters: unknown[] | undefined,
    atBegin: readonly TableState[],
  ): Promise<unknown> {
    const { runner } = this;
    await runner.query(`SET LOCAL statement_timeout = ${this.leftMs()}`);
    const begunAt = performance.now();
    const effect: Effect = {
      migration,
      statement,
      outcome: 'too long',
      begunAt,
      lockedMs: 0,
      ms: 0,
      tables: [],
    };
    this.effects.push(effect);
    const answer: unknown = await runner.query(statement, parameters).finally(() => {
      effect.ms = effect.lockedMs = performance.now() - begunAt;
    });
    await runner.query('SET LOCAL statement_timeout = 0');
    const after = await tablesIn(
      runner,
      this.tables.map(({ oid }) => oid),
    );
    effect.outcome = 'tried';
    effect.tables = changeOf({ atBegin, before: this.tables, after }, statement);
    this.tables = after;
    if (effect.tables.some(({ lock }) => blocksWriters(lock))) this.othersWaitSince ??= begunAt;
    return answer;
  }

  /** Milliseconds that the next statement may take. */
  private leftMs(): number {
    const waited = this.othersWaitSince === null ? 0 : performance.now() - this.othersWaitSince;
    return Math.max(1, Math.round(this.limits.seconds * 1000 - waited));
  }

  private explain(error: unknown): string {
    const code = classifyDriverError(error)?.code;
    const hasGap = this.effects.some(({ outcome }) => outcome === 'not tried');
    if (code === STATEMENT_CANCELLED)
      return `Others would have waited longer than ${this.limits.seconds} s: the trial ended there.`;
    this.effects.at(-1)!.outcome = 'failed';
    if (code === LOCK_TIMED_OUT) {
      this.isBlocked = true;
      return `A lock was not free, ${this.limits.attempts} times: find its holder with pg_blocking_pids(), and repeat the check.`;
    }
    const message = error instanceof Error ? error.message : String(error);
    return hasGap
      ? `It failed, perhaps because statements before it were not tried: deploy those first. ${message}`
      : `It fails: ${message}`;
  }
}
