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
}

/** How a statement touches a table, with its partitions. */
export interface Touch {
  readonly table: string;
  /** The strongest lock that the migration holds after the statement. */
  readonly lock: LockMode;
  readonly rewrites: boolean;
  /** Reads the whole table. */
  readonly reads: boolean;
  /** Inserts, updates or deletes rows. */
  readonly changes: boolean;
}

/** A statement of a migration, as it ran on an empty copy of the schema. */
export interface Step {
  readonly migration: string;
  readonly statement: string;
  /** It runs outside of a transaction, and its locks are not observed. */
  readonly isAlone: boolean;
  ms: number;
  touches: readonly Touch[];
}

export interface TableSize {
  readonly bytes: number;
  readonly rows: number;
}

/** The effect of a statement on a table of a store in use. */
interface TableEffect {
  readonly table: string;
  readonly lock: LockMode;
  readonly rewrittenBytes: number;
  readonly readBytes: number;
  /** At most. */
  readonly changedRows: number;
}

/** A statement of a migration, and its effects on a store in use. */
export interface Effect {
  readonly migration: string;
  readonly statement: string;
  readonly isAlone: boolean;
  readonly ms: number;
  /** From its start to the end of its migration, when its locks end. */
  readonly lockedMs: number;
  readonly tables: readonly TableEffect[];
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

/** The kinds of statements, and what to write in the place of each. */
const KINDS: readonly { readonly matches: RegExp; readonly instead: string }[] = [
  {
    matches: /^create (unique )?index/i,
    instead:
      'CREATE INDEX CONCURRENTLY, in a migration with `transaction = false`. For a table with partitions: CREATE INDEX ON ONLY ' +
      'the table, CREATE INDEX CONCURRENTLY on each partition, and ALTER INDEX ... ATTACH PARTITION.',
  },
  {
    matches: /validate constraint/i,
    instead: 'VALIDATE CONSTRAINT in a separate migration, after the one that adds the constraint NOT VALID.',
  },
  {
    matches: /alter (column )?\S+ set not null/i,
    instead:
      'ADD CONSTRAINT ... NOT NULL column NOT VALID, and VALIDATE CONSTRAINT in a separate migration: it blocks no writer.',
  },
  {
    matches: /alter (column )?\S+ (set data )?type/i,
    instead:
      'a new column of the new type beside the old one: this release writes both, the worker fills the old rows in batches, and a ' +
      'later release reads the new one.',
  },
  {
    matches: /add column/i,
    instead:
      'ADD COLUMN without a default, or with a constant one, which writes no row. The worker fills the old rows in batches.',
  },
  {
    matches: /add constraint/i,
    instead: 'ADD CONSTRAINT ... NOT VALID, and VALIDATE CONSTRAINT in a separate migration.',
  },
  {
    matches: /^(update|delete|insert|merge|with)/i,
    instead:
      'the new schema alone. The worker changes the rows in batches, each in a transaction of its own.',
  },
  {
    matches: /^alter/i,
    instead: 'a new table or column beside the old one, which the worker fills in batches.',
  },
];

const kindOf = (statement: string) => KINDS.find(({ matches }) => matches.test(statement.trim()));

// As measured with tables that are in memory; slower disks take longer.
const READ_BYTES_PER_MS = 1024 * 1024;
const REWRITTEN_BYTES_PER_MS = 100 * 1024;
const CHANGED_ROWS_PER_MS = 100;

/** The effects of a trial's steps on a store whose tables have these sizes. */
export function effectsOf(steps: readonly Step[], sizes: ReadonlyMap<string, TableSize>): Effect[] {
  const effects: Effect[] = [];
  // From the last on: the locks of a statement last until its migration ends.
  let later: Effect | undefined;
  for (const step of [...steps].reverse()) {
    const tables = tableEffectsOf(step, sizes);
    const ms = tables.reduce(
      (sum, { readBytes, rewrittenBytes, changedRows }) =>
        sum +
        readBytes / READ_BYTES_PER_MS +
        rewrittenBytes / REWRITTEN_BYTES_PER_MS +
        changedRows / CHANGED_ROWS_PER_MS,
      step.ms,
    );
    const { migration, statement, isAlone } = step;
    const laterMs = later?.migration === migration ? later.lockedMs : 0;
    effects.push((later = { migration, statement, isAlone, ms, lockedMs: ms + laterMs, tables }));
  }
  return effects.reverse();
}

function tableEffectsOf({ statement, touches }: Step, sizes: ReadonlyMap<string, TableSize>): TableEffect[] {
  // A table that is not there yet has no rows, and no request uses it.
  const known = touches.flatMap((touch) => {
    const size = sizes.get(touch.table);
    return size === undefined ? [] : [{ ...touch, ...size }];
  });
  const readRows = known.reduce((sum, { reads, rows }) => sum + (reads ? rows : 0), 0);
  const onlyAdds = !/\b(update|delete|merge)\b/i.test(statement);
  return known.map(({ table, lock, rewrites, reads, changes, bytes, rows }) => ({
    table,
    lock,
    rewrittenBytes: rewrites ? bytes : 0,
    readBytes: reads ? bytes : 0,
    changedRows: changes ? Math.round(onlyAdds ? readRows : rows) : 0,
  }));
}

/** Why a statement must not run on this store; empty: it may. */
export function refusalsOf({ statement, tables }: Effect, limits: Limits): Refusal[] {
  const instead = kindOf(statement)?.instead ?? 'a statement that leaves the rows alone.';
  const faults = tables.flatMap(({ table, lock, rewrittenBytes, readBytes, changedRows }) => {
    if (rewrittenBytes > limits.largeBytes) return [`it rewrites ${table} (${sizeOf(rewrittenBytes)})`];
    if (readBytes > limits.largeBytes && blocksWriters(lock))
      return [`it reads ${table} (${sizeOf(readBytes)}) under a lock for which ${waitersFor(lock)}`];
    return changedRows > limits.rows ? [`it may change ${changedRows} rows of ${table} at once`] : [];
  });
  return faults.map((fault) => ({ fault, instead }));
}

/** A size as a person reads it. */
export const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${Math.round(bytes / 1024 / 1024)} MiB`;
