import {
  ContributesToExport,
  type ExportContribution,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';
import { CUSTOMER_ROLES, sqlListOf } from '../../../core/shared/roles.js';

/** The policy about second factors, and which kinds people have; no secrets, passkeys or recovery codes. */
@ContributesToExport()
export class SecondFactorsExport implements ExportContribution {
  readonly files = [
    storedRows({
      name: 'mfa_policy',
      section: 'settings',
      store: 'metadata',
      about: 'The policy on second factors; no row: none was saved.',
      columns: namesIn('required_roles kinds step_up_for step_up_minutes updated_at updated_by'),
      from: `FROM mfa_policies WHERE client_id = $1 AND data_env = $2`,
    }),
    storedRows({
      name: 'second_factors',
      section: 'people',
      store: 'metadata',
      about: 'A second factor of a person of the customer, without its secret and its name.',
      columns: namesIn('factor_id user_id kind created_at confirmed_at'),
      sql: { created_at: 'f.created_at' },
      from: `FROM second_factors f JOIN portal_user_client_assignments a USING (user_id) WHERE a.client_id = $1 AND a.data_env = $2 AND a.role IN ${sqlListOf(CUSTOMER_ROLES)} ORDER BY user_id, factor_id`,
    }),
  ];
}
