import type { Tenant } from '../../../core/shared/auth-context.js';
import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import type { PersonalPath } from '../../../core/privacy/masking/personal-fields.policy.js';

/** Personal data in a compliance policy: a callback number and a name. */
export const PERSONAL_COMPLIANCE: readonly PersonalPath[] = [['cli_return_number'], ['cli_authorizer_name']];

export const complianceSealContext = ({ clientId, dataEnv }: Tenant, campaignId: string): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'campaigns',
  column: 'compliance',
  row: campaignId,
});
