import { realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readIfPresent, StartError } from '../files.ts';
import { commandLine, signalIfAlive, until } from '../processes.ts';

/**
 * A fast shutdown rolls back and writes a checkpoint: a second or two for a demo, so half a minute
 * is ample.
 */
const FAST_SHUTDOWN_MS = 30_000;
/**
 * An immediate shutdown only ends processes, as soon as a busy machine gets to it; the next start
 * recovers the rest.
 */
const IMMEDIATE_SHUTDOWN_MS = 60_000;

/** The lines of a cluster's postmaster.pid that matter here. */
interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** Reads postmaster.pid; null if there is none or it is still being written. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  const lines = readIfPresent(join(cluster, 'postmaster.pid'))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return null;
  // The eighth line is the state, which pg_ctl waits for too; a standby also accepts connections.
  return { pid, port: Number(lines[3]), ready: ['ready', 'standby'].includes(lines[7]?.trim() ?? '') };
}

/**
 * Whether the process is a PostgreSQL server on this cluster, not another process that got its pid
 * later.
 */
function isPostmasterOf(pid: number, cluster: string): boolean {
  const [program = '', ...args] = commandLine(pid);
  if (!basename(program).startsWith('postgres')) return false;
  const folder = args[args.indexOf('-D') + 1] ?? '';
  try {
    return realpathSync(folder) === realpathSync(cluster);
  } catch {
    return false;
  }
}

/**
 * Stops the server: fast first, then immediately if that takes too long or `immediate` is set.
 * @throws StartError if it survives both
 */
export async function stopPostmaster(pid: number, cluster: string, immediate = false): Promise<void> {
  const gone = () => !isPostmasterOf(pid, cluster);
  if (!immediate) {
    signalIfAlive(pid, 'SIGINT');
    if (await until(gone, FAST_SHUTDOWN_MS)) return;
  }
  signalIfAlive(pid, 'SIGQUIT');
  if (await until(gone, IMMEDIATE_SHUTDOWN_MS)) return;
  throw new StartError(`PostgreSQL (pid ${pid}) does not stop: end it by hand and start again.`);
}

/**
 * Prepares a cluster whose last owner was killed for a new server. It stops a server that is still
 * running, and removes a postmaster.pid that names another process, since PostgreSQL would mistake
 * that process for a server. A postmaster.pid whose process is gone stays: it tells PostgreSQL
 * which shared memory to wait for.
 */
export async function removeOrphan(cluster: string, log: (message: string) => void): Promise<void> {
  const left = readPostmasterFile(cluster);
  if (left === null) return;
  if (isPostmasterOf(left.pid, cluster)) {
    log(`stopping the PostgreSQL that an earlier start left behind (pid ${left.pid})`);
    await stopPostmaster(left.pid, cluster);
  } else if (commandLine(left.pid).length > 0) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
  }
}
