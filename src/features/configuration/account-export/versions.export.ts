import {
  ContributesToExport,
  type ExportContribution,
  type ExportedFile,
  type ExportedRow,
  namesIn,
} from '../../../core/account-export/account-export.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { versionSealContext } from '../rules/sections/seal-contexts.js';
import { EXPORTED_VERSIONS, type ExportedVersion } from './account-export.queries.js';

// A version contains all sections of a project and may take hundreds of kilobytes.
const BATCH_VERSIONS = 20;

/** Every published version of every project. */
@ContributesToExport()
export class VersionsExport implements ExportContribution {
  readonly files: readonly ExportedFile[];

  constructor(private readonly sealed: SealedValues) {
    this.files = [
      {
        name: 'project_versions',
        section: 'projects',
        store: 'metadata',
        about:
          'A published version of a project with all sections of its configuration; secrets only by name.',
        columns: namesIn(`
          project_id version_number source rolled_back_from change_note published_by published_at
          content_hash sections
        `),
        rows: ({ auth, rows }) =>
          this.opened(auth, rows<ExportedVersion>(EXPORTED_VERSIONS, [], BATCH_VERSIONS)),
      },
    ];
  }

  private async *opened(auth: AuthContext, rows: AsyncIterable<ExportedVersion>): AsyncIterable<ExportedRow> {
    for await (const row of rows) {
      const sections: Record<string, object> = {};
      for (const [name, stored] of Object.entries(row.sections)) {
        const place = versionSealContext(auth, row.project_id, row.version_number, name);
        sections[name] = await this.sealed.showDocument(auth, place, stored);
      }
      yield { ...row, sections };
    }
  }
}
