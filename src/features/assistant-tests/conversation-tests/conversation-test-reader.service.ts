import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import type { ConfigurationState } from '../../configuration/rules/configuration-state.js';
import type { KeptTest } from '../../configuration/lookup/conversation-gate.service.js';
import { effectiveConfigurations } from '../../configuration/rules/sections/effective-configuration.policy.js';
import { conversationTestSealContext } from '../../configuration/rules/sections/seal-contexts.js';
import { SectionRegistry } from '../../configuration/lookup/section-registry.js';
import type { ConversationDefinition } from '../rules/conversation-test.schema.js';
import { assertionFindings } from './conversation-test.policy.js';
import type { ConversationTestResponse } from './conversation-tests.response.js';

/** Decrypts conversation tests, and finds assertions that can never hold. */
@Injectable()
export class ConversationTestReader {
  constructor(
    private readonly values: SealedValues,
    private readonly registry: SectionRegistry,
  ) {}

  /** @throws 503 if it cannot be opened */
  async read(
    auth: AuthContext,
    state: ConfigurationState,
    test: KeptTest,
  ): Promise<ConversationTestResponse> {
    const place = conversationTestSealContext(auth, state.project.projectId, test.test_id);
    const opened = await this.values.open(auth, place, test.definition_encrypted);
    const { script, assertions } = JSON.parse(opened) as ConversationDefinition;
    return {
      test_id: test.test_id,
      name: test.name,
      etag: test.etag,
      standing: test.standing,
      last_results: { draft: test.onDraft, published: test.onPublished },
      findings: assertionFindings(assertions, effectiveConfigurations(this.registry.all, state)),
      created_at: test.created_at.toISOString(),
      created_by: test.created_by,
      updated_at: test.updated_at.toISOString(),
      updated_by: test.updated_by,
      script,
      assertions,
    };
  }
}
