import type { Tenant } from '../../../core/kernel/auth-context.js';
import type { FieldAddress } from '../../../core/privacy/field-cipher.js';

/** Where the value of a project's secret stands: it was sealed for this project and name, and opens for no other. */
export const secretPlace = (
  { clientId, dataEnv }: Tenant,
  projectId: string,
  secretName: string,
): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'project_secrets',
  column: 'value_encrypted',
  row: `${projectId}/${secretName}`,
});

/** Where the number of a test call stands. */
export const testCallPlace = ({ clientId, dataEnv }: Tenant, testCallId: string): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'project_test_calls',
  column: 'to_number_encrypted',
  row: testCallId,
});

/** Where what was said in a test call stands. */
export const testTranscriptPlace = ({ clientId, dataEnv }: Tenant, testCallId: string): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'project_test_calls',
  column: 'transcript_encrypted',
  row: testCallId,
});

/** Where script and assertions of a conversation test stand. */
export const conversationTestPlace = (
  { clientId, dataEnv }: Tenant,
  projectId: string,
  testId: string,
): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'conversation_tests',
  column: 'definition_encrypted',
  row: `${projectId}/${testId}`,
});

/** Where what was said in one run of it stands. */
export const excerptPlace = (
  { clientId, dataEnv }: Tenant,
  projectId: string,
  runId: string,
  testId: string,
): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'conversation_test_results',
  column: 'excerpt_encrypted',
  row: `${projectId}/${runId}/${testId}`,
});

/** Where the personal part of a section stands in a project's draft. */
export const draftPlace = (
  { clientId, dataEnv }: Tenant,
  projectId: string,
  section: string,
): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'project_draft_sections',
  column: 'configuration',
  row: `${projectId}/${section}`,
});

/** The same in the history of a draft, where an edit is known by the etag that it gave. */
export const editPlace = (
  { clientId, dataEnv }: Tenant,
  projectId: string,
  section: string,
  etag: string,
): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'project_section_edits',
  column: 'configuration',
  row: `${projectId}/${section}/${etag}`,
});

/** The same in a published version. */
export const versionPlace = (
  { clientId, dataEnv }: Tenant,
  projectId: string,
  versionNumber: number,
  section: string,
): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'project_versions',
  column: 'sections',
  row: `${projectId}/${versionNumber}/${section}`,
});
