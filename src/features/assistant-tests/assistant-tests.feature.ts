import { defineFeature } from '../../core/registry/feature.js';
import { PRUNE_TESTS } from './retention/test-retention.job.js';
import { DraftTalks1766000000364 } from './migrations/1766000000364-draft-talks.js';
import * as tests from './assistant-tests.entities.js';
import { AssistantTestsModule } from './assistant-tests.module.js';
import { SEALED_TESTS } from './assistant-tests.sealed.js';

export const feature = defineFeature({
  folder: 'features/assistant-tests',
  module: AssistantTestsModule,
  entities: { metadata: Object.values(tests) },
  sealed: { metadata: SEALED_TESTS },
  migrations: { metadata: [DraftTalks1766000000364] },
  jobs: [PRUNE_TESTS],
  tags: [
    {
      name: 'Tests of a configuration',
      description: 'Test calls and scripted callers that try a configuration before real callers do.',
      order: 52,
    },
  ],
});
