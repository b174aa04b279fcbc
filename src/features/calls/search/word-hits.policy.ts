import type { SummaryForm } from '../../../core/privacy/pii/pii-permission.policy.js';
import type { OpenedContents } from '../contents/contents-opener.js';
import { shownSummary } from '../contents/shown-summary.policy.js';
import { withLines } from '../contents/transcript.policy.js';
import { matchWords } from './word-match.policy.js';

export interface WordHit {
  readonly found_in: 'summary' | 'transcript';
  readonly excerpt: string;
  /** Milliseconds since the call started; null: in the summary. */
  readonly offset_ms: number | null;
}

/**
 * The first occurrence of the words in the parts of a call that a reader may see: the summary in
 * their form, else a line of the redacted transcript (calls 16.3).
 */
export function wordHit(
  { summary, redactedTranscript }: Pick<OpenedContents, 'summary' | 'redactedTranscript'>,
  form: SummaryForm,
  words: readonly string[],
): WordHit | null {
  const inSummary = summary === null ? null : matchWords(summary, words);
  // The tripwire is slow, so it checks the summary only if that contains the words.
  if (inSummary && shownSummary(true, summary, form).summary !== null)
    return { found_in: 'summary', ...inSummary, offset_ms: null };
  for (const { text, offset_ms } of withLines(redactedTranscript) ?? []) {
    const inLine = matchWords(text, words);
    if (inLine) return { found_in: 'transcript', ...inLine, offset_ms };
  }
  return null;
}
