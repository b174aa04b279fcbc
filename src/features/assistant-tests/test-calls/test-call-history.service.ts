import { Injectable } from '@nestjs/common';
import { paginationOf, rowsBefore } from '../../../core/http/paging/pages.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { testTranscriptSealContext } from '../../configuration/rules/sections/seal-contexts.js';
import type { TestCallSource } from '../../configuration/rules/sections/effective-configuration.policy.js';
import { RedactedTranscripts } from '../transcripts/redacted-transcripts.service.js';
import { TESTS_KEPT_MS } from '../../configuration/rules/tests/kept-tests.js';
import { CALL_WAIT_MS, SILENT_AFTER_MS } from '../rules/test-call-status.policy.js';
import type { TestCallListRequest } from './test-calls.request.js';
import type {
  TestCallDetailResponse,
  TestCallListResponse,
  TestCallRecordResponse,
} from './test-calls.response.js';
import { TEST_CALL, TEST_CALLS_PAGE } from './test-calls.queries.js';

type Instants = 'requested_at' | 'taken_at' | 'answered_at' | 'ended_at';
type RecordRow = Omit<TestCallRecordResponse, 'use' | 'configuration' | Instants> & {
  readonly source: TestCallSource;
  readonly configuration: string;
  readonly version_number: number | null;
  readonly requested_at: Date;
  readonly taken_at: Date | null;
  readonly answered_at: Date | null;
  readonly ended_at: Date | null;
};
type PageRow = { readonly total: number } & (RecordRow | { readonly test_call_id: null });
type DetailRow = RecordRow & {
  readonly redaction_status: string | null;
  readonly transcript_encrypted: Buffer | null;
};

/** Shows the results of test calls (workspace 9.11 to 9.13). */
@Injectable()
export class TestCallHistory {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly transcripts: RedactedTranscripts,
    private readonly clock: Clock,
  ) {}

  /** Lists the newest first, without transcripts. */
  async list(
    auth: AuthContext,
    projectId: string,
    { status, use, page, page_size: pageSize }: TestCallListRequest,
  ): Promise<TestCallListResponse> {
    const filter = [status ?? null, use ?? null];
    const rows = await this.metadata.read(auth, (db) =>
      db.query<PageRow>(TEST_CALLS_PAGE, [
        projectId,
        ...this.bounds(),
        ...filter,
        pageSize,
        rowsBefore(page, pageSize),
      ]),
    );
    const calls = rows.filter((row): row is PageRow & RecordRow => row.test_call_id !== null);
    return { items: calls.map(recordOf), pagination: paginationOf(page, pageSize, rows[0]?.total ?? 0) };
  }

  /** Includes the transcript for callers who may read it. */
  async show(auth: AuthContext, projectId: string, testCallId: string): Promise<TestCallDetailResponse> {
    if (!isGivenId(testCallId)) throw notFound();
    // Comes first, because it decides what is read.
    const reader = await this.transcripts.readerOf(auth, projectId);
    const [row] = await this.metadata.read(auth, (db) =>
      db.query<DetailRow>(TEST_CALL, [projectId, ...this.bounds(), testCallId, reader.mayRead]),
    );
    if (!row) throw notFound();
    const place = testTranscriptSealContext(auth, row.test_call_id);
    const lines = { redactionStatus: row.redaction_status, sealed: row.transcript_encrypted };
    return {
      ...recordOf(row),
      transcript: await this.transcripts.show(auth, reader, row.requested_at, place, lines),
    };
  }

  /**
   * The times before which a runtime counts as silent, calls are deleted, and waiting calls are
   * overdue; and how long calls wait.
   */
  private bounds(): [Date, Date, Date, number] {
    const since = (ms: number): Date => new Date(this.clock.now().getTime() - ms);
    return [since(SILENT_AFTER_MS), since(TESTS_KEPT_MS), since(CALL_WAIT_MS), CALL_WAIT_MS];
  }
}

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

const recordOf = (row: RecordRow): TestCallRecordResponse => ({
  test_call_id: row.test_call_id,
  status: row.status,
  use: row.source,
  configuration: {
    draft_etag: row.source === 'draft' ? row.configuration : null,
    version_number: row.version_number,
    content_hash: row.source === 'published' ? row.configuration : null,
  },
  to_number_masked: row.to_number_masked,
  requested_at: row.requested_at.toISOString(),
  requested_by: row.requested_by,
  taken_at: timeOf(row.taken_at),
  answered_at: timeOf(row.answered_at),
  ended_at: timeOf(row.ended_at),
  outcome: row.outcome,
  failure_reason: row.failure_reason,
  call_id: row.call_id,
  stages: row.stages,
});
