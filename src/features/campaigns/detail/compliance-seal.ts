import type { Tenant } from '../../../core/shared/auth-context.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import type { PersonalPath } from '../../../core/privacy/masking/personal-fields.policy.js';

/**
 * The personal data in a campaign's compliance policy: a number to call back, and the name of a
 * person.
 */
export const PERSONAL_COMPLIANCE: readonly PersonalPath[] = [['cli_return_number'], ['cli_authorizer_name']];

/** The address that seals it. */
export const complianceSealContext = ({ clientId, dataEnv }: Tenant, campaignId: string): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'campaigns',
  column: 'compliance',
  row: campaignId,
});
