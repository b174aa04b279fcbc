import {
  ContributesToExport,
  type ExportContribution,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';

/** The opening hours of the client. */
@ContributesToExport()
export class BusinessHoursExport implements ExportContribution {
  readonly files = [
    storedRows({
      name: 'business_hours',
      section: 'settings',
      store: 'metadata',
      about: 'When the client is open.',
      columns: namesIn('hours updated_by updated_at'),
      from: `FROM client_business_hours WHERE client_id = $1 AND data_env = $2 AND hours IS NOT NULL`,
    }),
  ];
}
