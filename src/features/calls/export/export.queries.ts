import type { BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { CopiedRow } from '../../../core/database/stores/copy-out.js';
import type { SealedContents } from '../contents/sealed-contents.js';
import type { CallFilter } from '../filter/call-filter.js';
import { CallStatement } from '../filter/call-statement.js';
import { instantSql, type CallRowRecord } from '../../call-records/rules/call-row.js';
import { outcomeSql, sentimentSql } from '../../call-records/rules/call-sql.js';
import type { ExportColumn } from './columns.policy.js';
import type { GrantedExport } from './governance/export-decision.policy.js';
import type { TranscriptChecks } from './governance/transcript-refusal.policy.js';

/** The parts of an export that decide which columns are read. */
type ShownExport = Pick<GrantedExport, 'columns' | 'caller' | 'summary' | 'transcript'>;

/** A row has the shown columns, and those that decide whether they may be shown. */
export interface ExportedCall extends CallRowRecord, TranscriptChecks, Partial<SealedContents> {
  readonly project_id: string;
}

/** A field of a call: its name, its SQL and its form in PostgreSQL. */
interface ExportField {
  readonly name: keyof ExportedCall;
  readonly sql: string;
  readonly as: keyof typeof READ;
}

/** Microseconds are counted from the year 2000. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

/** Values in a binary copy. An instant outside the range of Date becomes an invalid Date. */
const READ = {
  text: (value: Buffer): string => value.toString(),
  instant: (value: Buffer): Date => new Date(Number(value.readBigInt64BE()) / 1000 + POSTGRES_EPOCH_MS),
  bytes: (value: Buffer): Buffer => value,
};

const textOf = (name: keyof ExportedCall, sql = `c.${name}`): ExportField => ({ name, sql, as: 'text' });
const instantOf = (name: keyof ExportedCall, sql = `c.${name}`): ExportField => ({
  name,
  sql,
  as: 'instant',
});

/** The fields of a call's record that columns of the file show. */
const RECORDED: Readonly<Partial<Record<ExportColumn, ExportField>>> = {
  call_started_at: textOf('started_at_utc', instantSql('started_at_utc')),
  caller: textOf('caller_masked'),
  duration_seconds: textOf('duration_seconds', 'c.duration_seconds::text'),
  call_status: textOf('call_status'),
  primary_outcome: textOf('outcome', `${outcomeSql('c')} AS outcome`),
  sentiment: textOf('sentiment', `${sentimentSql('c')} AS sentiment`),
  project_id: textOf('project_id'),
  channel: textOf('channel'),
  agent: textOf('agent_name'),
};

const STARTED_AT = instantOf('started_at', 'c.started_at_utc AS started_at');

/** The columns that decide whether the transcript of a call may be shown. */
const TRANSCRIPT_CHECKS: Readonly<Record<ShownExport['transcript'], readonly ExportField[]>> = {
  none: [],
  spoken: [STARTED_AT],
  redacted: [STARTED_AT, textOf('redaction_status')],
  governed: [
    ...[textOf('client_id'), textOf('data_env'), textOf('project_id'), STARTED_AT],
    ...[textOf('redaction_status'), textOf('consent_status'), textOf('consent_method')],
    instantOf('consent_obtained_at_utc'),
    instantOf('consent_expires_at_utc'),
    instantOf('consent_withdrawn_at_utc'),
  ],
};

export function sealedFor({ columns, caller, summary, transcript }: ShownExport): (keyof SealedContents)[] {
  const contents: (keyof SealedContents)[] = [];
  if (caller === 'number' && columns.includes('caller')) contents.push('caller_number_encrypted');
  if (columns.includes('summary') && summary !== 'none') contents.push('summary_encrypted');
  if (transcript === 'spoken') contents.push('transcript_encrypted');
  if (transcript === 'governed' || transcript === 'redacted') contents.push('redacted_transcript_encrypted');
  return contents;
}

/** The number of calls, counted up to `most`. */
export function countUpToQuery(filter: CallFilter, most: number): BoundQuery {
  const sql = new CallStatement(filter);
  return sql.query(
    'export_count',
    `
SELECT count(*)::integer AS calls
  FROM (SELECT FROM calls c WHERE ${sql.where()} LIMIT ${sql.bind(most)}) counted`,
  );
}

/** The fields of a call that an export reads, in the order of its columns. */
function fieldsOf(shown: ShownExport): readonly ExportField[] {
  const fields: ExportField[] = [
    textOf('call_id'),
    ...shown.columns.flatMap((column) => RECORDED[column] ?? []),
    ...TRANSCRIPT_CHECKS[shown.transcript],
    ...sealedFor(shown).map((name) => ({ name, sql: `n.${name}`, as: 'bytes' }) as const),
  ];
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

/** @returns the decoder for the rows of `exportQuery` */
export const exportedCallReader = (shown: ShownExport): ((row: CopiedRow) => ExportedCall) =>
  readerOf(fieldsOf(shown));

/** @returns the decoder for the rows of `transcriptChecksQuery` */
export const transcriptChecksReader = ({
  transcript,
}: Pick<ShownExport, 'transcript'>): ((row: CopiedRow) => ExportedCall) =>
  readerOf(TRANSCRIPT_CHECKS[transcript]);

function readerOf(fields: readonly ExportField[]): (row: CopiedRow) => ExportedCall {
  return (row) => {
    const call: Partial<Record<keyof ExportedCall, unknown>> = {};
    for (const [index, { name, as }] of fields.entries()) {
      const value = row[index] ?? null;
      call[name] = value === null ? null : READ[as](value);
    }
    return call as unknown as ExportedCall;
  };
}

/**
 * The calls, newest first, with only the shown fields and those that decide whether they may be
 * shown. It runs as COPY, which does not use the name.
 */
export function exportQuery(filter: CallFilter, shown: ShownExport): BoundQuery {
  const sql = new CallStatement(filter);
  const fields = fieldsOf(shown);
  // Looks up each call by its whole key. LIMIT separates the lookup from the join: while a new
  // month has no statistics, the join's plan would be a guess and read all contents of the tenant
  // for each call. The bounds are repeated so that the planner skips other months.
  const join = `
  LEFT JOIN LATERAL (
       SELECT n.* FROM call_contents n
        WHERE n.client_id = $1 AND n.data_env = $2 AND n.call_id = c.call_id AND n.started_at_utc = c.started_at_utc
          AND n.started_at_utc >= $3 AND n.started_at_utc < $4
        LIMIT 1) n ON true`;
  return sql.query(
    'export',
    `
SELECT ${fields.map((field) => field.sql).join(',\n       ')}
  FROM calls c${fields.some(({ as }) => as === 'bytes') ? join : ''}
 WHERE ${sql.where()}
 ORDER BY c.started_at_utc DESC, c.call_id DESC`,
  );
}

/**
 * Reads only the fields that decide whether the transcripts of the same calls may be shown: none of
 * them is sealed. It also runs as COPY.
 */
export function transcriptChecksQuery(
  filter: CallFilter,
  { transcript }: Pick<ShownExport, 'transcript'>,
): BoundQuery {
  const sql = new CallStatement(filter);
  return sql.query(
    'export_transcript_checks',
    `
SELECT ${TRANSCRIPT_CHECKS[transcript].map((field) => field.sql).join(',\n       ')}
  FROM calls c
 WHERE ${sql.where()}`,
  );
}
