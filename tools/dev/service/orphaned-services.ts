import { rmSync } from 'node:fs';
import { readIfPresent, StartError, writePrivateFile } from '../files.ts';
import { processIdentity, signalIfAlive, until } from '../processes.ts';
import { STOP_MS } from './service.ts';
import type { Service } from './service.ts';

/** A process that got SIGKILL ends once the system gets to it. */
const KILLED_MS = 60_000;

interface Recorded {
  readonly name: string;
  readonly pid: number;
  readonly identity: string | null;
}

/** Records the running services, for the start after one that was killed. */
export function recordServices(file: string, services: readonly Service[]): void {
  writePrivateFile(
    file,
    JSON.stringify(services.map(({ name, pid, identity }) => ({ name, pid, identity }))),
  );
}

/**
 * Waits for services that outlived a killed supervisor: they hold the port and use the databases.
 */
export async function endOrphanedServices(file: string, log: (message: string) => void): Promise<void> {
  const text = readIfPresent(file);
  const recorded = text === null ? [] : (JSON.parse(text) as Recorded[]);
  await Promise.all(recorded.map((orphan) => end(orphan, log)));
  rmSync(file, { force: true });
}

async function end({ name, pid, identity }: Recorded, log: (message: string) => void): Promise<void> {
  const gone = () => identity === null || processIdentity(pid) !== identity;
  if (gone()) return;
  log(`waiting for the ${name} that an earlier start left behind (pid ${pid})`);
  signalIfAlive(pid, 'SIGTERM');
  if (await until(gone, STOP_MS)) return;
  signalIfAlive(pid, 'SIGKILL');
  if (await until(gone, KILLED_MS)) return;
  throw new StartError(
    `The ${name} of an earlier start (pid ${pid}) does not end: end it by hand and start again.`,
  );
}
