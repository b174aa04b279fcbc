import {
  ContributesToExport,
  type ExportContribution,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';

/** Connections, domains, links and enforcement; secrets and test sign-ins are not included. */
@ContributesToExport()
export class SingleSignOnExport implements ExportContribution {
  readonly files = [
    storedRows({
      name: 'sso_connections',
      section: 'settings',
      store: 'metadata',
      about: 'A connection to a directory of the client, with its newest settings and without its secret.',
      columns: namesIn(`
        connection_id name kind issuer directory_client_id metadata_url sign_in_url certificates certificates_end default_role
        is_disabled version tested_version tested_at serving_version created_at created_by updated_at updated_by
      `),
      sql: {
        issuer: `settings->>'issuer'`,
        directory_client_id: `settings->>'client_id'`,
        metadata_url: `settings->>'metadata_url'`,
        sign_in_url: `settings->>'sign_in_url'`,
        certificates: `settings->'certificates'`,
        certificates_end: `settings->>'certificates_end'`,
      },
      from: `FROM sso_connections WHERE client_id = $1 AND data_env = $2 ORDER BY connection_id`,
    }),
    storedRows({
      name: 'sso_domains',
      section: 'settings',
      store: 'metadata',
      about: 'A domain of email addresses, and its connection.',
      columns: namesIn('domain status connection_id checked_at last_found_at created_at created_by'),
      from: `FROM sso_domains WHERE client_id = $1 AND data_env = $2 ORDER BY domain`,
    }),
    storedRows({
      name: 'sso_enforcement',
      section: 'settings',
      store: 'metadata',
      about: 'The connection through which people must sign in; no row: in any way.',
      columns: namesIn('connection_id required_at required_by'),
      from: `FROM tenant_required_connections WHERE client_id = $1 AND data_env = $2`,
    }),
    storedRows({
      name: 'sso_links',
      section: 'people',
      store: 'metadata',
      about: 'A person who is linked to an account of a directory, without the account.',
      columns: namesIn('connection_id user_id created_at'),
      from: `FROM sso_identities WHERE client_id = $1 AND data_env = $2 ORDER BY connection_id, user_id`,
    }),
  ];
}
