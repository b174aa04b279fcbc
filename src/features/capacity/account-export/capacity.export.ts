import {
  ContributesToExport,
  type ExportContribution,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';

/** Limits of concurrent calls, and their use. */
@ContributesToExport()
export class CapacityExport implements ExportContribution {
  readonly files = [
    storedRows({
      name: 'capacity_limits',
      section: 'capacity',
      store: 'tenant',
      about: 'How many calls may run at once: of the client if project_id is empty, else of the project.',
      columns: namesIn('project_id concurrency_limit reserved_inbound'),
      from: `FROM capacity_limits WHERE client_id = $1 AND data_env = $2 ORDER BY project_id`,
    }),
    storedRows({
      name: 'capacity_limit_changes',
      section: 'capacity',
      store: 'tenant',
      about: 'A limit, and when it was set; empty if it was removed.',
      columns: namesIn('project_id changed_at concurrency_limit'),
      from: `FROM capacity_limit_changes WHERE client_id = $1 AND data_env = $2 ORDER BY project_id, changed_at`,
    }),
    storedRows({
      name: 'capacity_samples',
      section: 'capacity',
      store: 'tenant',
      about: 'Concurrent calls in a quarter of an hour; idle ones have no row.',
      columns: namesIn('project_id bucket_start peak_in_use in_use_sum'),
      from: `FROM capacity_samples WHERE client_id = $1 AND data_env = $2 ORDER BY project_id, bucket_start`,
    }),
    storedRows({
      name: 'capacity_blocks',
      section: 'capacity',
      store: 'tenant',
      about: 'A minute in which calls were refused.',
      columns: namesIn('minute project_id blocked'),
      from: `FROM capacity_blocks WHERE client_id = $1 AND data_env = $2 ORDER BY minute, project_id`,
    }),
  ];
}
