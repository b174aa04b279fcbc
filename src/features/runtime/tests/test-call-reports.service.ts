import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { isPersonalIdentifier } from '../../../core/privacy/pii/free-words.policy.js';
import { requireBody } from '../../../core/http/schemas/schema-check.policy.js';
import { Clock } from '../../../core/time/clock.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { testTranscriptSealContext } from '../../configuration/rules/sections/seal-contexts.js';
import {
  RedactedTranscripts,
  type SealedLines,
} from '../../assistant-tests/transcripts/redacted-transcripts.service.js';
import { ProjectTestCallEntity } from '../../assistant-tests/assistant-tests.entities.js';
import { TRANSCRIPT_BYTES } from '../../configuration/rules/tests/kept-tests.js';
import {
  instantOfReport,
  evaluateReport,
  type TestCallStatus,
} from '../../assistant-tests/rules/test-call-status.policy.js';
import { WORKSPACE_ACTIONS } from '../../configuration/configuration.audit.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';
import { LOCK_TEST_CALL } from '../lookup/runtime.queries.js';
import { TestCallReport } from './test-call-report.schema.js';
import type { TestCallReportedResponse } from '../rules/runtime.response.js';

interface LockedCall {
  readonly status: TestCallStatus;
  readonly last_sequence: number;
  readonly outcome: string | null;
  readonly failure_reason: string | null;
  readonly call_id: string | null;
  readonly taken_at: Date | null;
  readonly answered_at: Date | null;
}

/** Records runtimes' reports on test calls (workspace 9.14 to 9.17). */
@Injectable()
export class TestCallReports {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly transcripts: RedactedTranscripts,
    private readonly clock: Clock,
  ) {}

  /**
   * Records one report; a repeated, late or out-of-order report changes nothing.
   * @param body unchecked
   * @throws 422, also for a telephone number or an email address as call_id, 404 for a call of
   *   another project, 409 for one that no runtime has taken, and for an end that contradicts the
   *   recorded one, 413 for a transcript that is too long, 503 without the tenant's key
   */
  async report(
    auth: AuthContext,
    projectId: string,
    testCallId: string,
    body: unknown,
  ): Promise<TestCallReportedResponse> {
    requireBody(TestCallReport, body);
    const report = body as TestCallReport;
    refusePersonalId(report);
    const reported = instantOf(report);
    if (!isGivenId(testCallId)) throw notFound();
    const place = testTranscriptSealContext(auth, testCallId);
    const transcript = report.state === 'in_call' ? undefined : report.redacted_transcript;
    // Sealed before a row is locked: nothing waits for a key inside a transaction.
    const lines = await this.transcripts.seal(auth, place, transcript, TRANSCRIPT_BYTES);
    return this.metadata.transaction(auth, async (tx) => {
      const [call] = await tx.query<LockedCall>(LOCK_TEST_CALL, [projectId, testCallId]);
      if (!call) throw notFound();
      const judgement = evaluateReport(
        {
          status: call.status,
          lastSequence: call.last_sequence,
          outcome: call.outcome,
          failureReason: call.failure_reason,
        },
        factsOf(report),
      );
      if (judgement === 'not_taken') throw new PlatformError(WORKSPACE_ERRORS.testCallNotTaken);
      if (judgement === 'contradiction') throw new PlatformError(WORKSPACE_ERRORS.reportContradicts);
      const applied = judgement === 'apply';
      if (applied) await this.keep(tx, projectId, testCallId, call, { report, reported, lines });
      return { test_call_id: testCallId, status: applied ? report.state : call.status, applied };
    });
  }

  private async keep(
    tx: UnitOfWork,
    projectId: string,
    testCallId: string,
    call: LockedCall,
    { report, reported, lines }: { report: TestCallReport; reported: Date; lines: SealedLines },
  ): Promise<void> {
    const isFinal = report.state !== 'in_call';
    const { outcome, failureReason } = factsOf(report);
    const now = this.clock.now();
    const at = instantOfReport(reported, call.answered_at ?? call.taken_at, now);
    await tx.repo(ProjectTestCallEntity).update(
      { projectId, testCallId },
      {
        status: report.state,
        lastSequence: report.sequence,
        reportedAt: now,
        callId: report.call_id ?? call.call_id,
        ...(!isFinal && call.answered_at === null && { answeredAt: at }),
        ...(isFinal && {
          endedAt: at,
          outcome,
          failureReason,
          stages: report.stages ?? null,
          redactionStatus: lines.redactionStatus,
          transcriptEncrypted: lines.sealed,
        }),
      },
    );
    if (!isFinal) return;
    await tx.audit({
      action: WORKSPACE_ACTIONS.testCallEnded,
      outcome: report.state === 'failed' ? 'failed' : 'success',
      metadata: { project_id: projectId, test_call_id: testCallId, result: outcome ?? failureReason },
    });
  }
}

/** @throws 422 for a date or time that does not exist */
function instantOf({ at_utc: text }: TestCallReport): Date {
  const reported = new Date(text);
  // Date would read 30 February as 2 March, and hour 24 as the next day.
  if (Number.isNaN(reported.getTime()) || !text.startsWith(reported.toISOString().slice(0, 10)))
    throw noInstant();
  return reported;
}

/** The call id is stored and shown in plain text. @throws 422 for a telephone number or email address */
function refusePersonalId({ call_id: callId }: TestCallReport): void {
  if (callId === undefined || !isPersonalIdentifier(callId)) return;
  throw unprocessable({
    loc: ['body', 'call_id'],
    message: 'must be an identifier without personal data: no telephone number, no email address',
    type: 'identifier_is_email_or_phone',
  });
}

const factsOf = (report: TestCallReport) => ({
  sequence: report.sequence,
  state: report.state,
  outcome: report.state === 'ended' ? report.outcome : null,
  failureReason: report.state === 'failed' ? report.failure_reason : null,
});

const noInstant = () =>
  unprocessable({
    loc: ['body', 'at_utc'],
    message: 'must be an instant in UTC, such as 2026-10-31T04:12:09.000Z',
    type: 'instant_invalid',
  });
