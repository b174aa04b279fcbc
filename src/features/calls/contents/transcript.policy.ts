import { TRANSCRIPT_ROLES, type TranscriptRole } from '../../call-records/rules/call-vocabulary.js';

/** A stored line of a transcript (sealed JSON), with the field names of the API. */
export interface StoredLine {
  readonly role: TranscriptRole;
  readonly text: string;
  /** Milliseconds since the call started. */
  readonly offset_ms: number;
}

/** The state of a call's transcript, as far as the caller may read it (calls 14.6). */
export const TRANSCRIPT_STATUSES = ['available', 'pending', 'failed', 'none'] as const;
export type TranscriptStatus = (typeof TRANSCRIPT_STATUSES)[number];

interface TranscriptFacts {
  /** Whether it is within its retention; otherwise it counts as deleted, even if still stored. */
  readonly isKept: boolean;
  /** Whether it is stored in any form. */
  readonly isStored: boolean;
  /** The runtime's report of the redaction, verbatim; null without a report. */
  readonly redactionStatus: string | null;
  /** Lines that this caller may read, in any form; null if there are none. */
  readonly readable: readonly StoredLine[] | null;
  /** Whether a stored form that this caller may read cannot be opened. */
  readonly isUnreadable: boolean;
}

/**
 * Reads the lines of a stored transcript, only the known fields. Null if one of them is malformed:
 * a transcript that is not fully understood is not shown at all.
 */
export function readLines(stored: unknown): StoredLine[] | null {
  if (!Array.isArray(stored)) return null;
  const lines = stored.map(readLine);
  return lines.every((line) => line !== null) ? lines : null;
}

function readLine(stored: unknown): StoredLine | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { role: word, text, offset_ms: offset } = stored as Partial<Record<keyof StoredLine, unknown>>;
  const role = TRANSCRIPT_ROLES.find((known) => known === word);
  if (role === undefined || typeof text !== 'string') return null;
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset) || offset < 0) return null;
  return { role, text, offset_ms: offset };
}

/**
 * Only a redaction with exactly the status verified may be shown; without lines there is nothing to
 * show (privacy 3.5).
 */
export const verifiedLines = (
  redactionStatus: string | null,
  lines: readonly StoredLine[] | null,
): readonly StoredLine[] | null => (redactionStatus === 'verified' ? withLines(lines) : null);

/** The lines, or null if the list is empty. */
export const withLines = (lines: readonly StoredLine[] | null): readonly StoredLine[] | null =>
  lines === null || lines.length === 0 ? null : lines;

/**
 * `available`: there are lines that this caller may read. `pending`: the redacted ones are not
 * available yet. `failed`: the redaction failed, or the stored text cannot be opened. `none`: the
 * call has no transcript, or none that is retained.
 */
export function transcriptStatus(facts: TranscriptFacts): TranscriptStatus {
  const { redactionStatus } = facts;
  if (!facts.isKept) return 'none';
  if (facts.readable !== null) return 'available';
  if (facts.isUnreadable) return 'failed';
  if (redactionStatus === 'pending') return 'pending';
  if (redactionStatus === null) return facts.isStored ? 'pending' : 'none';
  // A verified redaction without lines has failed, if there was something to redact.
  return redactionStatus === 'verified' && !facts.isStored ? 'none' : 'failed';
}
