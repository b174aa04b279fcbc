import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { requireBody } from '../../../core/http/schemas/schema-check.policy.js';
import { Clock } from '../../../core/time/clock.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { blockingFindings, validateAll } from '../../configuration/rules/sections/findings.policy.js';
import type { ConfigurationState } from '../../configuration/rules/configuration-state.js';
import { OverdueTests } from '../../configuration/lookup/overdue-tests.service.js';
import { ProjectConfigurations } from '../../configuration/lookup/project-configurations.service.js';
import type { ReceivedRequest } from '../../configuration/rules/raw-request.js';
import { visibleFindings } from '../../configuration/rules/sections/section-access.policy.js';
import { SectionRegistry } from '../../configuration/lookup/section-registry.js';
import { configurationUnderTest } from '../../configuration/rules/sections/effective-configuration.policy.js';
import type { TestCallSource } from '../../configuration/rules/sections/effective-configuration.policy.js';
import { ConversationTestRunEntity } from '../assistant-tests.entities.js';
import { KEPT_RUNS } from '../../configuration/rules/tests/kept-tests.js';
import { WORKSPACE_ACTIONS } from '../../configuration/configuration.audit.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';
import { NOBODY, ShownRuns } from './shown-runs.service.js';
import { RunRequest } from './conversation-runs.schema.js';
import type { ConversationRunResponse } from './conversation-runs.response.js';
import {
  CANCEL_RUN,
  CONVERSATION_TEST_NAMES,
  FORGET_OLD_RUNS,
  OPEN_RUNS,
  QUEUE_TESTS,
} from './conversation-tests.queries.js';

// A runtime executes them one after the other, so more runs would only wait longer.
const MAX_OPEN_RUNS = 5;

interface StartedRun {
  readonly source: TestCallSource;
  readonly isTalk: boolean;
  readonly reservation: ReceivedRequest['reservation'];
}

/** Requests runs of conversation tests, and shows their results (workspace 13.9 to 13.11). */
@Injectable()
export class ConversationRunsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly configurations: ProjectConfigurations,
    private readonly registry: SectionRegistry,
    private readonly shown: ShownRuns,
    private readonly overdue: OverdueTests,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues tests, with their current content, for a runtime.
   * @param body unchecked
   * @throws 422 if there is no such draft, version or test, and with everything that prevents
   *   publication of the draft; 409 for an archived project, and if five runs are in progress
   */
  async request(
    auth: AuthContext,
    projectId: string,
    { body, reservation }: ReceivedRequest,
  ): Promise<ConversationRunResponse> {
    requireBody(RunRequest, body);
    const { use: source, test_ids: wanted } = body as RunRequest;
    return this.start(auth, projectId, { source, isTalk: false, reservation }, async (tx, runId) => {
      const tests = await chosenTests(tx, projectId, wanted);
      await tx.query(QUEUE_TESTS, [projectId, runId, tests]);
      return tests.length;
    });
  }

  /**
   * Starts a run.
   * @param queue adds the tests to it, and returns their number
   * @throws as `request`
   */
  start(
    auth: AuthContext,
    projectId: string,
    { source, isTalk, reservation }: StartedRun,
    queue: (tx: UnitOfWork, runId: string) => Promise<number>,
  ): Promise<ConversationRunResponse> {
    const runId = randomUUID();
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      const configuration = this.configurationOf(auth, state, source);
      // A run that no runtime executes any longer does not count as open.
      await this.overdue.end(tx, projectId);
      const [row] = await tx.query<{ open: number }>(OPEN_RUNS, [projectId]);
      if (row!.open >= MAX_OPEN_RUNS) {
        throw new PlatformError(WORKSPACE_ERRORS.conversationRunLimit, {
          message:
            `${MAX_OPEN_RUNS} runs of the project are already in progress, which is the limit. ` +
            `Wait until a run has ended, or cancel a run.`,
        });
      }
      const published = source === 'published' ? state.published : null;
      await tx.repo(ConversationTestRunEntity).insert({
        projectId,
        runId,
        source,
        isTalk,
        configuration,
        contentHash: published?.contentHash ?? null,
        versionNumber: published?.versionNumber ?? null,
        requestedAt: this.clock.now(),
        requestedBy: auth.principal.id,
      });
      const tests = await queue(tx, runId);
      await tx.query(FORGET_OLD_RUNS, [projectId, KEPT_RUNS, isTalk]);
      await tx.auditDone(WORKSPACE_ACTIONS.conversationRunRequested, {
        project_id: projectId,
        run_id: runId,
        source,
        tests,
      });
      return tx.complete(reservation, await this.shown.find(auth, tx, projectId, runId, NOBODY));
    });
  }

  /** Includes the transcript for callers who may read it. */
  async show(auth: AuthContext, projectId: string, runId: string): Promise<ConversationRunResponse> {
    if (!isGivenId(runId)) throw notFound();
    return this.shown.show(auth, projectId, runId);
  }

  /**
   * Ends the tests of a run that have not ended, including those that a runtime is running. A
   * cancelled run stays unchanged.
   * @throws 404; 409 for a run that has ended in another way
   */
  cancel(
    auth: AuthContext,
    projectId: string,
    runId: string,
    reservation: Reservation,
  ): Promise<ConversationRunResponse> {
    if (!isGivenId(runId)) throw notFound();
    return this.metadata.transaction(auth, async (tx) => {
      await this.overdue.end(tx, projectId);
      const ended = await tx.query(CANCEL_RUN, [projectId, this.clock.now(), runId]);
      const run = await this.shown.find(auth, tx, projectId, runId, NOBODY);
      if (ended.length > 0) {
        await tx.auditDone(WORKSPACE_ACTIONS.conversationRunCancelled, {
          project_id: projectId,
          run_id: run.run_id,
          tests: ended.length,
        });
      } else if (run.status !== 'cancelled') {
        throw new PlatformError(WORKSPACE_ERRORS.conversationRunEnded);
      }
      return tx.complete(reservation, run);
    });
  }

  private configurationOf(auth: AuthContext, state: ConfigurationState, source: TestCallSource): string {
    const configuration = configurationUnderTest(state, source);
    if (configuration === null) throw nothingToTest(source);
    if (source === 'published') return configuration;
    const validations = validateAll(this.registry.all, state);
    const blocking = blockingFindings(visibleFindings(auth, this.registry.all, validations));
    if (blocking.length > 0) throw unprocessable(...blocking);
    return configuration;
  }
}

/** @throws 422 for unknown tests, and for a project without tests */
async function chosenTests(
  tx: UnitOfWork,
  projectId: string,
  wanted: readonly string[] | undefined,
): Promise<string[]> {
  const rows = await tx.query<{ test_id: string }>(CONVERSATION_TEST_NAMES, [projectId]);
  const known = rows.map(({ test_id: testId }) => testId);
  if (known.length === 0) throw noTests();
  const unknown = (wanted ?? []).flatMap((id, index) => (known.includes(id) ? [] : [index]));
  if (unknown.length > 0) throw unprocessable(...unknown.map(unknownTest));
  return wanted === undefined ? known : [...wanted];
}

const nothingToTest = (source: TestCallSource) =>
  unprocessable({
    loc: ['body', 'use'],
    message: source === 'draft' ? 'the project has no draft' : 'the project has published no version',
    type: `${source}_missing`,
  });

const noTests = () =>
  unprocessable({
    loc: ['body'],
    message: 'the project has no conversation test: create one first',
    type: 'conversation_tests_missing',
  });

const unknownTest = (index: number) => ({
  loc: ['body', 'test_ids', index],
  message: 'must be the test_id of a conversation test of the project',
  type: 'conversation_test_unknown',
});
