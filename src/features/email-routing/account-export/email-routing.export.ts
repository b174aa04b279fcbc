import {
  ContributesToExport,
  type ExportContribution,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';

/** Addresses for notices of the customer. */
@ContributesToExport()
export class EmailRoutingExport implements ExportContribution {
  readonly files = [
    storedRows({
      name: 'notice_addresses',
      section: 'settings',
      store: 'metadata',
      about: 'An email address that gets notices: its label, not the address itself.',
      columns: namesIn(`
        address_id label language topics delivery digest_at quiet_from quiet_until timezone status created_by created_at verified_at ended_at
      `),
      from: `FROM email_addresses WHERE client_id = $1 AND data_env = $2 AND organisation_id IS NULL ORDER BY address_id`,
    }),
  ];
}
