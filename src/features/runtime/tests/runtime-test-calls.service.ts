import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import type { ConfigurationState } from '../../configuration/rules/configuration-state.js';
import {
  configurationUnderTest,
  effectiveConfigurations,
  stateUnderTest,
} from '../../configuration/rules/sections/effective-configuration.policy.js';
import type { TestCallSource } from '../../configuration/rules/sections/effective-configuration.policy.js';
import { ProjectConfigurations } from '../../configuration/lookup/project-configurations.service.js';
import { testCallSealContext } from '../../configuration/rules/sections/seal-contexts.js';
import { ValueUnavailableError } from '../../../core/privacy/keys/sealed-values.errors.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { secretNamesIn } from '../../configuration/rules/sections/secret-ref.js';
import { SectionRegistry } from '../../configuration/lookup/section-registry.js';
import { QUEUED_TEST_CALLS, SEALED_SECRETS, SETTLE_TEST_CALLS } from '../lookup/runtime.queries.js';
import type { TakenTestCallResponse, TakenTestCallsResponse } from '../rules/runtime.response.js';
import { SecretValues, type SealedSecret } from '../lookup/secret-values.service.js';
import { CALL_WAIT_MS, type ServiceFailure } from '../../assistant-tests/rules/test-call-status.policy.js';
import { WORKSPACE_ACTIONS } from '../../configuration/configuration.audit.js';

// One person may request five a minute; the rest is claimed with the next request.
const MOST = 10;

interface QueuedRow {
  test_call_id: string;
  to_number_encrypted: Buffer;
  source: TestCallSource;
  configuration: string;
  requested_at: Date;
}

/** The new states of the waiting calls, by their ids. */
interface Settlement {
  readonly placed: readonly string[];
  readonly expired: readonly string[];
  readonly changed: readonly string[];
  readonly failed: readonly FailedCall[];
}

/** A call that could never be placed. */
interface FailedCall {
  readonly testCallId: string;
  readonly reason: ServiceFailure;
}

/** Gives queued test calls to the voice runtime, each to only one. */
@Injectable()
export class RuntimeTestCallsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly configurations: ProjectConfigurations,
    private readonly registry: SectionRegistry,
    private readonly values: SealedValues,
    private readonly secrets: SecretValues,
    private readonly clock: Clock,
  ) {}

  /**
   * Claims the waiting test calls, except those of an archived project. Those whose configuration
   * has changed, and those that have waited for ten minutes, expire: they would test something
   * else, or ring when the person no longer waits. A call whose number or secrets cannot be
   * opened fails, and does not affect the others.
   * @throws 503 if the tenant's key is unavailable; then all of them keep waiting
   */
  async claim(auth: AuthContext, projectId: string): Promise<TakenTestCallsResponse> {
    const waiting = await this.metadata.read(auth, (db) =>
      db.query<QueuedRow>(QUEUED_TEST_CALLS, [projectId, MOST]),
    );
    if (waiting.length === 0) return { items: [] };
    const state = await this.configurations.load(auth, projectId);
    const oldest = this.clock.now().getTime() - CALL_WAIT_MS;
    const expired = waiting.filter((row) => row.requested_at.getTime() <= oldest);
    const changed = waiting.filter(
      (row) => !expired.includes(row) && row.configuration !== configurationUnderTest(state, row.source),
    );
    const current = waiting.filter((row) => !expired.includes(row) && !changed.includes(row));
    // Opened before they are claimed: without the key, all of them stay in the queue.
    const opened = await Promise.all(current.map((row) => this.openOrFail(auth, state, row)));
    const calls = opened.filter((it) => 'to_number' in it);
    const taken = await this.settle(auth, projectId, {
      placed: calls.map((call) => call.test_call_id),
      expired: expired.map((row) => row.test_call_id),
      changed: changed.map((row) => row.test_call_id),
      failed: opened.filter((it) => 'reason' in it),
    });
    return { items: calls.filter((call) => taken.has(call.test_call_id)) };
  }

  private async openOrFail(
    auth: AuthContext,
    state: ConfigurationState,
    row: QueuedRow,
  ): Promise<TakenTestCallResponse | FailedCall> {
    try {
      return await this.open(auth, state, row);
    } catch (error) {
      if (!(error instanceof ValueUnavailableError)) throw error;
      const reason = error.reason === 'secret_gone' ? 'secret_gone' : 'does_not_open';
      return { testCallId: row.test_call_id, reason };
    }
  }

  private async open(
    auth: AuthContext,
    state: ConfigurationState,
    row: QueuedRow,
  ): Promise<TakenTestCallResponse | FailedCall> {
    const { projectId } = state.project;
    const sections = effectiveConfigurations(this.registry.all, stateUnderTest(state, row.source));
    const names = secretNamesIn(sections);
    const sealed = await this.metadata.read(auth, (db) =>
      db.query<SealedSecret>(SEALED_SECRETS, [projectId, names]),
    );
    const place = testCallSealContext(auth, row.test_call_id);
    const toNumber = await this.values.open(auth, place, row.to_number_encrypted);
    // An operator may have revoked its range since it was requested (dispatch 8.1).
    if (state.judgeNumber(toNumber) !== null)
      return { testCallId: row.test_call_id, reason: 'number_not_dialled' };
    return {
      test_call_id: row.test_call_id,
      to_number: toNumber,
      source: row.source,
      requested_at: row.requested_at.toISOString(),
      sections,
      secrets: await this.secrets.openAll(auth, projectId, names, sealed),
    };
  }

  /** @returns the ids of calls that were placed here; another process may have placed others */
  private settle(
    auth: AuthContext,
    projectId: string,
    { placed, expired, changed, failed }: Settlement,
  ): Promise<ReadonlySet<string>> {
    const now = this.clock.now();
    return this.metadata.transaction(
      auth,
      async (tx) => {
        const end = (ids: readonly string[], ending: Ending) => settled(tx, projectId, ids, ending, now);
        await end(expired, { status: 'expired', reason: 'waited_too_long' });
        await end(changed, { status: 'expired', reason: 'configuration_changed' });
        for (const { testCallId, reason } of failed) {
          const gone = await end([testCallId], { status: 'failed', reason });
          if (gone.size === 0) continue;
          await tx.audit({
            action: WORKSPACE_ACTIONS.testCallFailed,
            outcome: 'failed',
            metadata: { project_id: projectId, test_call_id: testCallId, reason },
          });
        }
        const taken = await end(placed, { status: 'placed', reason: null });
        if (taken.size > 0) {
          await tx.auditDone(WORKSPACE_ACTIONS.testCallTaken, { project_id: projectId, count: taken.size });
        }
        return taken;
      },
      { serializeBy: `project ${projectId}` },
    );
  }
}

/** The new state of a waiting call. */
interface Ending {
  readonly status: 'expired' | 'failed' | 'placed';
  readonly reason: ServiceFailure | null;
}

/** @returns the calls that were waiting until now */
async function settled(
  tx: UnitOfWork,
  projectId: string,
  testCallIds: readonly string[],
  { status, reason }: Ending,
  now: Date,
): Promise<ReadonlySet<string>> {
  if (testCallIds.length === 0) return new Set();
  const values = [projectId, testCallIds, status, now, reason, CALL_WAIT_MS];
  const rows = await tx.query<{ test_call_id: string }>(SETTLE_TEST_CALLS, values);
  return new Set(rows.map((row) => row.test_call_id));
}
