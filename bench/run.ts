import { openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { groupsOf } from './groups/groups.ts';
import type { Group } from './groups/group.ts';
import { built, killChildren, startChild } from './harness/children.ts';
import type { Row, StartOurs } from './harness/compare.ts';
import { startLoadClient } from './harness/load.ts';
import type { Platform } from './harness/platform.ts';
import { isAsWanted, report } from './harness/report.ts';
import type { Result } from './harness/report.ts';

// npm run bench [-- [--controls] [--profile] [--fresh] [--trial] GROUP|ROW...]; docs/benchmarks.md
// explains the rows.

const RESULTS = join(import.meta.dirname, 'results');

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    controls: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    trial: { type: 'boolean', default: false },
  },
});

/** Undo steps of a group, run in reverse order. */
const undos: (() => Promise<void>)[] = [];
const onClose = (undo: () => Promise<void>): void => void undos.push(undo);

const groups = groupsOf({ startOursOn, onClose, flags });
const known = groups.flatMap(({ name, rows }) => [name, ...rows.map(({ id }) => id)]);
const unknown = positionals.filter((asked) => !known.includes(asked));
if (unknown.length > 0) {
  console.error(`Nothing is called ${unknown.join(', ')}. There are ${known.join(', ')}.`);
  process.exit(2);
}

// To a file, as in production to a pipe: each access line costs a system call.
const logFile = join(tmpdir(), `telephony-bench-${process.pid}.log`);
const accessLog = openSync(logFile, 'w');

function startOursOn(platform: Platform): StartOurs {
  return (worsening, settings = {}, preload = undefined) =>
    startChild(
      worsening === undefined ? built('main.js') : join(import.meta.dirname, 'servers/worsened.ts'),
      {
        args: worsening === undefined ? [] : [worsening],
        environment: { ...platform.environment, ...settings },
        output: accessLog,
        ...(preload === undefined ? {} : { preload }),
        ...(flags.profile ? { profileTo: join(RESULTS, 'profiles') } : {}),
      },
    );
}

let undoing = Promise.resolve();
/** A second call waits for the first. */
function undoAll(): Promise<void> {
  undoing = undoing.then(async () => {
    for (let undo = undos.pop(); undo; undo = undos.pop()) await undo();
  });
  return undoing;
}

// PostgreSQL does not receive our signals, so every end of the run must also stop it.
let hasGivenUp = false;
function giveUp(reason: string): void {
  console.error(reason);
  hasGivenUp = true;
  killChildren();
  void undoAll().finally(() => {
    rmSync(logFile, { force: true });
    process.exit(1);
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => giveUp(`Ended by ${signal}.`));

const results: Result[] = [];

async function measure({ name, rows, withinMs, measure: measureRows }: Group): Promise<void> {
  const worsened = flags.controls;
  const isAsked = positionals.includes(name) || (positionals.length === 0 && name === groups[0]?.name);
  const isChosen = (row: Row<never>): boolean =>
    (isAsked || positionals.includes(row.id)) &&
    !(worsened && (row.control === undefined || row.target === null));
  if (!rows.some(isChosen)) return;
  const deadline = setTimeout(() => giveUp('The run took too long and was ended.'), withinMs);
  try {
    await measureRows(await startLoadClient(), {
      isChosen,
      worsened,
      measured: (row, figures) => results.push({ row, worsened, figures }),
    });
  } finally {
    clearTimeout(deadline);
    killChildren();
    await undoAll();
  }
}

/** A broken group does not prevent the measurement of the others. */
const failures: { readonly group: string; readonly error: unknown }[] = [];
for (const group of groups) {
  if (hasGivenUp) break;
  try {
    await measure(group);
  } catch (error) {
    failures.push({ group: group.name, error });
  }
}
rmSync(logFile, { force: true });
// Reports the rows that were measured before a failure, because they took time too.
if (results.length > 0) console.log(`\n${report(results, RESULTS)}`);
// After giveUp, every child reports the same failure.
if (!hasGivenUp) for (const { group, error } of failures) console.error(`Group ${group} broke:`, error);
process.exit(failures.length === 0 && results.every(isAsWanted) ? 0 : 1);
