import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

export interface ExportedChange {
  readonly request_id: string;
  readonly revision: number;
  readonly status_note_encrypted: Buffer | null;
}

export const EXPORTED_CHANGES = namedQuery('account_export_changes')`
    SELECT request_id, revision, changed_at, actor_kind, actor_id, from_status, to_status, data_found_state,
           data_found_count, status_note_encrypted
      FROM caller_request_history WHERE client_id = $1 AND data_env = $2
     ORDER BY request_id, revision, actor_kind`;
