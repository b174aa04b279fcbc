import type { PersonalPath } from '../../../core/privacy/masking/personal-fields.policy.js';
import { placeIn } from '../../../core/registry/sealed-table.js';

/** Personal data in a compliance policy: a callback number and a name. */
export const PERSONAL_COMPLIANCE: readonly PersonalPath[] = [['cli_return_number'], ['cli_authorizer_name']];

export const complianceSealContext = placeIn('campaigns', 'compliance');
