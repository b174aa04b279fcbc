import { SHOWCASE_TENANT } from '../../demo/calls/showcase-call.ts';
import type { EmbeddedServer } from '../../dev/postgres/embedded-postgres.ts';
import { until } from '../../dev/processes.ts';
import { exportedCalls } from './exported-calls.ts';
import type { CallFile } from './moving-work.ts';
import type { Planted } from './planted-calls.ts';
import { count, isWhole, proof, reportLines, reportRepeated, reportRequests, rows } from '../proof.ts';
import type { RehearsalStep, Row, Work } from '../proof.ts';
import { compareSums, sumsOf } from '../table-sums.ts';
import type { Sums } from '../table-sums.ts';
import { Tally } from '../traffic.ts';
import { EXPECTED, queryOf } from '../upgrade.ts';

/** The databases of the two stores. */
export const SOURCE = 'store_a';
const TARGET = 'store_b';
const FOLLOWED_MS = 300_000;
/** If the command is killed at the switch, its fence opens after ten seconds. */
const PAUSE_SECONDS = { whole: 2, killed: 12 };
/** Kinds of requests that write to the store of the client. */
const WRITES = ['calls', 'campaigns', 'dials', 'do-not-call'];

const DO_NOT_CALL = `
  SELECT suppression_id::text AS name,
         (SELECT count(*) FROM suppressions o
           WHERE (o.client_id, o.data_env, o.phone_hash) = (s.client_id, s.data_env, s.phone_hash)) AS times
    FROM suppressions s WHERE suppression_id = ANY ($1::uuid[])`;

interface Moved {
  /** The server that the client left, and the one that the client moved to. */
  readonly servers: readonly [EmbeddedServer, EmbeddedServer];
  readonly work: Work;
  readonly events: ReadonlyMap<string, ReadonlySet<string>>;
  readonly blocked: readonly string[];
  /** Repeated keys that were refused. */
  readonly refused: number;
  readonly period: readonly [number, number];
  readonly move: {
    readonly seconds: number;
    readonly killed: number;
    /** From the first comparison to the end: writers wait at no other time. */
    readonly held: readonly [number, number];
    /** The command's lines, and when it printed them. */
    readonly steps: readonly RehearsalStep[];
  };
  /** Describes what the logs say about a request. */
  readonly explain: (requestId: string) => string;
  /** Warnings and errors in the logs of all processes. */
  readonly complaints: readonly string[];
  readonly exports: Exports;
  readonly endMove: () => Promise<void>;
}

interface Exports {
  readonly zip: Buffer;
  /** Calls that were acknowledged before the move was requested. */
  readonly before: readonly string[];
  readonly planted: Planted;
  /** The same calls, downloaded before, during and after the move. */
  readonly files: readonly CallFile[];
}

/**
 * Prints the contents of the stores once everything has stopped.
 * @returns whether they are as promised
 */
export async function provesMove(moved: Moved, say: (line: string) => void): Promise<boolean> {
  const { servers, work, events, blocked, refused, move } = moved;
  const row = rows(say);
  const [here, there] = servers.map((server) => ({
    query: queryOf((database) => server.superuserUrl(database)),
  })) as [Asked, Asked];
  const lines = [
    ...(await proof({ metadata: here, stores: there }, work, events, TARGET)),
    await count([there, TARGET], 'do-not-call entries', blocked, DO_NOT_CALL),
  ];
  reportLines(lines, row);
  row('repeated keys, refused', '', refused);
  reportRequests(work.traffic.tallies, row, say);
  const again = work.traffic.tallies.flatMap(({ repeated }) => repeated);
  reportRepeated(work.traffic.tallies, move.steps, moved.explain, say);
  const others = [...new Set(moved.complaints)].filter((it) => !EXPECTED.test(it));
  row('other lines in logs', others.length);
  for (const line of others.slice(0, 10)) say(`  ${line.slice(0, 300)}`);
  const isExported = await provesExports(moved.exports, work, row);
  const isShort = await provesPause(moved, here, row);

  if (!(await hasFollowed(there))) say('The store that the client left does not follow.');
  const own = { tenant: SHOWCASE_TENANT, others: false };
  const [was, is] = [await sumsOf(servers[0], SOURCE, own), await sumsOf(servers[1], TARGET, own)];
  const differing = compareSums('table', withoutFences(was), withoutFences(is), row);
  await moved.endMove();
  const left = [...withoutFences(await sumsOf(servers[0], SOURCE, own)).values()];
  const leftRows = left.reduce((sum, it) => sum + it.rows, 0);
  const leftSlots = (await replicationOf(here)) + (await replicationOf(there));
  row('after move-tenant --end', 'rows', 'replications');
  row('  left behind', leftRows, leftSlots);

  const isProven =
    isWhole(lines) &&
    refused === 0 &&
    work.traffic.tallies.every(({ wrong }) => wrong.length === 0) &&
    (move.killed > 0 || again.length === 0) &&
    isExported &&
    isShort &&
    differing + leftRows + leftSlots === 0;
  say(isProven ? 'PROVEN: nothing was lost, repeated or refused' : 'NOT PROVEN: see above');
  return isProven;
}

/** A server that is queried as a superuser. */
interface Asked {
  query<T extends object>(database: string, text: string, values?: readonly unknown[]): Promise<T[]>;
}

async function provesPause({ work, period, move }: Moved, metadata: Asked, row: Row): Promise<boolean> {
  const [told] = await metadata.query<{ pause: number; rows: string }>(
    'metadata',
    'SELECT pause_ms AS pause, rows_compared::text AS rows FROM tenant_moves ORDER BY started_at DESC LIMIT 1',
  );
  const writes = work.traffic.tallies.filter(({ name }) => WRITES.includes(name));
  const all = new Tally('any write');
  all.acknowledgedAt.push(...writes.flatMap((it) => it.acknowledgedAt).toSorted((one, other) => one - other));
  row('the move', 'seconds', 'rows compared', 'commands killed');
  row('', move.seconds.toFixed(1), told!.rows, move.killed);
  const [from, to] = move.held;
  row('longest gap in seconds', 'held up', 'otherwise');
  for (const tally of [all, ...writes]) {
    const otherwise = Math.max(tally.longestGap(period[0], from), tally.longestGap(to, period[1]));
    row(`  ${tally.name}`, tally.longestGap(from, to).toFixed(2), otherwise.toFixed(2));
  }
  row('  at the switch, as told', (told!.pause / 1000).toFixed(2));
  return all.longestGap(from, to) <= (move.killed > 0 ? PAUSE_SECONDS.killed : PAUSE_SECONDS.whole);
}

async function provesExports(
  { zip, before, planted, files }: Exports,
  work: Work,
  row: Row,
): Promise<boolean> {
  const { rows: exported, times } = await exportedCalls(zip, new Set(work.calls));
  const found = before.filter((id) => times.has(id)).length;
  const twice = [...times.values()].filter((n) => n > 1).length;
  row('exports', 'calls', 'should be', 'twice');
  row('  of all calls, by the worker', exported, planted.calls + times.size, twice);
  row('    acknowledged before it', found, before.length);
  for (const [index, file] of files.entries())
    row(`  of one range, ${index + 1}`, file.rows, planted.stretch.calls, '');
  const isSame = new Set(files.map(({ sha256 }) => sha256)).size === 1;
  row('  checksums of the range', isSame ? 'equal' : 'DIFFER');
  return (
    exported === planted.calls + times.size &&
    twice === 0 &&
    found === before.length &&
    isSame &&
    files.every((file) => file.rows === planted.stretch.calls)
  );
}

/** Each store keeps its own fences. */
const withoutFences = (sums: Sums): Sums => new Map([...sums].filter(([name]) => name !== 'tenant_fences'));

/** Waits until the store that the client left has received everything written to the other one. */
async function hasFollowed(there: Asked): Promise<boolean> {
  const [now] = await there.query<{ lsn: string }>(
    TARGET,
    `SELECT pg_logical_emit_message(false, 'rehearsal', '', true)::text AS lsn`,
  );
  const isThere = async (): Promise<boolean> =>
    (
      await there.query(
        TARGET,
        `SELECT FROM pg_replication_slots WHERE slot_name LIKE 'move_back_%' AND confirmed_flush_lsn >= $1`,
        [now!.lsn],
      )
    ).length === 1;
  return until(isThere, FOLLOWED_MS, 200);
}

async function replicationOf(server: Asked): Promise<number> {
  const [left] = await server.query<{ n: number }>(
    'postgres',
    'SELECT ((SELECT count(*) FROM pg_replication_slots) + (SELECT count(*) FROM pg_subscription))::integer AS n',
  );
  return left!.n;
}
