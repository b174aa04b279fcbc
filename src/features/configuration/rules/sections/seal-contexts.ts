import type { Tenant } from '../../../../core/shared/auth-context.js';
import type { FieldAddress } from '../../../../core/privacy/keys/field-cipher.js';

/** @param key the row's key in its table, without the tenant */
const addressOf = (
  { clientId, dataEnv }: Tenant,
  table: string,
  column: string,
  ...key: readonly (string | number)[]
): FieldAddress => ({ clientId, dataEnv, table, column, row: key.join('/') });

/** The context of a secret's value: it can be opened only for this project and name. */
export const secretSealContext = (tenant: Tenant, projectId: string, secretName: string): FieldAddress =>
  addressOf(tenant, 'project_secrets', 'value_encrypted', projectId, secretName);

export const testCallSealContext = (tenant: Tenant, testCallId: string): FieldAddress =>
  addressOf(tenant, 'project_test_calls', 'to_number_encrypted', testCallId);

export const testTranscriptSealContext = (tenant: Tenant, testCallId: string): FieldAddress =>
  addressOf(tenant, 'project_test_calls', 'transcript_encrypted', testCallId);

/** The address that seals the script and assertions of a conversation test. */
export const conversationTestSealContext = (
  tenant: Tenant,
  projectId: string,
  testId: string,
): FieldAddress => addressOf(tenant, 'conversation_tests', 'definition_encrypted', projectId, testId);

/** The address that seals the excerpt of one run of it. */
export const excerptSealContext = (
  tenant: Tenant,
  projectId: string,
  runId: string,
  testId: string,
): FieldAddress =>
  addressOf(tenant, 'conversation_test_results', 'excerpt_encrypted', projectId, runId, testId);

/** The address that seals the personal part of a section in a project's draft. */
export const draftSealContext = (tenant: Tenant, projectId: string, section: string): FieldAddress =>
  addressOf(tenant, 'project_draft_sections', 'configuration', projectId, section);

/**
 * The same for the history of a draft, where an edit is identified by the etag that it produced.
 */
export const editSealContext = (
  tenant: Tenant,
  projectId: string,
  section: string,
  etag: string,
): FieldAddress => addressOf(tenant, 'project_section_edits', 'configuration', projectId, section, etag);

/** The same in a published version. */
export const versionSealContext = (
  tenant: Tenant,
  projectId: string,
  versionNumber: number,
  section: string,
): FieldAddress => addressOf(tenant, 'project_versions', 'sections', projectId, versionNumber, section);
