/** PostgreSQL's locks of tables, from the weakest on. */
const MODES = [
  'AccessShare',
  'RowShare',
  'RowExclusive',
  'ShareUpdateExclusive',
  'Share',
  'ShareRowExclusive',
  'Exclusive',
  'AccessExclusive',
] as const;
export type LockMode = (typeof MODES)[number];

/** The most that a migration may do. */
export interface Limits {
  /** A larger table is not read or rewritten while others wait. */
  readonly largeBytes: number;
  /** Rows that one statement may change. */
  readonly rows: number;
  /** Seconds that other processes may wait for locks. */
  readonly seconds: number;
  /** A trial that meets a lock is repeated this many times. */
  readonly attempts: number;
}

/** The effect of a statement on a table, with its partitions. */
export interface TableEffect {
  readonly table: string;
  /** The strongest lock that the migration holds after the statement. */
  readonly lock: LockMode;
  readonly rewrittenBytes: number;
  readonly readBytes: number;
  readonly changedRows: number;
}

/** A statement of a migration, and its measures. */
export interface Effect {
  readonly migration: string;
  readonly statement: string;
  outcome: 'tried' | 'too long' | 'failed' | 'not tried';
  readonly begunAt: number;
  ms: number;
  /** From its start to the end of its migration, when its locks end. */
  lockedMs: number;
  tables: readonly TableEffect[];
}

/** A statement that must not run on a large store. */
export interface Refusal {
  readonly fault: string;
  readonly instead: string;
}

const rank = (mode: LockMode): number => MODES.indexOf(mode);

export const strongest = (modes: readonly LockMode[]): LockMode =>
  modes.reduce((one, other) => (rank(other) > rank(one) ? other : one), 'AccessShare');

/** Whether inserts and updates of the table wait for the lock. */
export const blocksWriters = (mode: LockMode): boolean => rank(mode) >= rank('Share');

/** Names those who wait for the lock. */
export function waitersFor(mode: LockMode): string {
  if (mode === 'AccessExclusive') return 'readers and writers wait';
  return blocksWriters(mode) ? 'writers wait' : 'no request waits';
}

/** The kinds of statements: the lock that each takes, and what to write in its place. */
const KINDS: readonly { readonly matches: RegExp; readonly lock: LockMode; readonly instead: string }[] = [
  {
    matches: /^create (unique )?index/i,
    lock: 'Share',
    instead:
      'CREATE INDEX CONCURRENTLY, in a migration with `transaction = false`. For a table with partitions: CREATE INDEX ON ONLY ' +
      'the table, CREATE INDEX CONCURRENTLY on each partition, and ALTER INDEX ... ATTACH PARTITION.',
  },
  {
    matches: /validate constraint/i,
    lock: 'ShareUpdateExclusive',
    instead:
      'VALIDATE CONSTRAINT in a migration of its own, after the one that adds the constraint NOT VALID.',
  },
  {
    matches: /alter (column )?\S+ set not null/i,
    lock: 'AccessExclusive',
    instead:
      'ADD CONSTRAINT ... NOT NULL column NOT VALID, and VALIDATE CONSTRAINT in a migration of its own: it blocks no writer.',
  },
  {
    matches: /alter (column )?\S+ (set data )?type/i,
    lock: 'AccessExclusive',
    instead:
      'a new column of the new type beside the old one: this release writes both, the worker fills the old rows in batches, and a ' +
      'later release reads the new one.',
  },
  {
    matches: /add column/i,
    lock: 'AccessExclusive',
    instead:
      'ADD COLUMN without a default, or with a constant one, which writes no row. The worker fills the old rows in batches.',
  },
  {
    matches: /add constraint/i,
    lock: 'AccessExclusive',
    instead: 'ADD CONSTRAINT ... NOT VALID, and VALIDATE CONSTRAINT in a migration of its own.',
  },
  {
    matches: /^(update|delete|insert|merge|with)/i,
    lock: 'RowExclusive',
    instead:
      'the new schema alone. The worker changes the rows in batches, each in a transaction of its own.',
  },
  {
    matches: /^alter/i,
    lock: 'AccessExclusive',
    instead: 'a new table or column beside the old one, which the worker fills in batches.',
  },
];

const kindOf = (statement: string) => KINDS.find(({ matches }) => matches.test(statement.trim()));

/** The lock that PostgreSQL's manual names for a statement of this kind. */
export const lockOf = (statement: string): LockMode => kindOf(statement)?.lock ?? 'AccessShare';

/** Why a statement must not run on this store; empty: it may. */
export function refusalsOf({ statement, outcome, tables }: Effect, limits: Limits): Refusal[] {
  const instead = kindOf(statement)?.instead ?? 'a statement that leaves the rows alone.';
  const faults = tables.flatMap(({ table, lock, rewrittenBytes, readBytes, changedRows }) => {
    if (rewrittenBytes > limits.largeBytes) return [`it rewrites ${table} (${sizeOf(rewrittenBytes)})`];
    if (readBytes > limits.largeBytes && blocksWriters(lock))
      return [`it reads ${table} (${sizeOf(readBytes)}) under a lock for which ${waitersFor(lock)}`];
    return changedRows > limits.rows ? [`it changes ${changedRows} rows of ${table} at once`] : [];
  });
  if (outcome === 'too long') faults.push(`it does not end within ${limits.seconds} s`);
  return faults.map((fault) => ({ fault, instead }));
}

/** A size as a person reads it. */
export const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${Math.round(bytes / 1024 / 1024)} MiB`;
