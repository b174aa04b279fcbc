import type { RehearsedPlatform } from './rehearsed-platform.ts';
import type { ServerWithStandby } from './replicated-server.ts';
import type { Tally, Traffic } from './traffic.ts';

/** One line of the proof. */
interface Line {
  readonly what: string;
  readonly acknowledged: number;
  readonly found: number;
  readonly twice: number;
}

/** The traffic, and the acknowledgements that it got. */
export interface Work {
  readonly traffic: Traffic;
  readonly calls: string[];
  /** Name of each project or campaign that was created. */
  readonly projects: string[];
  readonly campaigns: string[];
  readonly dialled: string[];
  readonly ended: string[];
}

/** When a primary was killed, and its standby was promoted. */
export interface Failover {
  readonly what: string;
  readonly killedAt: number;
  readonly promotedAt: number;
}

/** Counts the data on the new primaries. */
export async function proof(
  { metadata, stores }: RehearsedPlatform,
  work: Work,
  events: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Line[]> {
  const count = async (
    [server, database]: readonly [ServerWithStandby, string],
    what: string,
    names: readonly string[],
    text: string,
  ): Promise<Line> => {
    const rows = await server.query<{ name: string; times: string }>(database, text, [names]);
    return {
      what,
      acknowledged: names.length,
      found: rows.length,
      twice: rows.filter(({ times }) => Number(times) > 1).length,
    };
  };
  const [a, b] = [[stores, 'store_a'] as const, [stores, 'store_b'] as const];
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
      // A contact that was leased twice was dialled twice.
      twice: work.dialled.length - new Set(work.dialled).size,
    },
    {
      what: 'webhook events of calls',
      acknowledged: work.calls.length,
      found: told.filter((ids) => ids > 0).length,
      // A repetition has the same id; another id is another event.
      twice: told.filter((ids) => ids > 1).length,
    },
  ];
}

/** Prints the proof, and how long each kind of request went unanswered. */
export function report(
  lines: readonly Line[],
  tallies: readonly Tally[],
  failovers: readonly Failover[],
  calmMs: number,
  say: (line: string) => void,
): void {
  const row = (first: string, ...others: (string | number)[]): void =>
    say(first.padEnd(28) + others.map((it) => String(it).padStart(14)).join(''));
  row('', 'acknowledged', 'found', 'missing', 'twice');
  for (const { what, acknowledged, found, twice } of lines)
    row(what, acknowledged, found, acknowledged - found, twice);
  for (const { what, killedAt, promotedAt } of failovers) {
    row(`failover of the ${what}`, 'longest gap', 'used after');
    for (const tally of tallies)
      row(
        `  ${tally.name}`,
        `${tally.longestGap(killedAt, promotedAt + calmMs).toFixed(1)} s`,
        `${tally.secondsUntilNext(promotedAt).toFixed(1)} s`,
      );
  }
  row('requests', 'acknowledged', 'sent again', 'other answers');
  for (const { name, acknowledgedAt, repeated, wrong } of tallies)
    row(`  ${name}`, acknowledgedAt.length, repeated, wrong.length);
  for (const answer of tallies.flatMap(({ wrong }) => wrong).slice(0, 5)) say(`  ${answer.slice(0, 300)}`);
}
