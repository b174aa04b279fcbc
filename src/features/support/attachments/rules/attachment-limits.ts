import { HOUR_MS, DAY_MS } from '../../../../core/time/wall-clock.policy.js';

const MIB = 1024 * 1024;

export const MAX_FILE_BYTES = 25 * MIB;
const MAX_TICKET_BYTES = 250 * MIB;
const MAX_FILES_OF_COMMENT = 10;
/** Deleted files count as well, because a list shows them. */
export const MAX_FILES_OF_TICKET = 500;

/** All parts have this size, except the last one. */
export const PART_BYTES = 5 * MIB;

/** An upload that is not finalised within this time has failed. */
export const SESSION_MS = HOUR_MS;

/** A file without a verdict after this time has failed. */
export const SCAN_WITHIN_MS = DAY_MS;

/** A file that was scanned longer ago is scanned again before a download. */
export const SCAN_HOLDS_MS = 3 * DAY_MS;

/** The number of parts of a file. @param bytes at least 1 */
export const partCount = (bytes: number): number => Math.ceil(bytes / PART_BYTES);

/** The size of a part, or null for a file without such a part. @param number counted from 1 */
export function partBytes(fileBytes: number, number: number): number | null {
  const count = partCount(fileBytes);
  if (!Number.isInteger(number) || number < 1 || number > count) return null;
  return number < count ? PART_BYTES : fileBytes - (count - 1) * PART_BYTES;
}

/** Whether a file fits into its ticket. @param taken bytes of the ticket's other files */
export const fitsTicket = (taken: number, bytes: number): boolean => taken + bytes <= MAX_TICKET_BYTES;

/** Whether a comment accepts one more file. */
export const fitsComment = (files: number): boolean => files < MAX_FILES_OF_COMMENT;
