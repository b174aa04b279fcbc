import {
  ContributesToExport,
  type ExportContribution,
  type ExportedFile,
  type ExportedRow,
  type ExportSnapshot,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { noteAddress } from '../rules/note-address.js';
import { EXPORTED_CHANGES, type ExportedChange } from './account-export.queries.js';

/** Requests of callers about their data, and what was done about each. */
@ContributesToExport()
export class CallerRequestsExport implements ExportContribution {
  readonly files: readonly ExportedFile[] = [
    storedRows({
      name: 'caller_requests',
      section: 'caller_requests',
      store: 'metadata',
      about: 'A request of a caller, who is masked.',
      columns: namesIn(`
        request_id tracking_number request_type status source received_at timezone due_at
        due_date_local closed_at caller_display contact_kind duplicate_of data_found_state
        data_found_count source_project_id support_ticket_reference erasure_asked_at
        erasure_result created_at updated_at
      `),
      sql: { due_date_local: 'due_date_local::text' },
      from: 'FROM caller_requests WHERE client_id = $1 AND data_env = $2 ORDER BY request_id',
    }),
    {
      name: 'caller_request_history',
      section: 'caller_requests',
      store: 'metadata',
      about: 'A change of a request, with its note.',
      columns: namesIn(`
        request_id revision changed_at actor_kind actor_id from_status to_status data_found_state
        data_found_count status_note
      `),
      rows: (snapshot) => this.changes(snapshot),
    },
  ];

  constructor(private readonly sealed: SealedValues) {}

  private async *changes({ auth, rows }: ExportSnapshot): AsyncIterable<ExportedRow> {
    for await (const { status_note_encrypted: note, ...row } of rows<ExportedChange>(EXPORTED_CHANGES)) {
      const place = noteAddress(auth, row.request_id, row.revision);
      yield { ...row, status_note: note && (await this.sealed.open(auth, place, note)) };
    }
  }
}
