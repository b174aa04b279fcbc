import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { ReleaseSlot } from '../../../core/shared/keyed-limiter.js';
import type { LeasedConnection } from '../../../core/database/stores/leased-connection.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { Cooperative } from '../../../core/shared/cooperative.js';
import { CallContents } from '../contents/call-contents.service.js';
import type { OpenedContents, SealedRow } from '../contents/contents-opener.js';
import type { SealedContents } from '../contents/sealed-contents.js';
import { csvHeader, csvRow, type CellStyle } from '../../../core/http/csv/csv-cells.policy.js';
import { exportCells, isGoverned, transcriptText, type ExportRow } from './columns.policy.js';
import type { GrantedExport } from './governance/export-decision.policy.js';
import { MAX_ROWS, WALL_MS } from './runs/export-limits.js';
import type { ExportPlan } from './governance/export-plan.js';
import { untilStopped, WallTimeError } from './runs/export-stop.js';
import { countUpToQuery, exportedCallReader, exportQuery, sealedFor } from './export.queries.js';
import type { ExportedCall } from './export.queries.js';
import type { ExportTally } from './governance/export-tally.js';
import { TextChunks } from './runs/text-chunks.js';
import type { GovernanceCheck } from './governance/transcript-governance.policy.js';
import { transcriptRefusal } from './governance/transcript-refusal.policy.js';
import { EXPORT_ERRORS } from '../calls.errors.js';

interface ReadingTerms {
  /** Releases the read slot; called once the store is no longer needed. */
  readonly releaseSlot: ReleaseSlot;
  /** Receives the CSV, header row first; nothing is written if no call matches. */
  readonly write: (csv: Buffer) => Promise<void>;
  /** Aborts when there is no reason to continue. */
  readonly receiver: AbortSignal;
}

// The store's deadline is later than ours, so that the audit row can name the cause.
const STORE_DEADLINE_MS = WALL_MS + 2_000;

/**
 * Reads the calls of an export in one REPEATABLE READ transaction (`TenantStores.stream`), so that
 * count and rows come from one snapshot, and writes them as CSV while they arrive.
 */
@Injectable()
export class ExportReader {
  constructor(
    private readonly stores: TenantStores,
    private readonly contents: CallContents,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws 413 EXPORT_TOO_LARGE before a row is read, WallTimeError, ReceiverGoneError, and any
   *   error of `write`
   */
  read(
    auth: AuthContext,
    plan: ExportPlan,
    { releaseSlot, write, receiver }: ReadingTerms,
  ): Promise<ExportTally> {
    const terms = {
      clock: this.clock,
      limitMs: WALL_MS,
      overtime: () => new WallTimeError('The export took too long.'),
      receiver,
    };
    // Stopped inside the stream, so that its connection is returned when the work stops.
    return this.stores.stream(auth, releaseSlot, STORE_DEADLINE_MS, (db) =>
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
    const { granted, filter } = plan;
    const tally: ExportTally = { rows: 0, transcripts: 0, refused: {} };
    if ((await countUpToLimit(db, filter)) === 0) return tally;
    const style: CellStyle = isGoverned(plan.granted.profile) ? 'multiline' : 'single_line';
    const slices = new Cooperative();
    const opener = this.contents.opener(auth);
    const sealed = sealedFor(granted);
    const csv = new TextChunks();
    csv.add(csvHeader(granted.columns, plan.bom));
    const readCall = exportedCallReader(granted);
    for await (const rows of db.copy(exportQuery(filter, granted))) {
      for (const copied of rows) {
        const pause = slices.yieldToEventLoop();
        if (pause) {
          await pause;
          check();
        }
        const row = readCall(copied);
        const refusal = transcriptRefusal(row, plan);
        const contents = sealedOf(row, sealed, refusal);
        const keys = opener.keysOf(contents);
        if (keys) await keys;
        const shown = show(row, opener.open(contents), granted);
        if (granted.transcript !== 'none') countTranscript(shown, refusal, tally);
        csv.add(csvRow(exportCells(shown, granted.columns, granted), style));
        tally.rows += 1;
      }
      check();
      for (const chunk of csv.take()) await write(chunk);
    }
    check();
    for (const chunk of csv.takeRest()) await write(chunk);
    check();
    return tally;
  }
}

/** Counts the calls that a file would have. @throws 413 EXPORT_TOO_LARGE as soon as the limit is passed */
export async function countUpToLimit(db: LeasedConnection, filter: ExportPlan['filter']): Promise<number> {
  const [count] = await db.query<{ calls: number }>(countUpToQuery(filter, MAX_ROWS + 1));
  const calls = count?.calls ?? 0;
  if (calls > MAX_ROWS) throw new PlatformError(EXPORT_ERRORS.tooLarge);
  return calls;
}

/** The contents of a call that this export shows; no others are opened. */
function sealedOf(
  row: ExportedCall,
  columns: readonly (keyof SealedContents)[],
  refusal: GovernanceCheck | null,
): SealedRow {
  const sealed: { call_id: string } & Partial<Record<keyof SealedContents, Buffer | null>> = {
    call_id: row.call_id,
  };
  for (const column of columns) {
    const isTranscript = column === 'transcript_encrypted' || column === 'redacted_transcript_encrypted';
    if (!isTranscript || refusal === null) sealed[column] = row[column] ?? null;
  }
  return sealed;
}

const show = (row: ExportedCall, opened: OpenedContents, { transcript }: GrantedExport): ExportRow => ({
  ...row,
  caller_number: opened.callerNumber,
  summary: opened.summary,
  transcript: transcriptText(transcript === 'spoken' ? opened.transcript : opened.redactedTranscript),
});

function countTranscript(
  { transcript }: ExportRow,
  refusal: GovernanceCheck | null,
  tally: ExportTally,
): void {
  const reason = refusal ?? 'contents';
  if (transcript !== '') tally.transcripts += 1;
  else tally.refused[reason] = (tally.refused[reason] ?? 0) + 1;
}
