import { createCipheriv, createDecipheriv, randomBytes, type Cipheriv, type Decipheriv } from 'node:crypto';
import { open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The memory of all spools of the process, so that a single export never uses the disk; beyond it
// each spool keeps one block in memory. With the rest of an export, this is the 120 MiB by which a
// process may grow.
const ALL_MEMORY_BYTES = 64 * 1024 * 1024;
let keptByAll = 0;
// Size of one read or write of the file: a partial block costs as much to encrypt as a whole one.
const BLOCK_BYTES = 128 * 1024;
const CHUNKS_AT_ONCE = 4;
const PREFIX = 'telephony-export-';

/** Thrown by `write` if the total exceeds the limit. */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError';
}

/** The part on disk: encrypted with a key that only this process has, in a file without a name. */
interface SpoolFile {
  readonly handle: FileHandle;
  readonly cipher: Cipheriv;
  readonly decipher: Decipheriv;
}

/**
 * Decouples a response from a slow receiver. `write` buffers it until it is complete, so that its
 * first byte is sent only when nothing can fail any longer; `pass` buffers it while it is being
 * sent. The buffer stays in memory while the memory of all spools suffices, and otherwise in an
 * encrypted file of the system's temp folder. The file is unlinked as soon as it is open: it
 * disappears with the process, even a killed one.
 */
export class Spool {
  private chunks: Buffer[] = [];
  private file: SpoolFile | null = null;
  /** Bytes in `chunks`, bytes in the file, and bytes read back from the file. */
  private kept = 0;
  private stored = 0;
  private position = 0;
  private isMoving = false;
  private isFinished = false;
  private isClosed = false;
  private changed = Promise.withResolvers<void>();

  /**
   * @param maxBytes the capacity; beyond it, `write` throws SpoolFullError and `pass` waits for the
   *   reader
   */
  constructor(
    private readonly maxBytes: number,
    private readonly memoryBytes = ALL_MEMORY_BYTES,
  ) {}

  /** Appends a chunk. One write at a time; the chunk is not copied and must not change. */
  async write(chunk: Buffer): Promise<void> {
    this.throwIfClosed();
    if (this.isFullWith(chunk)) throw new SpoolFullError('The spool is full.');
    this.chunks.push(chunk);
    this.keep(chunk.length);
    this.notify();
    if (this.kept > this.mostInMemory) await this.putAside();
  }

  /** Like `write`, for data that is read at the same time: waits while there is no room. */
  async pass(chunk: Buffer): Promise<void> {
    while (this.isFullWith(chunk) && !this.isClosed) await this.changed.promise;
    await this.write(chunk);
  }

  /** Marks the end of the data. */
  finish(): void {
    this.isFinished = true;
    this.notify();
  }

  /** Yields all data in order, once; ends after `finish`. */
  async *read(): AsyncGenerator<Buffer, void, void> {
    // One buffer for all blocks: only the decrypted copy is passed on, and discarded buffers would
    // stay in memory until garbage collection.
    let buffer: Buffer | null = null;
    for (;;) {
      this.throwIfClosed();
      if (this.file !== null && this.position < this.stored) {
        buffer ??= Buffer.allocUnsafe(BLOCK_BYTES);
        yield await this.readBlock(this.file, buffer);
      } else if (this.chunks.length > 0 && !this.isMoving) {
        // Chunks in the file are older than this one, and later chunks in the file are newer.
        const chunk = this.chunks.shift()!;
        this.keep(-chunk.length);
        this.notify();
        yield chunk;
      } else if (this.isFinished) return;
      else await this.changed.promise;
    }
  }

  /** Frees memory and file; a reader or writer that is still there fails. Always call it. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.chunks = [];
    this.keep(-this.kept);
    const file = this.file;
    this.file = null;
    this.notify();
    await file?.handle.close();
  }

  private isFullWith(chunk: Buffer): boolean {
    return this.kept + this.stored - this.position + chunk.length > this.maxBytes;
  }

  private get mostInMemory(): number {
    return this.file === null && keptByAll <= ALL_MEMORY_BYTES ? this.memoryBytes : BLOCK_BYTES;
  }

  private keep(bytes: number): void {
    this.kept += bytes;
    keptByAll += bytes;
  }

  /** Wakes everything that waits for a change. */
  private notify(): void {
    this.changed.resolve();
    this.changed = Promise.withResolvers<void>();
  }

  private throwIfClosed(): void {
    if (this.isClosed) throw new Error('The spool was closed while it was used.');
  }

  private async putAside(): Promise<void> {
    this.isMoving = true;
    try {
      this.file ??= await this.openFile();
      const { handle, cipher } = this.file;
      if (this.position === this.stored) {
        await handle.truncate(0);
        this.position = this.stored = 0;
      }
      while (this.chunks.length > 0) {
        // A few at a time, so that no request waits while everything in memory is encrypted.
        const block = this.chunks.splice(0, CHUNKS_AT_ONCE).map((chunk) => cipher.update(chunk));
        const { bytesWritten } = await handle.writev(block, this.stored);
        const wanted = block.reduce((sum, { length }) => sum + length, 0);
        if (bytesWritten !== wanted) throw new Error('The spool file accepts no more data.');
        this.throwIfClosed();
        this.keep(-wanted);
        this.stored += wanted;
        this.notify();
      }
    } finally {
      this.isMoving = false;
      this.notify();
    }
  }

  /** A file that opens after the spool was given up is closed here. */
  private async openFile(): Promise<SpoolFile> {
    const file = await createFile();
    if (!this.isClosed) return file;
    await file.handle.close();
    throw new Error('The spool was closed while it was written to.');
  }

  private async readBlock({ handle, decipher }: SpoolFile, buffer: Buffer): Promise<Buffer> {
    const length = Math.min(buffer.length, this.stored - this.position);
    const { bytesRead } = await handle.read({ buffer, length, position: this.position });
    if (bytesRead === 0) throw new Error('The spool file is shorter than what was written to it.');
    this.position += bytesRead;
    this.notify();
    return decipher.update(buffer.subarray(0, bytesRead));
  }
}

async function createFile(): Promise<SpoolFile> {
  const path = join(tmpdir(), `${PREFIX}${randomBytes(12).toString('hex')}`);
  const handle = await open(path, 'wx+', 0o600);
  try {
    // A sweep may already have removed it.
    await rm(path, { force: true });
    const [key, iv] = [randomBytes(32), randomBytes(16)];
    const cipher = createCipheriv('aes-256-ctr', key, iv);
    return { handle, cipher, decipher: createDecipheriv('aes-256-ctr', key, iv) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Removes files of a process that was killed between creating its file and unlinking it. Files of
 * running processes have no name by then, so any file found belongs to no process.
 */
export async function sweepSpools(): Promise<void> {
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of left) await rm(join(tmpdir(), name), { force: true });
}
