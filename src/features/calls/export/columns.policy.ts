import type { SummaryForm } from '../../../core/privacy/pii/pii-permission.policy.js';
import { DAY_MS, wallAt } from '../../../core/time/wall-clock.policy.js';
import { shownSummary } from '../contents/shown-summary.policy.js';
import type { StoredLine } from '../contents/transcript.policy.js';
import type { CallRowRecord } from '../../call-records/rules/call-row.js';
import type { EffectiveSentiment } from '../../call-records/rules/sentiment.policy.js';
import { onOneLine } from '../../../core/http/csv/csv-cells.policy.js';

/** The profiles that can be requested, by exact name; without one an export is `legacy`. */
export const EXPORT_PROFILES = ['portal_business_v1', 'portal_business_v2', 'portal_business_v3'] as const;
export type ExportProfile = 'legacy' | (typeof EXPORT_PROFILES)[number];
export type GovernedProfile = 'portal_business_v2' | 'portal_business_v3';

/** Governed files are complete before they are sent, and keep line breaks in cells. */
export const isGoverned = (profile: unknown): profile is GovernedProfile =>
  profile === 'portal_business_v2' || profile === 'portal_business_v3';

/** The columns from which v3 chooses. */
export const V3_COLUMNS = [
  'call_started_at',
  'caller',
  'duration_seconds',
  'call_status',
  'primary_outcome',
  'sentiment',
  'summary',
  'transcript',
  'call_id',
  'project_id',
  'channel',
  'agent',
] as const;
export type V3Column = (typeof V3_COLUMNS)[number];
/** Every column that any file has. */
export const PROFILE_COLUMNS = [...V3_COLUMNS, 'transcript_status'] as const;
export type ExportColumn = (typeof PROFILE_COLUMNS)[number];

const V1_COLUMNS: readonly ExportColumn[] = [
  'call_started_at',
  'caller',
  'duration_seconds',
  'call_status',
  'primary_outcome',
  'sentiment',
  'summary',
];

/** The columns of each profile with a fixed set, in order (calls-export section 4). */
export const FIXED_COLUMNS: Readonly<
  Record<Exclude<ExportProfile, 'portal_business_v3'>, readonly ExportColumn[]>
> = {
  legacy: [
    'call_id',
    'project_id',
    'call_started_at',
    'call_status',
    'channel',
    'caller',
    'agent',
    'duration_seconds',
    'primary_outcome',
    'summary',
    'transcript',
  ],
  portal_business_v1: V1_COLUMNS,
  portal_business_v2: [...V1_COLUMNS, 'transcript_status', 'transcript'],
};

/** An exported call: its record, and the contents that this export may read. */
export interface ExportRow extends Pick<
  CallRowRecord,
  | 'call_id'
  | 'project_id'
  | 'channel'
  | 'call_status'
  | 'started_at_utc'
  | 'duration_seconds'
  | 'caller_masked'
  | 'agent_name'
  | 'outcome'
  | 'sentiment'
> {
  /** E.164; null if it was not opened, or cannot be opened. */
  readonly caller_number: string | null;
  readonly summary: string | null;
  /** `transcriptText` of the lines that this export may show of this call. */
  readonly transcript: string;
}

/** How an export shows personal data. */
export interface ExportForm {
  /** IANA name; null in legacy exports, which have none. */
  readonly timezone: string | null;
  readonly caller: 'masked' | 'number';
  readonly summary: SummaryForm;
}

/**
 * Bytes of UTF-8, before quotes (calls-export 5.8); this stays within the 32,767 characters that
 * Excel accepts in a cell.
 */
const MAX_TRANSCRIPT_BYTES = 32 * 1024;

const SENTIMENT_WORDS: Readonly<Record<EffectiveSentiment, string>> = {
  positive: 'Positive',
  neutral: 'Neutral',
  negative: 'Upset',
  unclassified: 'Unclassified',
};

const CELLS: Readonly<Record<ExportColumn, (row: ExportRow, form: ExportForm) => string>> = {
  call_started_at: (row, form) => startedAt(row.started_at_utc, form.timezone),
  // A number that cannot be opened is masked, like one that the caller may not see.
  caller: (row, form) => (form.caller === 'number' ? row.caller_number : null) ?? row.caller_masked ?? '',
  duration_seconds: ({ duration_seconds: seconds }) =>
    seconds === null ? '' : String(Math.round(Number(seconds))),
  call_status: (row) => row.call_status,
  primary_outcome: (row) => row.outcome,
  sentiment: (row) => SENTIMENT_WORDS[row.sentiment],
  summary: (row, form) => shownSummary(true, row.summary, form.summary).summary ?? '',
  transcript: (row) => row.transcript,
  transcript_status: (row) => (row.transcript === '' ? 'Unavailable' : 'Available'),
  call_id: (row) => row.call_id,
  project_id: (row) => row.project_id,
  channel: (row) => row.channel,
  agent: (row) => row.agent_name ?? '',
};

/**
 * The cells of a call, before they are written as CSV (calls-export section 5). Status, outcome and
 * channel have the names used by filters. A missing value is an empty cell.
 */
export const exportCells = (
  row: ExportRow,
  columns: readonly ExportColumn[],
  form: ExportForm,
): readonly string[] => columns.map((column) => CELLS[column](row, form));

/**
 * `31/10/2026 15:12:09` in local time of the zone; fractions of a second are cut off. Without a
 * zone it is the instant in ISO 8601, because readers would take a local time without a zone for
 * their own.
 */
function startedAt(utc: string, timezone: string | null): string {
  if (timezone === null) return utc;
  const wall = wallAt(Date.parse(utc), timezone);
  const day = Math.floor(wall / DAY_MS);
  const second = Math.floor((wall - day * DAY_MS) / 1000);
  return `${dateOf(day)} ${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)}`;
}

const two = (count: number): string => (count < 10 ? `0${Math.floor(count)}` : `${Math.floor(count)}`);

// An export has some hundred calls a day, and at most 400 days.
const MAX_DATES = 1000;
const dates = new Map<number, string>();

/** `31/10/2026`, by days since 1970. */
function dateOf(day: number): string {
  let date = dates.get(day);
  if (date === undefined) {
    const [year, month, dayOfMonth] = new Date(day * DAY_MS).toISOString().slice(0, 10).split('-');
    date = `${dayOfMonth}/${month}/${year}`;
    if (dates.size >= MAX_DATES) dates.clear();
    dates.set(day, date);
  }
  return date;
}

/**
 * A transcript in one cell: speaker and text, one line each, in order. Empty if there are no lines
 * or it is too long for a cell, because a truncated one would look complete. Line breaks inside a
 * text are replaced, because they could look like another speaker's line.
 */
export function transcriptText(lines: readonly StoredLine[] | null): string {
  const text = (lines ?? []).map((line) => `${line.role}: ${onOneLine(line.text)}`).join('\r\n');
  // A UTF-16 code unit takes at most three bytes in UTF-8: most transcripts need not be measured.
  const isTooLong = text.length * 3 > MAX_TRANSCRIPT_BYTES && Buffer.byteLength(text) > MAX_TRANSCRIPT_BYTES;
  return isTooLong ? '' : text;
}
