import { createHash, type KeyObject } from 'node:crypto';
import type { FileStore } from '../../files/file-store.js';
import { free, freed } from '../../files/freed.js';
import type { Tenant } from '../../shared/auth-context.js';
import { BOX_OVERHEAD, openBox, sealBoxInParts } from '../aes-gcm.js';
import { ValueUnavailableError } from './sealed-values.errors.js';

// Each piece adds 28 bytes; reading a range opens at most two pieces needlessly.
const PIECE_BYTES = 64 * 1024;
const SEALED_PIECE_BYTES = PIECE_BYTES + BOX_OVERHEAD;

/** A file of the store that is sealed in pieces: a piece opens only at its own position of its own file. */
export interface PiecedFile {
  readonly name: string;
  /** The size of the content, without what sealing adds; it reveals a truncated file. */
  readonly bytes: number;
}

/**
 * Stores a file in sealed pieces; it appears whole or not at all.
 * @returns its record, and the SHA-256 of its content in hex
 * @throws 503 of the file store, any error of `content`
 */
export async function putPieces(
  files: FileStore,
  key: KeyObject,
  tenant: Tenant,
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<PiecedFile & { readonly sha256: string }> {
  const digest = createHash('sha256');
  let bytes = 0;
  async function* sealed(): AsyncIterable<Uint8Array> {
    let index = 0;
    for await (const piece of inPieces(content)) {
      digest.update(piece);
      bytes += piece.length;
      const [head, ciphertext] = sealBoxInParts(key, placeOf(tenant, name, index), piece);
      yield head;
      yield ciphertext;
      free(ciphertext);
      index += 1;
    }
  }
  await files.put(name, sealed());
  return { name, bytes, sha256: digest.digest('hex') };
}

/**
 * The bytes from `start` up to, but not including, `end`; the pieces are opened as they are read.
 * @throws 503 of the file store; ValueUnavailableError for a file that is missing, truncated or
 *   changed
 */
export async function* readPieces(
  files: FileStore,
  key: KeyObject,
  tenant: Tenant,
  file: PiecedFile,
  start: number,
  end: number,
): AsyncGenerator<Buffer, void> {
  if (start >= end) return;
  let index = Math.floor(start / PIECE_BYTES);
  const last = Math.floor((end - 1) / PIECE_BYTES);
  const stored = await files.read(file.name, {
    start: index * SEALED_PIECE_BYTES,
    length: (last - index + 1) * SEALED_PIECE_BYTES,
  });
  if (stored === null) throw new ValueUnavailableError('does_not_open', 'a sealed file is missing');
  for await (const box of inBoxes(freed(stored))) {
    const at = index * PIECE_BYTES;
    const piece = opened(() => openBox(key, placeOf(tenant, file.name, index), box));
    if (piece.length !== Math.min(PIECE_BYTES, file.bytes - at)) throw changed();
    yield piece.subarray(Math.max(0, start - at), end - at);
    index += 1;
  }
  if (index !== last + 1) throw changed();
}

const changed = (cause?: unknown): ValueUnavailableError =>
  new ValueUnavailableError('does_not_open', 'a sealed file cannot be opened', cause);

const placeOf = ({ clientId, dataEnv }: Tenant, name: string, index: number): string =>
  JSON.stringify([clientId, dataEnv, 'file', name, index]);

function opened(open: () => Buffer): Buffer {
  try {
    return open();
  } catch (error) {
    throw changed(error);
  }
}

const inPieces = (content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> =>
  inParts(content, PIECE_BYTES);
const inBoxes = (stored: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> =>
  inParts(stored, SEALED_PIECE_BYTES);

/**
 * The same bytes in parts of one size; the last one may be smaller. All parts share one buffer, so
 * each is valid until the next one is read.
 */
async function* inParts(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  const part = Buffer.allocUnsafeSlow(size);
  let used = 0;
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length;) {
      const taken = Math.min(size - used, chunk.length - at);
      part.set(chunk.subarray(at, at + taken), used);
      used += taken;
      at += taken;
      if (used < size) continue;
      yield part;
      used = 0;
    }
  }
  if (used > 0) yield part.subarray(0, used);
}
