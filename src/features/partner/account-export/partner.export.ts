import {
  ContributesToExport,
  type ExportContribution,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';

/** API keys of the tenant, without their secrets. */
@ContributesToExport()
export class KeysExport implements ExportContribution {
  readonly files = [
    storedRows({
      name: 'api_keys',
      section: 'keys',
      store: 'metadata',
      about: 'An API key: its prefix and last four characters, and never its secret.',
      columns: namesIn(`
        key_id scope key_prefix last_four description created_by created_at expires_at
        last_used_at revoked_by revoked_at rotated_from_key_id replaced_by_key_id grace_expires_at
        updated_by updated_at
      `),
      from: `FROM api_keys WHERE client_id = $1 AND data_env = $2 ORDER BY key_id`,
    }),
  ];
}
