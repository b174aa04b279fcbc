import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { staleConflict } from '../../../core/http/errors/stale.js';
import { newEtag } from '../../../core/http/etag/new-etag.js';
import { checkPrecondition, readIfMatch } from '../../../core/http/etag/write-guard.policy.js';
import { isSameJson } from '../../../core/shared/json/canonical-json.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { Clock } from '../../../core/time/clock.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import type { ConfigurationState } from '../../configuration/rules/configuration-state.js';
import { ConversationGates } from '../../configuration/lookup/conversation-gate.service.js';
import { ProjectConfigurations } from '../../configuration/lookup/project-configurations.service.js';
import type { ReceivedRequest } from '../../configuration/rules/raw-request.js';
import { conversationTestSealContext } from '../../configuration/rules/sections/seal-contexts.js';
import { ConversationTestEntity } from '../assistant-tests.entities.js';
import type { ConversationTest } from '../rules/conversation-test.schema.js';
import { WORKSPACE_ACTIONS } from '../../configuration/configuration.audit.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';
import { CONVERSATION_TEST_NAMES } from './conversation-tests.queries.js';
import type {
  ConversationTestListResponse,
  ConversationTestResponse,
  DeletedConversationTestResponse,
} from './conversation-tests.response.js';
import { ConversationTestReader } from './conversation-test-reader.service.js';
import { requireConversationTest } from './conversation-test.policy.js';

// Few enough for a person to read, and for a run of all of them to end within minutes.
const MAX_TESTS = 50;

/** The scripted callers of a project (workspace 13.1 to 13.8). */
@Injectable()
export class ConversationTestsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly configurations: ProjectConfigurations,
    private readonly gates: ConversationGates,
    private readonly reader: ConversationTestReader,
    private readonly keys: TenantKeys,
    private readonly values: SealedValues,
    private readonly clock: Clock,
  ) {}

  /** Sorted by name, with the status of each and without scripts. */
  async list(auth: AuthContext, projectId: string): Promise<ConversationTestListResponse> {
    const state = await this.configurations.load(auth, projectId);
    const tests = await this.metadata.read(auth, (db) => this.gates.tests(db, state));
    const items = await Promise.all(tests.map((test) => this.reader.read(auth, state, test)));
    return { items: items.map(({ script: _, assertions: __, ...summary }) => summary) };
  }

  /** @throws 404; 503 if it cannot be opened */
  async show(auth: AuthContext, projectId: string, testId: string): Promise<ConversationTestResponse> {
    const state = await this.configurations.load(auth, projectId);
    return this.metadata.read(auth, (db) => this.find(auth, db, state, testId));
  }

  /**
   * @throws 422; 413; 409 if the name is taken, the project archived or the limit of tests reached;
   *   503 without a key to seal with
   */
  async create(
    auth: AuthContext,
    projectId: string,
    { body, reservation }: ReceivedRequest,
  ): Promise<ConversationTestResponse> {
    const test = requireConversationTest(body);
    const testId = randomUUID();
    const kept = await this.sealed(auth, projectId, testId, test);
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      const others = await namesOf(tx, projectId);
      if (others.length >= MAX_TESTS) {
        throw new PlatformError(WORKSPACE_ERRORS.conversationTestLimit, {
          message:
            `A project may have ${MAX_TESTS} conversation tests, and this one has reached the limit. ` +
            'Delete one that is no longer needed.',
        });
      }
      refuseTaken(others, test.name);
      const now = this.clock.now();
      const [createdBy, updatedBy] = [auth.principal.id, auth.principal.id];
      const made = { createdAt: now, createdBy, updatedAt: now, updatedBy };
      await tx.repo(ConversationTestEntity).insert({ projectId, testId, ...kept, ...made });
      await this.audit(tx, projectId, testId, test);
      return tx.complete(reservation, await this.find(auth, tx, state, testId));
    });
  }

  /**
   * Replaces a test. An unchanged test keeps its etag and its results.
   * @throws as create; 404; 428 without If-Match, 409 with a stale one
   */
  async replace(
    auth: AuthContext,
    projectId: string,
    testId: string,
    { body, ifMatch, reservation }: ReceivedRequest,
  ): Promise<ConversationTestResponse> {
    const test = requireConversationTest(body);
    if (!isGivenId(testId)) throw notFound();
    const kept = await this.sealed(auth, projectId, testId, test);
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      const { name, script, assertions, ...standing } = await this.find(auth, tx, state, testId);
      requireMatch(standing.etag, ifMatch);
      const others = await namesOf(tx, projectId);
      refuseTaken(
        others.filter((other) => other.test_id !== testId),
        test.name,
      );
      if (isSameJson({ name, script, assertions }, test)) {
        return tx.complete(reservation, { ...standing, name, script, assertions });
      }
      await tx
        .repo(ConversationTestEntity)
        .update(
          { projectId, testId },
          { ...kept, updatedAt: this.clock.now(), updatedBy: auth.principal.id },
        );
      await this.audit(tx, projectId, testId, test);
      return tx.complete(reservation, await this.find(auth, tx, state, testId));
    });
  }

  /**
   * Its results are deleted with their runs.
   * @throws 404; 428 without If-Match, 409 with a stale one or for an archived project
   */
  remove(
    auth: AuthContext,
    projectId: string,
    testId: string,
    { ifMatch, reservation }: Omit<ReceivedRequest, 'body'>,
  ): Promise<DeletedConversationTestResponse> {
    return this.configurations.edit(auth, projectId, async (tx, state) => {
      const { test_id: id, etag } = await this.find(auth, tx, state, testId);
      requireMatch(etag, ifMatch);
      await tx.repo(ConversationTestEntity).delete({ projectId, testId: id });
      await tx.auditDone(WORKSPACE_ACTIONS.conversationTestDeleted, { project_id: projectId, test_id: id });
      const deletedAt = this.clock.now().toISOString();
      return tx.complete(reservation, { test_id: id, deleted_at: deletedAt });
    });
  }

  private async find(
    auth: AuthContext,
    db: StoreReader,
    state: ConfigurationState,
    testId: string,
  ): Promise<ConversationTestResponse> {
    const test = (await this.gates.tests(db, state)).find((it) => it.test_id === testId);
    if (!test) throw notFound();
    return this.reader.read(auth, state, test);
  }

  /** The stored form of a test, its conversation sealed. */
  private async sealed(
    auth: AuthContext,
    projectId: string,
    testId: string,
    { name, script, assertions }: ConversationTest,
  ) {
    await this.values.prepare(auth);
    const place = conversationTestSealContext(auth, projectId, testId);
    const definition = JSON.stringify({ script, assertions });
    return {
      name,
      etag: newEtag(),
      assertionCount: assertions.length,
      definitionEncrypted: sealField(await this.keys.current(auth, 'encryption'), place, definition),
    };
  }

  private audit(
    tx: UnitOfWork,
    projectId: string,
    testId: string,
    { script, assertions }: ConversationTest,
  ): Promise<void> {
    const counts = { turns: script.turns.length, assertions: assertions.length };
    return tx.auditDone(WORKSPACE_ACTIONS.conversationTestSaved, {
      project_id: projectId,
      test_id: testId,
      ...counts,
    });
  }
}

interface TestName {
  readonly test_id: string;
  readonly name: string;
}

const namesOf = (tx: UnitOfWork, projectId: string): Promise<TestName[]> =>
  tx.query<TestName>(CONVERSATION_TEST_NAMES, [projectId]);

/** @throws 409 */
function refuseTaken(others: readonly TestName[], name: string): void {
  if (others.some((other) => other.name === name)) {
    throw new PlatformError(WORKSPACE_ERRORS.conversationTestExists);
  }
}

const WANTED = 'Send the etag of the test that you read in If-Match; * is not accepted.';

/** @throws 428, 409, 400 for an unreadable If-Match */
function requireMatch(etag: string, ifMatch: string | undefined): void {
  const write = {
    guard: 'if_match',
    replacesState: true,
    current: [etag],
    ifMatch: readIfMatch(ifMatch),
  } as const;
  const stale = checkPrecondition(write, WANTED);
  if (!stale) return;
  throw staleConflict(
    { ...stale, changed_paths: null },
    `The test changed since it was read. Read it again. ${WANTED}`,
  );
}
