import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../time/clock.js';
import { DAY_MS } from '../time/wall-clock.policy.js';
import {
  checkName,
  checkPrefix,
  FileStore,
  filesUnavailable,
  type ByteRange,
  type StoredFile,
} from './file-store.js';

// No file name begins with a dot.
const UNFINISHED = '.unfinished';
// Each write renews the time of an unfinished file; none pauses this long.
const ABANDONED_MS = DAY_MS;

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Files below one folder. Processes that share files share the folder. */
export class DiskFileStore extends FileStore {
  private swept: Promise<void> | null = null;

  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async put(name: string, content: AsyncIterable<Uint8Array>): Promise<number> {
    const path = this.pathOf(name);
    const unfinished = join(this.folder, UNFINISHED, randomUUID());
    await onDisk(mkdir(dirname(unfinished), { recursive: true, mode: 0o700 }));
    this.swept ??= this.sweep().catch((error: unknown) => {
      this.swept = null;
      throw error;
    });
    await this.swept;
    try {
      const bytes = await write(unfinished, content);
      await onDisk(mkdir(dirname(path), { recursive: true, mode: 0o700 }));
      await onDisk(rename(unfinished, path));
      await onDisk(syncFolder(dirname(path)));
      return bytes;
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  override async read(name: string, range?: ByteRange): Promise<Readable | null> {
    const file = await onDisk(unlessAbsent(open(this.pathOf(name), 'r')));
    if (file === null) return null;
    return file.createReadStream(range ? { start: range.start, end: range.start + range.length - 1 } : {});
  }

  override delete(name: string): Promise<void> {
    return onDisk(rm(this.pathOf(name), { force: true }));
  }

  override async *list(prefix: string): AsyncIterable<StoredFile> {
    const folder = join(this.folder, dirname(`${checkPrefix(prefix)}x`));
    for (const path of await onDisk(filesBelow(folder))) {
      const name = relative(this.folder, path);
      if (!name.startsWith(prefix) || name.startsWith(UNFINISHED)) continue;
      const found = await onDisk(unlessAbsent(stat(path)));
      if (found) yield { name, bytes: found.size };
    }
  }

  private pathOf(name: string): string {
    return join(this.folder, checkName(name));
  }

  /** Removes unfinished files of killed processes. */
  private async sweep(): Promise<void> {
    const oldest = this.clock.now().getTime() - ABANDONED_MS;
    for (const path of await onDisk(filesBelow(join(this.folder, UNFINISHED)))) {
      const found = await onDisk(unlessAbsent(stat(path)));
      if (found && found.mtimeMs < oldest) await onDisk(rm(path, { force: true }));
    }
  }
}

/** Writes a file to the disk, not only to its cache, before it gets its name. */
async function write(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await onDisk(open(path, 'wx', 0o600));
  try {
    let bytes = 0;
    for await (const part of content) {
      await onDisk(file.writeFile(part));
      bytes += part.byteLength;
    }
    await onDisk(file.sync());
    return bytes;
  } finally {
    await onDisk(file.close());
  }
}

/** A rename survives a power failure once its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const opened = await unlessAbsent(opendir(folder, { recursive: true }));
  const paths: string[] = [];
  if (opened) {
    for await (const entry of opened) if (entry.isFile()) paths.push(join(entry.parentPath, entry.name));
  }
  return paths;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

const unlessAbsent = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });

const onDisk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    const code = codeOf(error);
    throw filesUnavailable(FULL.includes(code) ? `the disk is full (${code})` : code);
  });
