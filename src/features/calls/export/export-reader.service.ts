import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { CATALOGUE } from '../../../core/errors/catalogue.js';
import { PlatformError } from '../../../core/errors/platform-error.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { Slices } from '../../../core/time/in-slices.js';
import { CallContents } from '../contents/call-contents.service.js';
import type { SealedContents } from '../contents/sealed-contents.js';
import type { StoredLine } from '../contents/transcript.policy.js';
import type { CallRowRecord } from '../rules/call-row.js';
import { scopeSql } from '../scope/call-scope.js';
import type { CallScope } from '../scope/call-scope.js';
import { csvRow } from './cells.policy.js';
import type { CellStyle } from './cells.policy.js';
import { exportCells } from './columns.policy.js';
import type { ExportRow } from './columns.policy.js';
import type { GrantedExport } from './export-decision.policy.js';
import { countUpToQuery, exportQuery } from './export.queries.js';
import { gateTranscript } from './transcript-governance.policy.js';
import type { GovernanceCheck, GovernanceTerms } from './transcript-governance.policy.js';

/** What is to be exported, and on what terms. */
export interface ExportPlan {
  readonly granted: GrantedExport;
  readonly scope: CallScope;
  /** Of profiles that show governed transcripts; null: none is shown. */
  readonly terms: GovernanceTerms | null;
}

/** What an export came to, in numbers. */
export interface ExportTally {
  rows: number;
  transcripts: number;
  /** Calls whose transcript was not shown, by the first check that failed. */
  readonly refused: Partial<Record<GovernanceCheck, number>>;
}

/** Thrown when an export takes longer than it may (contract, "Export behaviour" 7). */
export class WallTimeError extends Error {
  override readonly name = 'WallTimeError';
}

const MAX_ROWS = 10_000;
const WALL_MS = 30_000;
// The door's own deadline comes after ours, so that the audit row can say what it was.
const DOOR_MS = WALL_MS + 2_000;
// Rows at a time: with a transcript of 5 KiB each some two megabytes, parsed in one go.
const PIECE = 200;

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
   * @param check throws when there is no reason to go on
   * @throws 413 EXPORT_TOO_LARGE before a row is read, WallTimeError, and whatever `write` and `check` throw
   */
  read(
    auth: AuthContext,
    plan: ExportPlan,
    write: (csv: Buffer) => Promise<void>,
    check: () => void,
  ): Promise<ExportTally> {
    const started = this.clock.now().getTime();
    const checkTime = (): void => {
      if (this.clock.now().getTime() - started > WALL_MS)
        throw new WallTimeError('The export took too long.');
      check();
    };
    const sql = scopeSql(plan.scope);
    return this.stores.stream(auth, DOOR_MS, async (db) => {
      const tally: ExportTally = { rows: 0, transcripts: 0, refused: {} };
      const [count] = await db.query<{ calls: number }>(countUpToQuery(sql), [...sql.values, MAX_ROWS + 1]);
      const calls = count?.calls ?? 0;
      if (calls > MAX_ROWS) throw new PlatformError(CATALOGUE.exportTooLarge);
      if (calls === 0) return tally;
      const style: CellStyle = isQuoted(plan) ? 'quoted' : 'plain';
      const slices = new Slices();
      // Names of ours, which need no quotes; a reader that knows none finds them bare.
      let csv = csvRow(plan.granted.columns, 'plain');
      const statement = exportQuery(sql, contentsFor(plan.granted));
      for await (const piece of db.pieces<StoredRow>(statement, sql.values, PIECE)) {
        for (const row of piece) {
          const pause = slices.pause();
          if (pause) {
            await pause;
            checkTime();
          }
          const shown = await this.open(auth, row, plan, tally);
          csv += csvRow(exportCells(shown, plan.granted.columns, plan.granted), style);
          tally.rows += 1;
        }
        checkTime();
        await write(Buffer.from(csv));
        csv = '';
      }
      return tally;
    });
  }

  /** What of a call this export shows; only that is opened. */
  private async open(
    auth: AuthContext,
    row: StoredRow,
    { granted, terms }: ExportPlan,
    tally: ExportTally,
  ): Promise<ExportRow> {
    let sealed: StoredRow = row;
    if (granted.transcript === 'governed') {
      const verdict = terms === null ? 'permission' : gateTranscript(governedRow(row), terms);
      if (verdict !== 'granted') {
        tally.refused[verdict] = (tally.refused[verdict] ?? 0) + 1;
        sealed = { ...row, redacted_transcript_encrypted: null };
      }
    } else if (granted.transcript === 'redacted' && row.redaction_status !== 'verified') {
      sealed = { ...row, redacted_transcript_encrypted: null };
    }
    const opened = await this.contents.open(auth, sealed);
    const transcript: readonly StoredLine[] | null =
      granted.transcript === 'spoken' ? opened.transcript : opened.redactedTranscript;
    if (transcript !== null) tally.transcripts += 1;
    return { ...row, caller_number: opened.callerNumber, summary: opened.summary, transcript };
  }
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
