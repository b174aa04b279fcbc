import type { QueryRunner } from 'typeorm';
import { strongest, type LockMode, type Touch } from './verdict.policy.js';

/** A table, or a partition, as a transaction has it. */
export interface TableState {
  readonly oid: string;
  /** The table itself, or the one that it is a part of. */
  readonly root: string;
  /** Changes when PostgreSQL rewrites the table, even an empty one. */
  readonly file: string | null;
  /** Counted since the transaction began. */
  readonly scans: number;
  readonly modes: readonly LockMode[];
}

// pg_stat_get_xact_numscans counts what this transaction read; no other view shows that for
// statements other than SELECT.
const STATES = `
  SELECT t.oid::text AS oid, coalesce(pg_partition_root(t.oid), t.oid)::regclass::text AS root,
         pg_relation_filenode(t.oid)::text AS file, pg_stat_get_xact_numscans(t.oid)::float8 AS scans,
         ARRAY(SELECT replace(l.mode, 'Lock', '') FROM pg_locks l
                WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND l.relation = t.oid) AS modes
    FROM pg_class t
   WHERE t.relkind IN ('r', 'p') AND t.relnamespace = 'public'::regnamespace
     AND ($1::oid[] IS NULL OR t.oid = ANY ($1))`;

/** Reads the tables of a store; those of `oids` that still exist, if given. */
export const tablesIn = (runner: QueryRunner, oids: readonly string[] | null = null): Promise<TableState[]> =>
  runner.query(STATES, [oids]) as Promise<TableState[]>;

/** How the statement between two states touched each table, with its partitions. */
export function touchesOf(
  before: readonly TableState[],
  after: readonly TableState[],
  statement: string,
): Touch[] {
  const known = new Map(before.map((state) => [state.oid, state]));
  const touches = new Map<string, Touch>();
  for (const now of after) {
    const last = known.get(now.oid);
    if (last === undefined) continue;
    const writes = now.modes.includes('RowExclusive');
    const touch = {
      rewrites: now.file !== last.file,
      reads: now.scans > last.scans,
      changes:
        writes &&
        (!last.modes.includes('RowExclusive') || (isChange(statement) && names(statement, now.root))),
    };
    const isTouched = touch.rewrites || touch.reads || touch.changes || names(statement, now.root);
    if (!isTouched && now.modes.every((mode) => last.modes.includes(mode))) continue;
    const others = touches.get(now.root);
    touches.set(now.root, {
      table: now.root,
      lock: strongest([...now.modes, others?.lock ?? 'AccessShare']),
      rewrites: touch.rewrites || (others?.rewrites ?? false),
      reads: touch.reads || (others?.reads ?? false),
      changes: touch.changes || (others?.changes ?? false),
    });
  }
  return [...touches.values()].filter(
    ({ lock, reads, rewrites }) => lock !== 'AccessShare' || reads || rewrites,
  );
}

const isChange = (statement: string): boolean => /^\s*(with|update|delete|insert|merge)\b/i.test(statement);

const names = (statement: string, table: string): boolean => statement.split(/[^\w]+/).includes(table);
