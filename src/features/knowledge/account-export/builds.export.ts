import {
  ContributesToExport,
  type ExportContribution,
  type ExportedFile,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';

/** Builds of knowledge, as lists of sources: their texts are those of the sources (knowledge 5.8). */
@ContributesToExport()
export class BuildsExport implements ExportContribution {
  readonly files: readonly ExportedFile[] = [
    storedRows({
      name: 'knowledge_builds',
      section: 'knowledge',
      store: 'tenant',
      about: 'A build of the knowledge of a project.',
      columns: namesIn(
        'build_id project_id state content_hash chunks requested_at requested_by started_at ended_at',
      ),
      from: 'FROM knowledge_builds WHERE client_id = $1 AND data_env = $2 ORDER BY requested_at, build_id',
    }),
    storedRows({
      name: 'knowledge_build_sources',
      section: 'knowledge',
      store: 'tenant',
      about: 'A source in a build.',
      columns: namesIn('build_id source_id content_hash language'),
      from: 'FROM knowledge_build_sources WHERE client_id = $1 AND data_env = $2 ORDER BY build_id, source_id',
    }),
  ];
}
