import {
  ContributesToExport,
  type ExportContribution,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';
import { CUSTOMER_ROLES, sqlListOf } from '../../../core/shared/roles.js';

/** People of the customer, and invitations; people of partners are not included. */
@ContributesToExport()
export class PeopleExport implements ExportContribution {
  readonly files = [
    storedRows({
      name: 'people',
      section: 'people',
      store: 'metadata',
      about: 'A role of a person for the client. People of partners are left out.',
      columns: namesIn('user_id display_name role active assigned_at assigned_by created_at last_seen_at'),
      from: `FROM portal_user_client_assignments a JOIN portal_users u USING (user_id) WHERE a.client_id = $1 AND a.data_env = $2 AND a.role IN ${sqlListOf(CUSTOMER_ROLES)} ORDER BY user_id`,
      sql: { active: `a.active AND u.active`, created_at: `a.created_at` },
    }),
    storedRows({
      name: 'invitations',
      section: 'people',
      store: 'metadata',
      about: 'An invitation to a role for the client, without its address.',
      columns: namesIn(`
        invitation_id role mail_status sends sent_at expires_at created_by created_at accepted_by
        accepted_at withdrawn_by withdrawn_at
      `),
      from: `FROM person_invitations WHERE client_id = $1 AND data_env = $2 AND organisation_id IS NULL ORDER BY invitation_id`,
    }),
  ];
}
