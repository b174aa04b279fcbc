import type { QueryRunner } from 'typeorm';
import { lockOf, strongest, type LockMode, type TableEffect } from './verdict.policy.js';

/** A table, or a partition, as a transaction has it. */
export interface TableState {
  readonly oid: string;
  /** The table itself, or the one that it is a part of. */
  readonly root: string;
  readonly bytes: number;
  /** Changes when PostgreSQL rewrites the table. */
  readonly file: string | null;
  /** Counted since the transaction began. */
  readonly scans: number;
  readonly changedRows: number;
  readonly modes: readonly LockMode[];
}

// pg_stat_get_xact_* count what this transaction did; no other view shows that for statements other
// than SELECT.
const STATES = `
  SELECT t.oid::text AS oid, coalesce(pg_partition_root(t.oid), t.oid)::regclass::text AS root,
         coalesce(pg_relation_size(t.oid), 0)::float8 AS bytes, pg_relation_filenode(t.oid)::text AS file,
         pg_stat_get_xact_numscans(t.oid)::float8 AS scans,
         (pg_stat_get_xact_tuples_inserted(t.oid) + pg_stat_get_xact_tuples_updated(t.oid)
           + pg_stat_get_xact_tuples_deleted(t.oid))::float8 AS "changedRows",
         ARRAY(SELECT replace(l.mode, 'Lock', '') FROM pg_locks l
                WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND l.relation = t.oid) AS modes
    FROM pg_class t
   WHERE t.relkind IN ('r', 'p') AND t.relnamespace = 'public'::regnamespace AND t.relname <> 'migrations'
     AND ($1::oid[] IS NULL OR t.oid = ANY ($1))`;

/** Reads the tables of a store; those of `oids` that still exist, if given. */
export const tablesIn = (runner: QueryRunner, oids: readonly string[] | null = null): Promise<TableState[]> =>
  runner.query(STATES, [oids]) as Promise<TableState[]>;

/** States when the migration began, before the statement, and after it. */
interface Moments {
  readonly atBegin: readonly TableState[];
  readonly before: readonly TableState[];
  readonly after: readonly TableState[];
}

/** The effects of a statement on each table that was there before the trial, with its partitions. */
export function changeOf(moments: Moments, statement: string): TableEffect[] {
  const [atBegin, before] = [byOid(moments.atBegin), byOid(moments.before)];
  const effects = new Map<string, TableEffect>();
  for (const now of moments.after) {
    const [first, last] = [atBegin.get(now.oid), before.get(now.oid)];
    if (first === undefined || last === undefined) continue;
    const isTouched = now.scans > last.scans || now.changedRows > last.changedRows || now.file !== last.file;
    const taken = now.modes.filter((mode) => !last.modes.includes(mode));
    // A lock that an earlier migration of the trial took hides one that this migration takes.
    const ownModes = now.modes.filter((mode) => !first.modes.includes(mode));
    const isHidden = first.modes.length > 0 && (isTouched || names(statement, now.root));
    if (!isTouched && !isHidden && taken.length === 0) continue;
    const lock = strongest([...ownModes, ...(isHidden ? [lockOf(statement)] : [])]);
    const known = effects.get(now.root);
    effects.set(now.root, {
      table: now.root,
      lock: strongest([lock, known?.lock ?? 'AccessShare']),
      rewrittenBytes: (known?.rewrittenBytes ?? 0) + (now.file === last.file ? 0 : last.bytes),
      readBytes: (known?.readBytes ?? 0) + (now.scans > last.scans ? last.bytes : 0),
      changedRows: (known?.changedRows ?? 0) + now.changedRows - last.changedRows,
    });
  }
  return [...effects.values()].filter(
    ({ lock, readBytes, changedRows, rewrittenBytes }) =>
      lock !== 'AccessShare' || readBytes + changedRows + rewrittenBytes > 0,
  );
}

const names = (statement: string, table: string): boolean => statement.split(/[^\w]+/).includes(table);

const byOid = (states: readonly TableState[]): ReadonlyMap<string, TableState> =>
  new Map(states.map((state) => [state.oid, state]));
