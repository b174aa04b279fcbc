import type { Readable } from 'node:stream';
import { LoggableError, unavailable, type PlatformError } from '../shared/platform-error.js';

export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
}

/** Bytes of a file from `start` on, counted from 0; fewer than `length` at the end of the file. */
export interface ByteRange {
  readonly start: number;
  /** At least 1. */
  readonly length: number;
}

/**
 * Files of the platform, on a disk or in S3 (operations section 7). Names are paths of letters,
 * digits, `.`, `_` and `-`, such as `exports/<id>/0001`. Every method throws `unavailable` (503)
 * when the store fails, with its cause for the log.
 */
export abstract class FileStore {
  /**
   * Stores a file of any size in parts; it replaces one of the same name. The file appears whole or
   * not at all; an error of `content` is rethrown unchanged. A part of `content` may be freed or
   * used again once the next one is asked for.
   * @returns its bytes
   */
  abstract put(name: string, content: AsyncIterable<Uint8Array>): Promise<number>;

  /**
   * @returns null for an absent file. The stream has to be read to its end or destroyed; it is
   * empty for a range beyond the end.
   */
  abstract read(name: string, range?: ByteRange): Promise<Readable | null>;

  /** Deletes a file; a missing file is not an error. */
  abstract delete(name: string): Promise<void>;

  /** The files whose names begin with `prefix`, in no order. */
  abstract list(prefix: string): AsyncIterable<StoredFile>;
}

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** @throws TypeError for a name that could leave the store's folder: a bug */
export function checkName(name: string): string {
  if (!NAME.test(name)) throw new TypeError('This is not a valid file name.');
  return name;
}

/** @throws TypeError for a prefix that no name begins with */
export const checkPrefix = (prefix: string): string => checkName(`${prefix}x`).slice(0, -1);

export const filesUnavailable = (reason: string): PlatformError =>
  unavailable(new LoggableError(`file store: ${reason}`));
