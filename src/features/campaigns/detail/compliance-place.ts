import type { Tenant } from '../../../core/shared/auth-context.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import type { PersonalPath } from '../../../core/privacy/masking/personal-fields.policy.js';

/** What is personal in a campaign's compliance policy: a number that is called back, and the name of a person. */
export const PERSONAL_COMPLIANCE: readonly PersonalPath[] = [['cli_return_number'], ['cli_authorizer_name']];

/** Where it stands. */
export const complianceSealContext = ({ clientId, dataEnv }: Tenant, campaignId: string): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'campaigns',
  column: 'compliance',
  row: campaignId,
});
