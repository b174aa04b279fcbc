import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Cipheriv } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Most exports stay below it and never touch a disk; ten at once are 80 MiB.
const MEMORY_BYTES = 8 * 1024 * 1024;
// What goes to the file and comes back from it at a time: each time costs as much as encrypting some of it.
const BLOCK_BYTES = 128 * 1024;
const CHUNKS_AT_ONCE = 4;
const PREFIX = 'telephony-export-';

/** Thrown by `write` when the whole grows past what it may. */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError';
}

/** What is put aside on disk: unreadable without a key that only this process has, and without a name. */
interface SpoolFile {
  readonly handle: FileHandle;
  readonly cipher: Cipheriv;
  readonly key: Buffer;
  readonly iv: Buffer;
}

/**
 * Keeps an answer until it is whole, so that its first byte goes out only when nothing can go wrong any more. Small
 * ones stay in memory, larger ones go to an encrypted file of the system's temp folder. The file is unlinked as
 * soon as it is open: it is gone with the process, however that ends.
 */
export class Spool {
  private chunks: Buffer[] = [];
  private file: SpoolFile | null = null;
  /** Of all that was written, and of `chunks`. */
  private bytes = 0;
  private kept = 0;
  private isClosed = false;

  /** @param maxBytes of the whole; a write past it throws SpoolFullError */
  constructor(
    private readonly maxBytes: number,
    private readonly memoryBytes = MEMORY_BYTES,
  ) {}

  /** How much has been written. */
  get size(): number {
    return this.bytes;
  }

  /** Takes the next piece. One write at a time; the piece is not copied and must not change. */
  async write(chunk: Buffer): Promise<void> {
    this.bytes += chunk.length;
    if (this.bytes > this.maxBytes) throw new SpoolFullError('The spool is full.');
    this.chunks.push(chunk);
    this.kept += chunk.length;
    if (this.kept > (this.file === null ? this.memoryBytes : BLOCK_BYTES)) await this.putAside();
  }

  private async putAside(): Promise<void> {
    this.file ??= await this.openFile();
    const { handle, cipher } = this.file;
    while (this.chunks.length > 0) {
      // A few at a time, so that nobody waits while all of what was in memory is encrypted.
      const block = this.chunks.splice(0, CHUNKS_AT_ONCE).map((chunk) => cipher.update(chunk));
      const { bytesWritten } = await handle.writev(block);
      const wanted = block.reduce((sum, { length }) => sum + length, 0);
      if (bytesWritten !== wanted) throw new Error('The spool file takes no more.');
      this.kept -= wanted;
    }
  }

  /** A file that comes too late, because everything was given up meanwhile, has nobody else to close it. */
  private async openFile(): Promise<SpoolFile> {
    const file = await createFile();
    if (!this.isClosed) return file;
    await file.handle.close();
    throw new Error('The spool was closed while it was written to.');
  }

  /** All of it, in order; may be read once writing is over. */
  async *read(): AsyncGenerator<Buffer, void, void> {
    if (this.file !== null) yield* this.readFile(this.file);
    yield* this.chunks;
  }

  private async *readFile({ handle, key, iv }: SpoolFile): AsyncGenerator<Buffer, void, void> {
    const decipher = createDecipheriv('aes-256-ctr', key, iv);
    // One for all: nothing but the deciphered copy is handed on, and what is thrown away here stays until a collection.
    const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
    for (let position = 0; position < this.bytes - this.kept;) {
      const { bytesRead } = await handle.read({ buffer, position });
      if (bytesRead === 0) throw new Error('The spool file is shorter than what was written to it.');
      position += bytesRead;
      yield decipher.update(buffer.subarray(0, bytesRead));
    }
  }

  /** Lets go of memory and file. To be called whatever has happened. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.chunks = [];
    const file = this.file;
    this.file = null;
    await file?.handle.close();
  }
}

async function createFile(): Promise<SpoolFile> {
  const path = join(tmpdir(), `${PREFIX}${randomBytes(12).toString('hex')}`);
  const handle = await open(path, 'wx+', 0o600);
  try {
    // Somebody who sweeps up may have been faster.
    await rm(path, { force: true });
    const [key, iv] = [randomBytes(32), randomBytes(16)];
    return { handle, cipher: createCipheriv('aes-256-ctr', key, iv), key, iv };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Removes what a process left that was killed between making its file and unlinking it. Files of living processes
 * have no name by then, so whatever is found is nobody's.
 */
export async function sweepSpools(): Promise<void> {
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of left) await rm(join(tmpdir(), name), { force: true });
}
