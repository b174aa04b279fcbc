import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { requireBody } from '../../../core/http/schemas/schema-check.policy.js';
import type { ReceivedRequest } from '../../configuration/rules/raw-request.js';
import { conversationTestSealContext } from '../../configuration/rules/sections/seal-contexts.js';
import { ConversationTestResultEntity } from '../assistant-tests.entities.js';
import type { ConversationDefinition } from '../rules/conversation-test.schema.js';
import { TalkRequest } from './conversation-runs.schema.js';
import type { ConversationRunResponse } from './conversation-runs.response.js';
import { ConversationRunsService } from './conversation-runs.service.js';

/** Lets a person try a draft by talking to a runtime, turn by turn (workspace 13.23). */
@Injectable()
export class DraftTalks {
  constructor(
    private readonly keys: TenantKeys,
    private readonly runs: ConversationRunsService,
  ) {}

  /**
   * Queues the talk up to its newest line.
   * @param body unchecked
   * @throws as a run of conversation tests on the draft; 503 without a key to seal with
   */
  async talk(
    auth: AuthContext,
    projectId: string,
    { body, reservation }: ReceivedRequest,
  ): Promise<ConversationRunResponse> {
    requireBody(TalkRequest, body);
    const definition: ConversationDefinition = { script: (body as TalkRequest).script, assertions: [] };
    const testId = randomUUID();
    const key = await this.keys.current(auth, 'encryption');
    const place = conversationTestSealContext(auth, projectId, testId);
    const definitionEncrypted = sealField(key, place, JSON.stringify(definition));
    return this.runs.start(
      auth,
      projectId,
      { source: 'draft', isTalk: true, reservation },
      async (tx, runId) => {
        await tx.repo(ConversationTestResultEntity).insert({
          projectId,
          runId,
          testId,
          testName: 'talk',
          testEtag: runId,
          assertionCount: 0,
          definitionEncrypted,
        });
        return 1;
      },
    );
  }
}
