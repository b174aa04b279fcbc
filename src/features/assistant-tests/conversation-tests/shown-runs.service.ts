import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { excerptSealContext } from '../../configuration/rules/sections/seal-contexts.js';
import {
  currentResult,
  type CurrentResult,
  type ResultStatus,
} from '../../configuration/rules/tests/conversation-result.policy.js';
import { TESTS_KEPT_MS } from '../../configuration/rules/tests/kept-tests.js';
import type { ConversationFinding } from '../rules/conversation-finding.schema.js';
import { RedactedTranscripts } from '../transcripts/redacted-transcripts.service.js';
import type { TranscriptReader } from '../transcripts/shown-lines.policy.js';
import { runRecord, type RunRow } from './conversation-run-record.js';
import type { ConversationResultResponse, ConversationRunResponse } from './conversation-runs.response.js';
import { CONVERSATION_RUN } from './conversation-tests.queries.js';

/** Responses stored for replays contain no transcript. */
export const NOBODY: TranscriptReader = { mayRead: false, keptFrom: new Date(0) };

/** A person who talks with a draft may read the replies to their own words. */
const WITH_DRAFT: TranscriptReader = { mayRead: true, keptFrom: new Date(0) };

interface ResultRow extends RunRow {
  readonly test_id: string;
  readonly test_name: string;
  readonly status: ResultStatus;
  readonly attempt: number;
  readonly lease_expires_at: Date | null;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly error_reason: string | null;
  readonly assertions: readonly boolean[] | null;
  readonly turns: number | null;
  readonly first_response_ms: number | null;
  readonly findings: readonly ConversationFinding[] | null;
  readonly redaction_status: string | null;
  readonly excerpt_encrypted: Buffer | null;
  readonly isOwnTalk: boolean;
}

/** Reads runs with their results, and with the transcripts that the reader may see (workspace 13.10). */
@Injectable()
export class ShownRuns {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly transcripts: RedactedTranscripts,
    private readonly clock: Clock,
  ) {}

  /** @throws 404 */
  async show(auth: AuthContext, projectId: string, runId: string): Promise<ConversationRunResponse> {
    // Comes first, because it decides what is read.
    const reader = await this.transcripts.readerOf(auth, projectId);
    return this.metadata.read(auth, (db) => this.find(auth, db, projectId, runId, reader));
  }

  /** @throws 404 */
  async find(
    auth: AuthContext,
    db: StoreReader,
    projectId: string,
    runId: string,
    reader: TranscriptReader,
  ): Promise<ConversationRunResponse> {
    const now = this.clock.now();
    const since = new Date(now.getTime() - TESTS_KEPT_MS);
    const rows = await db.query<ResultRow>(CONVERSATION_RUN, [
      projectId,
      runId,
      since,
      reader.mayRead,
      auth.principal.id,
    ]);
    const [run] = rows;
    if (!run) throw notFound();
    const current = rows.map((row) => currentOf(row, now));
    const results = await Promise.all(rows.map((row) => this.resultOf(auth, projectId, row, reader, now)));
    return { ...runRecord(run, current), results };
  }

  private async resultOf(
    auth: AuthContext,
    projectId: string,
    row: ResultRow,
    reader: TranscriptReader,
    now: Date,
  ): Promise<ConversationResultResponse> {
    const { status, endedAt, errorReason } = currentOf(row, now);
    const place = excerptSealContext(auth, projectId, row.run_id, row.test_id);
    const lines = { redactionStatus: row.redaction_status, sealed: row.excerpt_encrypted };
    return {
      test_id: row.test_id,
      name: row.test_name,
      status,
      started_at: row.started_at?.toISOString() ?? null,
      ended_at: endedAt?.toISOString() ?? null,
      error_reason: errorReason,
      assertions: row.assertions && row.assertions.map((passed, index) => ({ index, passed })),
      turns: row.turns,
      first_response_ms: row.first_response_ms,
      findings: [...(row.findings ?? [])],
      excerpt: await this.transcripts.show(
        auth,
        row.isOwnTalk ? WITH_DRAFT : reader,
        row.requested_at,
        place,
        lines,
      ),
    };
  }
}

const currentOf = (row: ResultRow, now: Date): CurrentResult =>
  currentResult(
    {
      status: row.status,
      attempt: row.attempt,
      requestedAt: row.requested_at,
      leaseExpiresAt: row.lease_expires_at,
      endedAt: row.ended_at,
      errorReason: row.error_reason,
    },
    now,
  );
