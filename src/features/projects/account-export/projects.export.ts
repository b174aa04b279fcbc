import {
  ContributesToExport,
  type ExportContribution,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';

/** Projects of the tenant. */
@ContributesToExport()
export class ProjectsExport implements ExportContribution {
  readonly files = [
    storedRows({
      name: 'projects',
      section: 'projects',
      store: 'metadata',
      about: 'A project, from setup to archive.',
      columns: namesIn(`
        project_id display_name timezone lifecycle_state lifecycle_notes profile
        latest_published_version currency billing_model created_by created_at updated_by
        updated_at archived_by archived_at restored_by restored_at
      `),
      from: `FROM projects WHERE client_id = $1 AND data_env = $2 ORDER BY project_id`,
    }),
  ];
}
