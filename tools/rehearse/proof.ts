import type { Tally, Traffic } from './traffic.ts';

/** A server that is queried as a superuser. */
interface Asked {
  query<T extends object>(database: string, text: string, values?: readonly unknown[]): Promise<T[]>;
}

export interface Line {
  readonly what: string;
  readonly acknowledged: number;
  readonly found: number;
  readonly twice: number;
}

/** The traffic and its acknowledgements. */
export interface Work {
  readonly traffic: Traffic;
  readonly calls: string[];
  /** Name of each project or campaign that was created. */
  readonly projects: string[];
  readonly campaigns: string[];
  /** The idempotency key of each campaign. */
  readonly keys: Map<string, string>;
  readonly dialled: string[];
  readonly ended: string[];
}

/** When a primary was killed, and its standby was promoted. */
export interface Failover {
  readonly what: string;
  readonly killedAt: number;
  readonly promotedAt: number;
}

/**
 * Counts acknowledged data that a server has.
 * @param text finds `name` and `times` of the names in $1
 */
export async function count(
  [server, database]: readonly [Asked, string],
  what: string,
  names: readonly string[],
  text: string,
): Promise<Line> {
  const rows = await server.query<{ name: string; times: string }>(database, text, [names]);
  return {
    what,
    acknowledged: names.length,
    found: rows.length,
    twice: rows.filter(({ times }) => Number(times) > 1).length,
  };
}

/**
 * Counts the acknowledged data on the servers.
 * @param callStore the database of the calls; campaigns are in store_b
 */
export async function proof(
  { metadata, stores }: { readonly metadata: Asked; readonly stores: Asked },
  work: Work,
  events: ReadonlyMap<string, ReadonlySet<string>>,
  callStore = 'store_a',
): Promise<Line[]> {
  const [a, b] = [[stores, callStore] as const, [stores, 'store_b'] as const];
  const told = work.calls.map((id) => events.get(id)?.size ?? 0);
  return [
    await count(
      a,
      'calls',
      work.calls,
      'SELECT call_id AS name, count(*) AS times FROM calls WHERE call_id = ANY($1) GROUP BY 1',
    ),
    await count(
      [metadata, 'metadata'],
      'projects',
      work.projects,
      'SELECT display_name AS name, count(*) AS times FROM projects WHERE display_name = ANY($1) GROUP BY 1',
    ),
    await count(
      b,
      'campaigns',
      work.campaigns,
      'SELECT name, count(*) AS times FROM campaigns WHERE name = ANY($1) GROUP BY 1',
    ),
    {
      ...(await count(
        b,
        'dials reported as ended',
        work.ended,
        `SELECT dispatch_id AS name, count(*) AS times FROM dispatches
          WHERE dispatch_id = ANY($1) AND status = 'ended' GROUP BY 1`,
      )),
      // A contact that was claimed twice was dialled twice.
      twice: work.dialled.length - new Set(work.dialled).size,
    },
    {
      what: 'webhook events of calls',
      acknowledged: work.calls.length,
      found: told.filter((ids) => ids > 0).length,
      // A repetition has the same id; another id means another event.
      twice: told.filter((ids) => ids > 1).length,
    },
  ];
}

/** Whether data of each kind was acknowledged, and all of it was found exactly once. */
export const isWhole = (lines: readonly Line[]): boolean =>
  lines.every(({ acknowledged, found, twice }) => acknowledged > 0 && found === acknowledged && twice === 0);

/** Prints a row of a table. */
export type Row = (first: string, ...others: (string | number)[]) => void;

/** Prints rows of tables with columns of equal width. */
export const rows =
  (say: (line: string) => void): Row =>
  (first, ...others) =>
    say(first.padEnd(28) + others.map((it) => String(it).padStart(14)).join(''));

/** Prints the proof, and how long each kind of request had no answer. */
export function report(
  lines: readonly Line[],
  tallies: readonly Tally[],
  failovers: readonly Failover[],
  calmMs: number,
  say: (line: string) => void,
): void {
  const row = rows(say);
  reportLines(lines, row);
  for (const { what, killedAt, promotedAt } of failovers) {
    row(`failover of the ${what}`, 'longest gap', 'used after');
    for (const tally of tallies)
      row(
        `  ${tally.name}`,
        `${tally.longestGap(killedAt, promotedAt + calmMs).toFixed(1)} s`,
        `${tally.secondsUntilNext(promotedAt).toFixed(1)} s`,
      );
  }
  reportRequests(tallies, row, say);
}

export function reportLines(lines: readonly Line[], row: Row): void {
  row('', 'acknowledged', 'found', 'missing', 'twice');
  for (const { what, acknowledged, found, twice } of lines)
    row(what, acknowledged, found, acknowledged - found, twice);
}

export function reportRequests(tallies: readonly Tally[], row: Row, say: (line: string) => void): void {
  row('requests', 'acknowledged', 'sent again', 'other answers');
  for (const { name, acknowledgedAt, repeated, wrong } of tallies)
    row(`  ${name}`, acknowledgedAt.length, repeated.length, wrong.length);
  for (const answer of tallies.flatMap(({ wrong }) => wrong).slice(0, 5)) say(`  ${answer.slice(0, 300)}`);
}

/** A step of a rehearsal, and when it began. */
export interface RehearsalStep {
  readonly at: number;
  readonly said: string;
}

const SHOWN_REQUESTS = 20;

/** Prints when each repeated request failed, in which step, and what the logs say. */
export function reportRepeated(
  tallies: readonly Tally[],
  steps: readonly RehearsalStep[],
  explain: (requestId: string) => string,
  say: (line: string) => void,
): void {
  for (const { at, what, requestId } of tallies
    .flatMap(({ repeated }) => repeated)
    .slice(0, SHOWN_REQUESTS)) {
    const step = steps.findLast((it) => it.at <= at)?.said ?? 'at the begin';
    // The same clock as that of the lines.
    say(`  ${what} at ${(at / 1000).toFixed(1)} s (${step})`);
    if (requestId !== null) say(`    ${explain(requestId)}`);
  }
}
