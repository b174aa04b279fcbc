import {
  ContributesToExport,
  type ExportContribution,
  type ExportedFile,
  type ExportedRow,
  type ExportSnapshot,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';
import { UseRows, type OpenedUse } from '../lookup/use-rows.js';
import { EXPORTED_USES } from './account-export.queries.js';

/** Holders and uses of break-glass. */
@ContributesToExport()
export class BreakGlassExport implements ExportContribution {
  readonly files: readonly ExportedFile[] = [
    storedRows({
      name: 'break_glass_holders',
      section: 'people',
      store: 'metadata',
      about: 'A person who may sign in without the directory, and the last proof of the passkey.',
      columns: namesIn('user_id added_at added_by proved_at'),
      from: `FROM break_glass_holders WHERE client_id = $1 AND data_env = $2 ORDER BY user_id`,
    }),
    {
      name: 'break_glass_uses',
      section: 'people',
      store: 'metadata',
      about: 'A use of break-glass, with its reason and its confirmation.',
      columns: namesIn(
        `use_id holder_id state reason opened_at_utc ends_at_utc closed_at_utc closed_by confirmed_at_utc confirmed_by`,
      ),
      rows: (snapshot) => this.uses(snapshot),
    },
  ];

  constructor(private readonly shown: UseRows) {}

  private async *uses({ auth, rows }: ExportSnapshot): AsyncIterable<ExportedRow> {
    for await (const row of rows<OpenedUse>(EXPORTED_USES)) yield { ...(await this.shown.shown(auth, row)) };
  }
}
