import { openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { built, killChildren, startChild } from './harness/children.ts';
import type { Row } from './harness/compare.ts';
import { startLoadClient } from './harness/load.ts';
import { startPlatform } from './harness/platform.ts';
import { isAsWanted, report } from './harness/report.ts';
import type { Result } from './harness/report.ts';
import { P1, P1_STRICT } from './rows/full-stack.ts';
import { P9 } from './rows/ingest.ts';
import { P12 } from './rows/memory.ts';
import { P2 } from './rows/metadata-read.ts';

// npm run bench [-- [--controls] [--profile] ROW...]; docs/benchmarks.md says what the rows mean.

const ROWS: readonly Row[] = [P1, P1_STRICT, P2, P9, P12];
/** All rows and controls together take four minutes on two busy cores. */
const RUN_MS = 15 * 60_000;
const RESULTS = join(import.meta.dirname, 'results');

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { controls: { type: 'boolean', default: false }, profile: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((id) => !ROWS.some((row) => row.id === id));
if (unknown.length > 0) {
  console.error(`No such row: ${unknown.join(', ')}. There are ${ROWS.map(({ id }) => id).join(', ')}.`);
  process.exit(2);
}
const chosen = ROWS.filter(({ id }) => positionals.length === 0 || positionals.includes(id));

// To a file, as in production to a pipe: each access line costs its system call.
const logFile = join(tmpdir(), `telephony-bench-${process.pid}.log`);
const accessLog = openSync(logFile, 'w');
const platform = await startPlatform();
let cleaning: Promise<void> | undefined;
const cleanUp = (): Promise<void> => {
  killChildren();
  cleaning ??= platform.stop().then(() => rmSync(logFile, { force: true }));
  return cleaning;
};
// PostgreSQL runs apart from our signals, so whatever ends the run has to end it too.
const giveUp = (reason: string): void => {
  console.error(reason);
  void cleanUp().finally(() => process.exit(1));
};
setTimeout(() => giveUp('The run took too long and was ended.'), RUN_MS).unref();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => giveUp(`Ended by ${signal}.`));

const results: Result[] = [];
try {
  const client = await startLoadClient();
  const startOurs = (worsening?: string) =>
    startChild(
      worsening === undefined ? built('main.js') : join(import.meta.dirname, 'servers/worsened.ts'),
      {
        args: worsening === undefined ? [] : [worsening],
        environment: platform.environment,
        output: accessLog,
        ...(flags.profile ? { profileTo: join(RESULTS, 'profiles') } : {}),
      },
    );
  for (const row of chosen) {
    const worsened = flags.controls;
    if (worsened && row.control === undefined) continue;
    console.log(`${row.id}: ${row.what}, against ${row.against}`);
    results.push({ row, worsened, figures: await row.measure({ platform, client, startOurs }, worsened) });
  }
  await client.stop();
} finally {
  await cleanUp();
}
console.log(`\n${report(results, RESULTS)}`);
process.exit(results.every(isAsWanted) ? 0 : 1);
