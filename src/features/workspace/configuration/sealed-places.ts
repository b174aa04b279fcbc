import type { Tenant } from '../../../core/auth/auth-context.js';
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
