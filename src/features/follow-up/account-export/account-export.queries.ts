import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { FOLLOW_UP_COLUMNS, type FollowUpRow } from '../lookup/shown-follow-up.js';

export interface ExportedFollowUp extends FollowUpRow {
  readonly call_id: string;
  readonly project_id: string;
}

export const EXPORTED_FOLLOW_UPS = namedQuery('account_export_follow_ups')`
    SELECT f.call_id, i.project_id, ${FOLLOW_UP_COLUMNS}
      FROM call_follow_ups f
      JOIN call_index i ON i.client_id = f.client_id AND i.data_env = f.data_env AND i.call_id = f.call_id
     WHERE f.client_id = $1 AND f.data_env = $2
     ORDER BY f.call_id`;
