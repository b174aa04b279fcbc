import { sealedBytes, type SealedTable } from '../../core/registry/sealed-table.js';
import {
  conversationTestSealContext,
  excerptSealContext,
  testCallSealContext,
  testTranscriptSealContext,
} from '../configuration/rules/sections/seal-contexts.js';

const definition = sealedBytes((tenant, { project_id, test_id }) =>
  conversationTestSealContext(tenant, project_id!, test_id!),
);

export const SEALED_TESTS: readonly SealedTable[] = [
  {
    table: 'project_test_calls',
    key: ['test_call_id'],
    columns: {
      to_number_encrypted: sealedBytes((tenant, { test_call_id }) =>
        testCallSealContext(tenant, test_call_id!),
      ),
      transcript_encrypted: sealedBytes((tenant, { test_call_id }) =>
        testTranscriptSealContext(tenant, test_call_id!),
      ),
    },
  },
  {
    table: 'conversation_tests',
    key: ['project_id', 'test_id'],
    columns: { definition_encrypted: definition },
  },
  {
    table: 'conversation_test_results',
    key: ['project_id', 'run_id', 'test_id'],
    columns: {
      excerpt_encrypted: sealedBytes((tenant, { project_id, run_id, test_id }) =>
        excerptSealContext(tenant, project_id!, run_id!, test_id!),
      ),
      // The address of the conversation: a talk with a draft has no row in the tests.
      definition_encrypted: definition,
    },
  },
];
