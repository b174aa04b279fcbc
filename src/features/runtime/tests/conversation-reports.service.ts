import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { requireBody } from '../../../core/http/schemas/schema-check.policy.js';
import { Clock } from '../../../core/time/clock.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { excerptSealContext } from '../../configuration/rules/sections/seal-contexts.js';
import { RedactedTranscripts } from '../../assistant-tests/transcripts/redacted-transcripts.service.js';
import { ConversationTestResultEntity } from '../../assistant-tests/assistant-tests.entities.js';
import { evaluateResult, verdictOf } from '../../configuration/rules/tests/conversation-result.policy.js';
import type {
  ReportedResult,
  ResultStatus,
} from '../../configuration/rules/tests/conversation-result.policy.js';
import { EXCERPT_BYTES } from '../../configuration/rules/tests/kept-tests.js';
import { WORKSPACE_ACTIONS } from '../../configuration/configuration.audit.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';
import { ConversationReport } from './conversation-report.schema.js';
import { LOCK_CONVERSATION_RESULT } from './conversation-tests.queries.js';
import type { ConversationReportedResponse } from '../rules/runtime.response.js';

interface LockedResult {
  readonly status: ResultStatus;
  readonly attempt: number;
  readonly lease_expires_at: Date | null;
  readonly assertions: readonly boolean[] | null;
  readonly error_reason: string | null;
  readonly assertion_count: number;
}

const REFUSALS = {
  not_taken: WORKSPACE_ERRORS.conversationLeaseLost,
  lease_lost: WORKSPACE_ERRORS.conversationLeaseLost,
  contradiction: WORKSPACE_ERRORS.reportContradicts,
} as const;

/** Records runtimes' reports on conversation tests (workspace 13.13, 13.14). */
@Injectable()
export class ConversationReports {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly transcripts: RedactedTranscripts,
    private readonly clock: Clock,
  ) {}

  /**
   * Records the result of one test; a repeated report changes nothing.
   * @param body unchecked
   * @throws 422, also if an assertion is missing or repeated; 404; 409 for a test that this runtime
   *   has not leased, and for a result that contradicts the stored one; 413 for an excerpt that is
   *   too long; 503 without the key
   */
  async report(
    auth: AuthContext,
    projectId: string,
    runId: string,
    body: unknown,
  ): Promise<ConversationReportedResponse> {
    requireBody(ConversationReport, body);
    const report = body as ConversationReport;
    const { test_id: testId } = report;
    if (!isGivenId(runId)) throw notFound();
    const place = excerptSealContext(auth, projectId, runId, testId);
    const excerpt = await this.transcripts.seal(auth, place, report.redacted_excerpt, EXCERPT_BYTES);
    return this.metadata.transaction(auth, async (tx) => {
      const [row] = await tx.query<LockedResult>(LOCK_CONVERSATION_RESULT, [projectId, runId, testId]);
      if (!row) throw notFound();
      const reported = resultOf(report, row.assertion_count);
      const { status, attempt, lease_expires_at: leaseExpiresAt } = row;
      const stored = { status, attempt, leaseExpiresAt, held: row.assertions, errorReason: row.error_reason };
      const judgement = evaluateResult(stored, reported);
      if (judgement === 'ignore') return { run_id: runId, test_id: testId, status, applied: false };
      if (judgement !== 'apply') throw new PlatformError(REFUSALS[judgement]);
      const verdict = verdictOf(reported);
      await tx.repo(ConversationTestResultEntity).update(
        { projectId, runId, testId },
        {
          status: verdict,
          leaseExpiresAt: null,
          endedAt: this.clock.now(),
          errorReason: reported.errorReason,
          assertions: reported.held as boolean[] | null,
          turns: report.state === 'finished' ? (report.turns ?? null) : null,
          firstResponseMs: report.state === 'finished' ? (report.first_response_ms ?? null) : null,
          findings: report.state === 'finished' ? (report.findings ?? null) : null,
          redactionStatus: excerpt.redactionStatus,
          excerptEncrypted: excerpt.sealed,
        },
      );
      await tx.audit({
        action: WORKSPACE_ACTIONS.conversationTestEnded,
        outcome: verdict === 'passed' ? 'success' : 'failed',
        metadata: {
          project_id: projectId,
          run_id: runId,
          test_id: testId,
          result: reported.errorReason ?? verdict,
        },
      });
      return { run_id: runId, test_id: testId, status: verdict, applied: true };
    });
  }
}

/** @throws 422 unless each assertion is reported once */
function resultOf(report: ConversationReport, count: number): ReportedResult {
  if (report.state === 'error') {
    return { attempt: report.attempt, held: null, errorReason: report.error_reason };
  }
  const held = new Map(report.assertions.map(({ index, passed }) => [index, passed]));
  const isWhole = report.assertions.length === count && held.size === count;
  if (!isWhole || Math.max(...held.keys()) >= count) {
    throw unprocessable({
      loc: ['body', 'assertions'],
      message: `must name each of the ${count} assertions of the test once, by index from 0 to ${count - 1}`,
      type: 'assertions_incomplete',
    });
  }
  const inOrder = Array.from({ length: count }, (_, index) => held.get(index)!);
  return { attempt: report.attempt, held: inOrder, errorReason: null };
}
