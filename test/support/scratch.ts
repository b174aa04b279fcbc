import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeOrphan } from '../../tools/dev/postgres/postmaster.ts';
import { processIdentity } from '../../tools/dev/processes.ts';

const MEMORY = '/dev/shm';
const PREFIX = 'telephony-test-';
/**
 * A run needs about one: its databases, and PostgreSQL's write-ahead log. Containers often have far
 * less there.
 */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * A new folder for temporary data of a run: in memory if there is plenty, since the databases of
 * one test file are a thousand files, which take a second on a disk and 50 ms in memory.
 */
export async function scratchFolder(): Promise<string> {
  if (!hasMemory()) return mkdtempSync(join(tmpdir(), PREFIX));
  await removeAbandoned();
  return mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
}

function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH_BYTES;
}

/** A killed run leaves its folder, which would fill the memory, and possibly its PostgreSQL. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (!pid || processIdentity(pid) !== null) continue;
    await removeOrphan(join(MEMORY, name, 'postgres', 'cluster'), () => undefined);
    rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}
