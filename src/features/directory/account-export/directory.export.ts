import {
  ContributesToExport,
  type ExportContribution,
  type ExportedFile,
  type ExportedRow,
  type ExportSnapshot,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';
import { StoredUsers, type UserRow } from '../lookup/stored-users.service.js';
import { EXPORTED_DIRECTORY_USERS } from './account-export.queries.js';

/** The setup of the directory, and the people and groups that it provisioned; no secrets. */
@ContributesToExport()
export class DirectoryExport implements ExportContribution {
  readonly files: readonly ExportedFile[] = [
    storedRows({
      name: 'directory_settings',
      section: 'settings',
      store: 'metadata',
      about: 'The setup of the directory; no row: it was never saved.',
      columns: namesIn('is_on ends_keys group_roles updated_at updated_by'),
      from: `FROM directory_settings WHERE client_id = $1 AND data_env = $2`,
    }),
    storedRows({
      name: 'directory_tokens',
      section: 'keys',
      store: 'metadata',
      about: 'A token of the directory, without its secret.',
      columns: namesIn(`
        token_id name last_four created_at created_by expires_at replaced_by revoked_at revoked_by last_used_at
      `),
      from: `FROM directory_tokens WHERE client_id = $1 AND data_env = $2 ORDER BY token_id`,
    }),
    {
      name: 'directory_users',
      section: 'people',
      store: 'metadata',
      about: 'A person of the directory, with the attributes that it sent.',
      columns: namesIn(`
        user_id origin status active user_name external_id display_name formatted given_name family_name emails
        created_at updated_at
      `),
      rows: (snapshot) => this.users(snapshot),
    },
    storedRows({
      name: 'directory_groups',
      section: 'people',
      store: 'metadata',
      about: 'A group of the directory, with the user ids of its members.',
      columns: namesIn('group_id display_name external_id members created_at updated_at'),
      sql: {
        members: `ARRAY(SELECT m.user_id::text FROM directory_members m WHERE m.client_id = $1 AND m.data_env = $2 AND m.group_id = g.group_id ORDER BY m.user_id)`,
      },
      from: `FROM directory_groups g WHERE client_id = $1 AND data_env = $2 ORDER BY group_id`,
    }),
    storedRows({
      name: 'directory_events',
      section: 'people',
      store: 'metadata',
      about: 'One of the last writes of the directory, and why it failed.',
      columns: namesIn('event_id occurred_at operation resource_id token_id status reason'),
      from: `FROM directory_events WHERE client_id = $1 AND data_env = $2 ORDER BY occurred_at, event_id`,
    }),
  ];

  constructor(private readonly stored: StoredUsers) {}

  private async *users({ auth, rows }: ExportSnapshot): AsyncIterable<ExportedRow> {
    for await (const row of rows<{ [K in keyof UserRow]: UserRow[K] }>(EXPORTED_DIRECTORY_USERS)) {
      const it = await this.stored.attributesOf(auth, row);
      yield {
        user_id: row.user_id,
        origin: row.origin,
        status: row.status,
        active: row.active,
        user_name: it.userName,
        external_id: it.externalId,
        display_name: it.displayName,
        formatted: it.formatted,
        given_name: it.givenName,
        family_name: it.familyName,
        emails: it.emails,
        created_at: row.created_at,
        updated_at: row.updated_at,
      };
    }
  }
}
