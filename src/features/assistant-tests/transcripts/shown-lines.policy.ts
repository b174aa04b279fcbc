/** The state of a transcript, for one reader. */
export const LINES_STATUSES = ['available', 'not_permitted', 'pending', 'failed', 'none'] as const;
export type LinesStatus = (typeof LINES_STATUSES)[number];

export interface TranscriptReader {
  /** Whether the reader has the permission `transcript`. */
  readonly mayRead: boolean;
  /** Transcripts of conversations before this have been deleted. */
  readonly keptFrom: Date;
}

/**
 * Whether the lines of a test's transcript may be read (workspace 9.18): with the permission for
 * transcripts, within their retention, and only if the redaction is verified.
 * @param at when the conversation was requested
 * @param redactionStatus the runtime's status of the redaction; null: none
 */
export function mayReadLines(
  { mayRead, keptFrom }: TranscriptReader,
  at: Date,
  redactionStatus: string | null,
  isStored: boolean,
): LinesStatus {
  if (at < keptFrom || redactionStatus === null) return 'none';
  if (!mayRead) return 'not_permitted';
  if (redactionStatus === 'pending') return 'pending';
  if (redactionStatus !== 'verified') return 'failed';
  return isStored ? 'available' : 'none';
}
