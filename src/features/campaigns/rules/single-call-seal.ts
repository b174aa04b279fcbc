import type { Tenant } from '../../../core/shared/auth-context.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import type { PersonalPath } from '../../../core/privacy/masking/personal-fields.policy.js';

export const PERSONAL_CALL: readonly PersonalPath[] = [
  ['contact', 'to_number'],
  ['contact', 'consent_evidence_reference'],
  ['personalization'],
  ['compliance', 'cli_return_number'],
  ['compliance', 'cli_authorizer_name'],
];

export const singleCallSealContext = ({ clientId, dataEnv }: Tenant, dispatchId: string): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'single_dispatches',
  column: 'call',
  row: dispatchId,
});
