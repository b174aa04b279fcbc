import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { CATALOGUE } from '../../../core/errors/catalogue.js';
import { PlatformError } from '../../../core/errors/platform-error.js';
import type { LeasedConnection } from '../../../core/tenancy/store-client.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { Slices } from '../../../core/time/in-slices.js';
import { CallContents } from '../contents/call-contents.service.js';
import type { OpenedContents } from '../contents/call-contents.service.js';
import type { SealedContents } from '../contents/sealed-contents.js';
import type { CallRowRecord } from '../rules/call-row.js';
import { scopeSql } from '../scope/call-scope.js';
import type { CallScope } from '../scope/call-scope.js';
import { csvRow } from './cells.policy.js';
import type { CellStyle } from './cells.policy.js';
import { exportCells, showsTranscript } from './columns.policy.js';
import type { ExportRow } from './columns.policy.js';
import type { GrantedExport } from './export-decision.policy.js';
import { untilStopped } from './export-stop.js';
import { countUpToQuery, exportQuery } from './export.queries.js';
import type { ExportTally } from './export-tally.js';
import { gateTranscript } from './transcript-governance.policy.js';
import type { GovernanceCheck, GovernanceTerms } from './transcript-governance.policy.js';

/** What is to be exported, and on what terms. */
export interface ExportPlan {
  readonly granted: GrantedExport;
  readonly scope: CallScope;
  /** Of profiles that show governed transcripts; null: none is shown. */
  readonly terms: GovernanceTerms | null;
}

/** Thrown when an export takes longer than it may (contract, "Export behaviour" 7). */
export class WallTimeError extends Error {
  override readonly name = 'WallTimeError';
}

const MAX_ROWS = 10_000;
const WALL_MS = 30_000;
// The door's own deadline comes after ours, so that the audit row can say what it was.
const DOOR_MS = WALL_MS + 2_000;
// Rows at a time. What a fetch brings is parsed in one go: with transcripts as long as a cell may be, three megabytes.
const PIECE = 50;

interface StoredRow extends CallRowRecord, Partial<SealedContents> {
  readonly client_id: string;
  readonly data_env: string;
  readonly started_at: Date;
  readonly redaction_status: string | null;
  readonly consent_status: string | null;
  readonly consent_method: string | null;
  readonly consent_obtained_at_utc: Date | null;
  readonly consent_expires_at_utc: Date | null;
  readonly consent_withdrawn_at_utc: Date | null;
}

/** Reads the calls of an export and writes them as CSV, a piece at a time, from one snapshot. */
@Injectable()
export class ExportReader {
  constructor(
    private readonly stores: TenantStores,
    private readonly contents: CallContents,
    private readonly clock: Clock,
  ) {}

  /**
   * @param write takes the CSV, header row first; nothing is written when no call matches
   * @param receiver aborts when there is no reason to go on
   * @throws 413 EXPORT_TOO_LARGE before a row is read, WallTimeError, ReceiverGoneError, and whatever `write` throws
   */
  read(
    auth: AuthContext,
    plan: ExportPlan,
    write: (csv: Buffer) => Promise<void>,
    receiver: AbortSignal,
  ): Promise<ExportTally> {
    const terms = {
      clock: this.clock,
      limitMs: WALL_MS,
      overtime: () => new WallTimeError('The export took too long.'),
      receiver,
    };
    // Inside of the lease, so that it ends with the work.
    return this.stores.stream(auth, DOOR_MS, (db) =>
      untilStopped(terms, (check) => this.readRows(auth, plan, db, write, check)),
    );
  }

  private async readRows(
    auth: AuthContext,
    plan: ExportPlan,
    db: LeasedConnection,
    write: (csv: Buffer) => Promise<void>,
    check: () => void,
  ): Promise<ExportTally> {
    const { granted, scope } = plan;
    const sql = scopeSql(scope);
    const tally: ExportTally = { rows: 0, transcripts: 0, refused: {} };
    const [count] = await db.query<{ calls: number }>(countUpToQuery(sql), [...sql.values, MAX_ROWS + 1]);
    const calls = count?.calls ?? 0;
    if (calls > MAX_ROWS) throw new PlatformError(CATALOGUE.exportTooLarge);
    if (calls === 0) return tally;
    const style: CellStyle = isQuoted(plan) ? 'quoted' : 'plain';
    const slices = new Slices();
    const open = this.contents.opener(auth);
    // Names of ours, which need no quotes; a reader that knows none finds them bare.
    let csv = csvRow(granted.columns, 'plain');
    const statement = exportQuery(sql, contentsFor(granted));
    for await (const piece of db.pieces<StoredRow>(statement, sql.values, PIECE)) {
      for (const row of piece) {
        const pause = slices.pause();
        if (pause) {
          await pause;
          check();
        }
        const shown = await show(row, plan, open, tally);
        csv += csvRow(exportCells(shown, granted.columns, granted), style);
        tally.rows += 1;
      }
      check();
      await write(Buffer.from(csv));
      csv = '';
    }
    check();
    return tally;
  }
}

/** What of a call this export shows; only that is opened. */
async function show(
  row: StoredRow,
  { granted, terms }: ExportPlan,
  open: (row: StoredRow) => Promise<OpenedContents>,
  tally: ExportTally,
): Promise<ExportRow> {
  const refusal = refusalOf(row, granted, terms);
  const opened = await open(refusal === null ? row : { ...row, redacted_transcript_encrypted: null });
  const shown: ExportRow = {
    ...row,
    caller_number: opened.callerNumber,
    summary: opened.summary,
    transcript: granted.transcript === 'spoken' ? opened.transcript : opened.redactedTranscript,
  };
  if (granted.transcript !== 'none') {
    if (showsTranscript(shown)) tally.transcripts += 1;
    else tally.refused[refusal ?? 'contents'] = (tally.refused[refusal ?? 'contents'] ?? 0) + 1;
  }
  return shown;
}

/** Why the redacted transcript of a call stays closed; null: nothing stands against it. */
function refusalOf(
  row: StoredRow,
  { transcript }: GrantedExport,
  terms: GovernanceTerms | null,
): GovernanceCheck | null {
  if (transcript === 'governed') {
    const verdict = terms === null ? 'permission' : gateTranscript(governedRow(row), terms);
    return verdict === 'granted' ? null : verdict;
  }
  return transcript === 'redacted' && row.redaction_status !== 'verified' ? 'redaction_verified' : null;
}

const isQuoted = ({ granted: { profile } }: ExportPlan): boolean =>
  profile === 'portal_business_v2' || profile === 'portal_business_v3';

/** The sealed columns that are read at all: what is not shown does not leave the store. */
function contentsFor({ columns, caller, transcript }: GrantedExport): (keyof SealedContents)[] {
  const contents: (keyof SealedContents)[] = [];
  if (caller === 'number' && columns.includes('caller')) contents.push('caller_number_encrypted');
  if (columns.includes('summary')) contents.push('summary_encrypted');
  if (transcript === 'spoken') contents.push('transcript_encrypted');
  if (transcript === 'governed' || transcript === 'redacted') contents.push('redacted_transcript_encrypted');
  return contents;
}

const governedRow = (row: StoredRow): Parameters<typeof gateTranscript>[0] => ({
  clientId: row.client_id,
  dataEnv: row.data_env,
  projectId: row.project_id,
  startedAt: row.started_at,
  redactionStatus: row.redaction_status,
  consent: {
    status: row.consent_status,
    method: row.consent_method,
    obtainedAt: row.consent_obtained_at_utc,
    expiresAt: row.consent_expires_at_utc,
    withdrawnAt: row.consent_withdrawn_at_utc,
  },
});
