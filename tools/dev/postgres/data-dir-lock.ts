import { randomBytes } from 'node:crypto';
import { linkSync, renameSync, rmSync } from 'node:fs';
import { readIfPresent, StartError, writePrivateFile } from '../files.ts';
import { processIdentity } from '../processes.ts';

interface Holder {
  readonly pid: number;
  readonly identity: string;
}

/** Two processes that find the same stale lock collide at most once. */
const ATTEMPTS = 5;

/**
 * Locks a data directory for this process. It takes over a lock whose owner no longer runs (killed,
 * machine restarted, pid reused).
 * @returns a function that releases the lock
 * @throws StartError if a live process holds it
 */
export function lockDataDir(file: string): () => void {
  const mine = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) });
  const prepared = `${file}.${randomBytes(6).toString('hex')}`;
  writePrivateFile(prepared, mine);
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (tryLink(prepared, file)) return () => rmSync(file, { force: true });
      const found = readIfPresent(file);
      const holder = found === null ? null : parse(found);
      if (holder !== null && processIdentity(holder.pid) === holder.identity) throw inUse(file, holder.pid);
      setAside(file, found);
    }
    throw new StartError(`${file} keeps changing its owner: are several starts running? Try again.`);
  } finally {
    rmSync(prepared, { force: true });
  }
}

const inUse = (file: string, pid: number) =>
  new StartError(
    `The platform already runs on this data directory (pid ${pid}, ${file}): stop it, or set DATA_DIR.`,
  );

// A link appears with its content in one step, and only if nothing exists yet.
function tryLink(prepared: string, file: string): boolean {
  try {
    linkSync(prepared, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function setAside(file: string, stale: string | null): void {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  // Another start may have taken the lock between reading and moving it: its lock is put back.
  if (readIfPresent(aside) !== stale) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function parse(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return null;
  }
}
