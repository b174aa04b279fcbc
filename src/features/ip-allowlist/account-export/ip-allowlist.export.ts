import {
  ContributesToExport,
  type ExportContribution,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';

/** The networks with access to the client. */
@ContributesToExport()
export class AllowlistExport implements ExportContribution {
  readonly files = [
    storedRows({
      name: 'ip_allowlist',
      section: 'settings',
      store: 'metadata',
      about: 'A network from which the client may be used; no row: from everywhere.',
      columns: namesIn('network label created_at updated_by updated_at'),
      from: `FROM tenant_ip_allowlist WHERE client_id = $1 AND data_env = $2 ORDER BY network`,
    }),
  ];
}
