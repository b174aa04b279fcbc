import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

export interface ExportedVersion {
  readonly project_id: string;
  readonly version_number: number;
  readonly sections: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const EXPORTED_VERSIONS = namedQuery('account_export_versions')`
    SELECT project_id, version_number, source, rolled_back_from, change_note, published_by, published_at, content_hash,
           sections
      FROM project_versions WHERE client_id = $1 AND data_env = $2 ORDER BY project_id, version_number`;
