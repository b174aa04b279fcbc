import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Lifecycle } from '../dev/lifecycle.ts';
import { rehearseFailover } from './failover.ts';
import { PatroniServer } from './patroni-server.ts';
import { rehearseMove } from './moves/move.ts';
import { rehearseRestore } from './restore.ts';
import { rehearseUpgrade } from './upgrade.ts';

// npm run rehearse -- failover, or another; docs/operations.md explains what each one shows.

type Rehearse = (
  folder: string,
  lifecycle: Lifecycle,
  say: (line: string) => void,
  args: readonly string[],
) => Promise<boolean>;

const REHEARSALS: Readonly<Record<string, Rehearse>> = {
  failover: (folder, lifecycle, say) => rehearseFailover(folder, lifecycle, say),
  'failover-patroni': (folder, lifecycle, say) =>
    rehearseFailover(folder, lifecycle, say, undefined, PatroniServer.start),
  move: (folder, lifecycle, say, args) => {
    const { values } = parseArgs({
      args: [...args],
      options: { calls: { type: 'string' }, kill: { type: 'boolean', default: false } },
    });
    const calls = values.calls === undefined ? {} : { calls: Number(values.calls) };
    return rehearseMove(folder, lifecycle, say, { ...calls, kills: values.kill });
  },
  restore: (folder, lifecycle, say) => rehearseRestore(folder, lifecycle, say),
  upgrade: (folder, lifecycle, say, [commit]) => rehearseUpgrade(folder, lifecycle, say, { commit }),
};

const began = performance.now();
const say = (line: string): void =>
  void process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);

/**
 * Rehearses on separate servers, which it removes.
 * @returns the exit code
 */
async function main([name = '', ...args]: readonly string[]): Promise<number> {
  const rehearse = Object.hasOwn(REHEARSALS, name) ? REHEARSALS[name] : undefined;
  if (rehearse === undefined) {
    process.stderr.write(`Usage: npm run rehearse -- ${Object.keys(REHEARSALS).join('|')}\n`);
    return 2;
  }
  const lifecycle = new Lifecycle();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => lifecycle.requestStop());
  const folder = mkdtempSync(join(tmpdir(), 'telephony-rehearsal-'));
  chmodSync(folder, 0o755);
  lifecycle.onClose(async () => rmSync(folder, { recursive: true, force: true }));
  try {
    return (await lifecycle.waitFor(rehearse(folder, lifecycle, say, args))) ? 0 : 1;
  } catch (error) {
    if (!lifecycle.isStopping)
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return 1;
  } finally {
    lifecycle.requestStop();
    await lifecycle.close((error) => process.stderr.write(`${String(error)}\n`));
  }
}

process.exit(await main(process.argv.slice(2)));
