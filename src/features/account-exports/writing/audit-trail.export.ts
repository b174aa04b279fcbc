import {
  ContributesToExport,
  type ExportContribution,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';

@ContributesToExport()
export class AuditTrailExport implements ExportContribution {
  readonly files = [
    storedRows({
      name: 'audit_events',
      section: 'audit',
      store: 'metadata',
      about: 'An action of a person, a key or the platform, without personal data of callers.',
      columns: namesIn('event_id occurred_at action outcome actor_kind actor_id scope metadata'),
      // Internal comments and files of tickets are only for staff.
      from: `FROM audit_events WHERE client_id = $1 AND data_env = $2 AND metadata ->> 'visibility' IS DISTINCT FROM 'internal'
             ORDER BY occurred_at`,
    }),
  ];
}
