import type { BoundQuery } from '../../../core/kernel/named-query.js';
import type { SealedContents } from '../contents/sealed-contents.js';
import type { CallFilter } from '../filter/call-filter.js';
import { CallStatement } from '../filter/call-statement.js';
import { instantSql } from '../rules/call-row.js';
import { outcomeSql, sentimentSql } from '../rules/call-sql.js';
import type { ExportColumn } from './columns.policy.js';
import type { GrantedExport } from './export-decision.policy.js';

/** What of an export decides which columns are read. */
type ShownExport = Pick<GrantedExport, 'columns' | 'caller' | 'summary' | 'transcript'>;

/** Where a column of the file comes from, as far as it stands in the call's own record. */
const RECORDED: Readonly<Partial<Record<ExportColumn, string>>> = {
  call_started_at: instantSql('started_at_utc'),
  caller: 'c.caller_masked',
  duration_seconds: 'c.duration_seconds',
  call_status: 'c.call_status',
  primary_outcome: `${outcomeSql('c')} AS outcome`,
  sentiment: `${sentimentSql('c')} AS sentiment`,
  project_id: 'c.project_id',
  channel: 'c.channel',
  agent: 'c.agent_name',
};

const STARTED_AT = 'c.started_at_utc AS started_at';

/** What decides whether the transcript of a call may be shown. */
const DECIDING: Readonly<Record<ShownExport['transcript'], readonly string[]>> = {
  none: [],
  spoken: [STARTED_AT],
  redacted: [STARTED_AT, 'c.redaction_status'],
  governed: [
    'c.client_id, c.data_env',
    'c.project_id',
    STARTED_AT,
    'c.redaction_status, c.consent_status, c.consent_method',
    'c.consent_obtained_at_utc, c.consent_expires_at_utc, c.consent_withdrawn_at_utc',
  ],
};

/** The sealed contents that an export opens. */
export function sealedFor({ columns, caller, summary, transcript }: ShownExport): (keyof SealedContents)[] {
  const contents: (keyof SealedContents)[] = [];
  if (caller === 'number' && columns.includes('caller')) contents.push('caller_number_encrypted');
  if (columns.includes('summary') && summary !== 'none') contents.push('summary_encrypted');
  if (transcript === 'spoken') contents.push('transcript_encrypted');
  if (transcript === 'governed' || transcript === 'redacted') contents.push('redacted_transcript_encrypted');
  return contents;
}

/** How many calls there are, counted up to `most` and no further. */
export function countUpToQuery(filter: CallFilter, most: number): BoundQuery {
  const sql = new CallStatement(filter);
  return sql.query(
    'export_count',
    `
SELECT count(*)::integer AS calls
  FROM (SELECT FROM calls c WHERE ${sql.where()} LIMIT ${sql.bind(most)}) counted`,
  );
}

/**
 * The calls with what the export shows of them and what decides whether it may, newest first: what is not
 * shown does not leave the store. Read through a cursor, which does not use the name.
 */
export function exportQuery(filter: CallFilter, shown: ShownExport): BoundQuery {
  const sql = new CallStatement(filter);
  const contents = sealedFor(shown);
  const columns = new Set([
    'c.call_id',
    ...shown.columns.flatMap((column) => RECORDED[column] ?? []),
    ...DECIDING[shown.transcript],
    ...contents.map((name) => `n.${name}`),
  ]);
  // For each call by the whole key: LIMIT keeps it apart from the join, which would be planned by guess as long as a new
  // month has no statistics, and go through all contents of the tenant for each of its calls. The bounds once more, so that
  // other months are left out while planning.
  const join = `
  LEFT JOIN LATERAL (
       SELECT n.* FROM call_contents n
        WHERE n.client_id = $1 AND n.data_env = $2 AND n.call_id = c.call_id AND n.started_at_utc = c.started_at_utc
          AND n.started_at_utc >= $3 AND n.started_at_utc < $4
        LIMIT 1) n ON true`;
  return sql.query(
    'export',
    `
SELECT ${[...columns].join(',\n       ')}
  FROM calls c${contents.length > 0 ? join : ''}
 WHERE ${sql.where()}
 ORDER BY c.started_at_utc DESC, c.call_id DESC`,
  );
}
