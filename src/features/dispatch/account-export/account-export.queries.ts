import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

export interface ExportedEvidence {
  readonly dispatch_id: string;
  readonly blocks: Readonly<Record<string, unknown>>;
}

export const EXPORTED_EVIDENCE = namedQuery('account_export_evidence')`
    SELECT dispatch_id, project_id, policy_source, policy_version, call_type, jurisdiction, recorded_at, blocks
      FROM outbound_evidence WHERE client_id = $1 AND data_env = $2 ORDER BY dispatch_id`;
