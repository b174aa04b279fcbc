import {
  ContributesToExport,
  type ExportContribution,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';

/** The customer's report schedules, and the outcome of each period. */
@ContributesToExport()
export class ReportSchedulesExport implements ExportContribution {
  readonly files = [
    storedRows({
      name: 'report_schedules',
      section: 'settings',
      store: 'metadata',
      about:
        'A report that is sent by email after each day, week or month; its recipients are ids of addresses.',
      columns: namesIn(`
        schedule_id owner_id name report project_ids frequency send_at_local timezone recipients skip_empty status
        pause_reason next_from next_run_at created_at updated_at
      `),
      from: `FROM report_schedules WHERE client_id = $1 AND data_env = $2 AND organisation_id IS NULL ORDER BY schedule_id`,
    }),
    storedRows({
      name: 'report_deliveries',
      section: 'settings',
      store: 'metadata',
      about: 'A period of a report schedule: whether and when its emails were sent.',
      columns: namesIn(`
        delivery_id schedule_id frequency timezone period_from period_until period_start period_end status mails_sent
        sent_at failure_code
      `),
      sql: {
        frequency: 'd.frequency',
        timezone: 'd.timezone',
        schedule_id: 'd.schedule_id',
        status: 'd.status',
      },
      from: `FROM report_deliveries d JOIN report_schedules s USING (client_id, data_env, schedule_id)
              WHERE client_id = $1 AND data_env = $2 AND s.organisation_id IS NULL ORDER BY delivery_id`,
    }),
  ];
}
