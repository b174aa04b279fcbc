import { Injectable } from '@nestjs/common';
import type { FieldError } from '../../../core/shared/platform-error.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { pathText } from '../../../core/shared/json/json-path.js';
import { isSameJson } from '../../../core/shared/json/canonical-json.policy.js';
import { Clock } from '../../../core/time/clock.js';
import {
  gateFaults,
  gateOf,
  gateStatusOf,
  type GateStatus,
} from '../rules/tests/conversation-gate.policy.js';
import { currentResult, storedResult, TEST_WAIT_MS } from '../rules/tests/conversation-result.policy.js';
import type { ResultRowJson } from '../rules/tests/conversation-result.policy.js';
import { TESTS_KEPT_MS } from '../rules/tests/kept-tests.js';
import type { ConfigurationState } from '../rules/configuration-state.js';
import type { ConversationSummaryResponse, LastResultResponse } from '../rules/configuration.response.js';
import { CARRY_RESULTS_OVER, CONVERSATION_TESTS } from './conversation-results.queries.js';
import { effectiveConfigurations } from '../rules/sections/effective-configuration.policy.js';
import { error } from '../rules/sections/section-definition.js';
import { SectionRegistry } from './section-registry.js';

type Sections = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A result as returned by the statement. */
interface ResultJson extends ResultRowJson {
  readonly run_id: string;
  readonly assertions: readonly boolean[] | null;
}

interface TestRow {
  readonly test_id: string;
  readonly name: string;
  readonly etag: string;
  readonly definition_encrypted: Buffer;
  readonly created_at: Date;
  readonly created_by: string;
  readonly updated_at: Date;
  readonly updated_by: string;
  readonly on_draft: ResultJson | null;
  readonly on_published: ResultJson | null;
  readonly was_run: boolean;
}

export interface KeptTest extends Omit<TestRow, 'on_draft' | 'on_published' | 'was_run'> {
  readonly onDraft: LastResultResponse | null;
  readonly onPublished: LastResultResponse | null;
  /** The gate for what would be published now. */
  readonly standing: GateStatus;
}

/**
 * The state of a project's conversation tests, and whether it permits publication of a draft
 * (workspace 13.15 to 13.19).
 */
@Injectable()
export class ConversationGates {
  constructor(
    private readonly registry: SectionRegistry,
    private readonly clock: Clock,
  ) {}

  async tests(db: StoreReader, { project, draft, published }: ConfigurationState): Promise<KeptTest[]> {
    const now = this.clock.now();
    const rows = await db.query<TestRow>(CONVERSATION_TESTS, [
      project.projectId,
      draft?.etag ?? null,
      published?.contentHash ?? null,
      new Date(now.getTime() - TESTS_KEPT_MS),
      new Date(now.getTime() - TEST_WAIT_MS),
    ]);
    return rows.map(({ on_draft, on_published, was_run: wasRun, ...row }) => {
      const [onDraft, onPublished] = [lastOf(on_draft, now), lastOf(on_published, now)];
      const onThis = draft ? onDraft : onPublished;
      return { ...row, onDraft, onPublished, standing: gateStatusOf(onThis?.status ?? null, wasRun) };
    });
  }

  /** The state of the tests for the configuration that would be published now. */
  async summary(db: StoreReader, state: ConfigurationState): Promise<ConversationSummaryResponse> {
    const [published, next] = [{ ...state, draft: null }, state].map((it) =>
      effectiveConfigurations(this.registry.all, it),
    ) as [Sections, Sections];
    const tests = await this.tests(db, state);
    const gate = gateOf(published['governance'], next['governance']);
    const faults = isGated(state, next) ? gateFaults(gate, tests.map(gated)) : [];
    return {
      gate,
      findings: faults.map(({ loc, message, type }) => error(type, pathText(loc.slice(2)), message)),
      tests: tests.map((test) => ({
        test_id: test.test_id,
        name: test.name,
        standing: test.standing,
        last_result: state.draft ? test.onDraft : test.onPublished,
      })),
    };
  }

  /**
   * The errors that prevent publication of the draft: each test that has not passed on exactly this
   * draft, if all must pass.
   */
  async faults(
    db: StoreReader,
    state: ConfigurationState,
    published: Sections,
    next: Sections,
  ): Promise<FieldError[]> {
    const gate = gateOf(published['governance'], next['governance']);
    if (gate !== 'must_pass' || !isGated(state, next)) return [];
    return gateFaults(gate, (await this.tests(db, state)).map(gated));
  }

  /** Results on a draft count for the version that it becomes. */
  async carryOver(
    tx: UnitOfWork,
    { project: { projectId }, draft }: ConfigurationState,
    versionNumber: number,
  ): Promise<void> {
    if (draft !== null) await tx.query(CARRY_RESULTS_OVER, [projectId, draft.etag, versionNumber]);
  }
}

const gated = ({ test_id: testId, name, standing }: KeptTest) => ({ testId, name, standing });

/** Sections that do not affect conversations. */
const NOT_CONVERSATIONAL = ['dashboard-metadata'];

/** Whether the draft changes anything that affects conversations. */
const isGated = ({ draft, published }: ConfigurationState, next: Sections): boolean =>
  draft !== null &&
  Object.keys(next).some(
    (name) => !NOT_CONVERSATIONAL.includes(name) && !isSameJson(published?.sections[name], next[name]),
  );

function lastOf(result: ResultJson | null, now: Date): LastResultResponse | null {
  if (result === null) return null;
  const { status, endedAt, errorReason } = currentResult(storedResult(result), now);
  return {
    run_id: result.run_id,
    status,
    ended_at: endedAt?.toISOString() ?? null,
    failed_assertions: result.assertions && result.assertions.filter((held) => !held).length,
    error_reason: errorReason,
  };
}
