import {
  ContributesToExport,
  type ExportContribution,
  type ExportedFile,
  type ExportedRow,
  type ExportSnapshot,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';
import { PiiPermissions } from '../../../core/privacy/pii/pii-permissions.service.js';
import { SealedFollowUps } from '../lookup/sealed-follow-ups.js';
import { toFollowUp } from '../lookup/shown-follow-up.js';
import { EXPORTED_FOLLOW_UPS, type ExportedFollowUp } from './account-export.queries.js';

/** Follow-ups of calls with notes and tags, and the rules by which calls get one automatically. */
@ContributesToExport()
export class FollowUpsExport implements ExportContribution {
  readonly files: readonly ExportedFile[] = [
    {
      name: 'follow_ups',
      section: 'calls',
      store: 'tenant',
      about: 'The follow-up of a call, with its note and tags as far as the privacy policy shows them.',
      columns: namesIn(
        'call_id state reason owner due_at_utc note tags created_at_utc updated_by updated_at_utc',
      ),
      rows: (snapshot) => this.shown(snapshot),
    },
    storedRows({
      name: 'follow_up_settings',
      section: 'settings',
      store: 'tenant',
      about: 'Which calls get a follow-up automatically.',
      columns: namesIn('missed_inbound upset_callers updated_by updated_at'),
      from: 'FROM follow_up_settings WHERE client_id = $1 AND data_env = $2',
    }),
  ];

  constructor(
    private readonly permissions: PiiPermissions,
    private readonly sealed: SealedFollowUps,
  ) {}

  private async *shown({ auth, rows }: ExportSnapshot): AsyncIterable<ExportedRow> {
    const rules = await this.permissions.rules(auth);
    for await (const row of rows<ExportedFollowUp>(EXPORTED_FOLLOW_UPS)) {
      const contents = await this.sealed.open(auth, row.call_id, row.contents_encrypted);
      const { summary: form } = rules.of(row.project_id);
      yield { ...toFollowUp(row.call_id, row, { owner: null, contents, form }), owner: row.owner };
    }
  }
}
