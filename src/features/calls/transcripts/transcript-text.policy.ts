import type { StoredLine } from '../contents/transcript.policy.js';

/** The spoken words, or the result of the managed redaction. */
type TranscriptForm = 'raw' | 'redacted';

export type TranscriptFormat = 'txt' | 'pdf';

/** A transcript on its way out of the service, in any format. */
export interface Transcript {
  readonly callId: string;
  readonly startedAt: Date;
  readonly project: string;
  readonly form: TranscriptForm;
  readonly lines: readonly StoredLine[];
}

// Characters that end a line for readers or programs. A line end within a text could make the rest
// look like the next speaker.
const LINE_ENDS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

// Controls that move the cursor of a terminal, and those that change the visible order of words.
// The marks U+200E, U+200F and U+061C stay: they do no more than a letter would.
const UNWANTED = /[\p{Cc}\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * A text of any origin as one line that cannot be mistaken for another one and cannot reorder the
 * text around it (calls-transcripts 2.2).
 */
export const oneLine = (text: string): string =>
  text.toWellFormed().replace(LINE_ENDS, ' ').replace(UNWANTED, '').trim();

/** `mm:ss` since the call started; a long call has more than 99 minutes. */
export function timeInCall(offsetMs: number): string {
  const seconds = Math.floor(offsetMs / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

const WORDS_FOR: Readonly<Record<TranscriptForm, string>> = { raw: 'as spoken', redacted: 'redacted' };

/** The head of a transcript: name and value of each entry (calls-transcripts 1.5). */
export const headOf = (transcript: Transcript): readonly (readonly [name: string, value: string])[] => [
  ['Call', transcript.callId],
  ['Started', `${transcript.startedAt.toISOString().slice(0, 19).replace('T', ' ')} UTC`],
  ['Project', oneLine(transcript.project)],
  ['Text', WORDS_FOR[transcript.form]],
];

/**
 * The transcript as text, in chunks that each end with a line: the head, an empty line, then line
 * by line (calls-transcripts 2.1).
 */
export function* transcriptText(transcript: Transcript): Generator<string> {
  for (const [name, value] of headOf(transcript)) yield `${name}: ${value}\n`;
  yield '\n';
  for (const { role, text, offset_ms: offset } of transcript.lines) {
    yield `${`[${timeInCall(offset)}] ${role}: ${oneLine(text)}`.trimEnd()}\n`;
  }
}

// Every file system accepts the other characters. A call_id has at most 128 characters, so the name
// stays below the 255 that most of them allow.
const UNSAFE_IN_NAMES = /[^A-Za-z0-9._-]/g;

/**
 * Content-Disposition of a download (RFC 6266; calls-transcripts 1.4). The name has no character
 * that needs the extended form of RFC 5987. It does not begin with the call's id, so it is neither
 * a hidden file nor the name of a device.
 */
export const attachmentOf = (callId: string, format: TranscriptFormat): string =>
  `attachment; filename="transcript-${callId.replace(UNSAFE_IN_NAMES, '_')}.${format}"`;
