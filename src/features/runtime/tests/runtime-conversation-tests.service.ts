import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { ValueUnavailableError } from '../../../core/privacy/keys/sealed-values.errors.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { Clock } from '../../../core/time/clock.js';
import type { ConfigurationState } from '../../configuration/rules/configuration-state.js';
import {
  configurationUnderTest,
  effectiveConfigurations,
  stateUnderTest,
} from '../../configuration/rules/sections/effective-configuration.policy.js';
import type { TestCallSource } from '../../configuration/rules/sections/effective-configuration.policy.js';
import { OverdueTests } from '../../configuration/lookup/overdue-tests.service.js';
import { ProjectConfigurations } from '../../configuration/lookup/project-configurations.service.js';
import { conversationTestSealContext } from '../../configuration/rules/sections/seal-contexts.js';
import { secretNamesIn } from '../../configuration/rules/sections/secret-ref.js';
import { SectionRegistry } from '../../configuration/lookup/section-registry.js';
import { LEASE_MS, type ServiceError } from '../../configuration/rules/tests/conversation-result.policy.js';
import type { ConversationDefinition } from '../../assistant-tests/rules/conversation-test.schema.js';
import { WORKSPACE_ACTIONS } from '../../configuration/configuration.audit.js';
import { END_UNPLAYABLE_TESTS, LEASE_TESTS, WAITING_TESTS_OF_RUN } from './conversation-tests.queries.js';
import type { TakenConversationTestsResponse } from '../rules/runtime.response.js';
import { SEALED_SECRETS } from '../lookup/runtime.queries.js';
import { SecretValues, type SealedSecret } from '../lookup/secret-values.service.js';

// As many as one runtime completes within the lease, two at a time.
const MOST = 10;

interface WaitingRow {
  readonly run_id: string;
  readonly source: TestCallSource;
  readonly configuration: string;
  readonly test_id: string;
  readonly test_name: string;
  readonly test_etag: string;
  /** Null: it was deleted in the meantime. */
  readonly etag: string | null;
  readonly definition_encrypted: Buffer | null;
}

/** A test that can be executed, or why it cannot. */
type Opened =
  | { readonly row: WaitingRow; readonly definition: ConversationDefinition }
  | { readonly row: WaitingRow; readonly reason: ServiceError };

const NOTHING: TakenConversationTestsResponse = { run: null, items: [] };

/** Gives conversation tests to voice runtimes, each test to one at a time (workspace 13.12). */
@Injectable()
export class RuntimeConversationTests {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly configurations: ProjectConfigurations,
    private readonly registry: SectionRegistry,
    private readonly values: SealedValues,
    private readonly secrets: SecretValues,
    private readonly overdue: OverdueTests,
    private readonly clock: Clock,
  ) {}

  /**
   * Leases waiting tests of the oldest run that has any, with the configuration to test. Tests that
   * cannot be played end as errors and do not delay others.
   * @throws 503 if the tenant's key is unavailable; then all of them keep waiting
   */
  async claim(auth: AuthContext, projectId: string): Promise<TakenConversationTestsResponse> {
    await this.metadata.transaction(auth, (tx) => this.overdue.end(tx, projectId));
    for (;;) {
      const waiting = await this.metadata.read(auth, (db) =>
        db.query<WaitingRow>(WAITING_TESTS_OF_RUN, [projectId, this.clock.now(), MOST]),
      );
      const [first] = waiting;
      if (!first) return NOTHING;
      const taken = await this.lease(auth, projectId, waiting, first);
      // If all of them have ended, or another runtime has claimed them, the next run may have
      // waiting tests.
      if (taken.items.length > 0) return taken;
    }
  }

  private async lease(
    auth: AuthContext,
    projectId: string,
    waiting: readonly WaitingRow[],
    { run_id: runId, source, configuration }: WaitingRow,
  ): Promise<TakenConversationTestsResponse> {
    const state = await this.configurations.load(auth, projectId);
    if (configuration !== configurationUnderTest(state, source)) {
      await this.end(auth, projectId, waiting.map(unplayable('configuration_changed')));
      return NOTHING;
    }
    const sections = effectiveConfigurations(this.registry.all, stateUnderTest(state, source));
    const secrets = await this.secretsOf(auth, state, sections);
    if (secrets === null) {
      await this.end(auth, projectId, waiting.map(unplayable('secret_unavailable')));
      return NOTHING;
    }
    const opened = await Promise.all(waiting.map((row) => this.open(auth, projectId, row)));
    await this.end(
      auth,
      projectId,
      opened.filter((it) => 'reason' in it),
    );
    const playable = opened.filter((it) => 'definition' in it);
    if (playable.length === 0) return NOTHING;
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + LEASE_MS);
    const ids = playable.map(({ row }) => row.test_id);
    const attempts = await this.metadata.transaction(auth, async (tx) => {
      const values = [projectId, now, runId, ids, expiresAt];
      const rows = await tx.query<{ test_id: string; attempt: number }>(LEASE_TESTS, values);
      if (rows.length > 0) {
        await tx.auditDone(WORKSPACE_ACTIONS.conversationTestsTaken, {
          project_id: projectId,
          run_id: runId,
          count: rows.length,
        });
      }
      return new Map(rows.map((row) => [row.test_id, row.attempt]));
    });
    return {
      run: { run_id: runId, use: source, sections, secrets },
      items: playable.flatMap(({ row, definition }) => {
        const attempt = attempts.get(row.test_id);
        if (attempt === undefined) return [];
        const { test_id, test_name: name } = row;
        return [{ test_id, name, attempt, lease_expires_at: expiresAt.toISOString(), ...definition }];
      }),
    };
  }

  private async open(auth: AuthContext, projectId: string, row: WaitingRow): Promise<Opened> {
    if (row.etag !== row.test_etag || row.definition_encrypted === null) {
      return { row, reason: 'test_changed' };
    }
    try {
      const place = conversationTestSealContext(auth, projectId, row.test_id);
      const text = await this.values.open(auth, place, row.definition_encrypted);
      return { row, definition: JSON.parse(text) as ConversationDefinition };
    } catch (error) {
      if (error instanceof ValueUnavailableError) return { row, reason: 'test_does_not_open' };
      throw error;
    }
  }

  /** Null if one of them is gone or cannot be opened. */
  private async secretsOf(
    auth: AuthContext,
    { project: { projectId } }: ConfigurationState,
    sections: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, string> | null> {
    const names = secretNamesIn(sections);
    const sealed = await this.metadata.read(auth, (db) =>
      db.query<SealedSecret>(SEALED_SECRETS, [projectId, names]),
    );
    try {
      return await this.secrets.openAll(auth, projectId, names, sealed);
    } catch (error) {
      if (error instanceof ValueUnavailableError) return null;
      throw error;
    }
  }

  private async end(
    auth: AuthContext,
    projectId: string,
    tests: readonly { readonly row: WaitingRow; readonly reason: ServiceError }[],
  ): Promise<void> {
    if (tests.length === 0) return;
    await this.metadata.transaction(auth, async (tx) => {
      for (const { row, reason } of tests) {
        const values = [projectId, this.clock.now(), row.run_id, [row.test_id], reason];
        const ended = await tx.query<{ test_id: string }>(END_UNPLAYABLE_TESTS, values);
        if (ended.length > 0) await auditEnd(tx, projectId, row.run_id, row.test_id, reason);
      }
    });
  }
}

const unplayable = (reason: ServiceError) => (row: WaitingRow) => ({ row, reason });

const auditEnd = (
  tx: UnitOfWork,
  projectId: string,
  runId: string,
  testId: string,
  reason: ServiceError,
): Promise<void> =>
  tx.audit({
    action: WORKSPACE_ACTIONS.conversationTestEnded,
    outcome: 'failed',
    metadata: { project_id: projectId, run_id: runId, test_id: testId, result: reason },
  });
