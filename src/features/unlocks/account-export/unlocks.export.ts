import {
  ContributesToExport,
  type ExportContribution,
  type ExportedFile,
  type ExportedRow,
  type ExportSnapshot,
  namesIn,
} from '../../../core/account-export/account-export.js';
import { Clock } from '../../../core/time/clock.js';
import { SealedNotes } from '../lookup/sealed-notes.js';
import { toUnlock, type UnlockRow } from '../lookup/unlock-rows.js';
import { EXPORTED_UNLOCKS } from './account-export.queries.js';

/** Requests to see personal data of a call, with decisions and views. */
@ContributesToExport()
export class UnlocksExport implements ExportContribution {
  readonly files: readonly ExportedFile[] = [
    {
      name: 'pii_unlocks',
      section: 'calls',
      store: 'tenant',
      about: 'A request to see personal data of a call, with its note, the decision and the number of views.',
      columns: namesIn(
        `unlock_id call_id state expires_at_utc kinds reason_code note requested_at_utc requested_by requested_role
         decided_at_utc decided_by first_look_at_utc looks ended_at_utc ended_by`,
      ),
      rows: (snapshot) => this.shown(snapshot),
    },
  ];

  constructor(
    private readonly notes: SealedNotes,
    private readonly clock: Clock,
  ) {}

  private async *shown({ auth, rows }: ExportSnapshot): AsyncIterable<ExportedRow> {
    const now = this.clock.now();
    for await (const row of rows<UnlockRow>(EXPORTED_UNLOCKS))
      yield { ...toUnlock(row, await this.notes.open(auth, row.unlock_id, row.note_encrypted), now) };
  }
}
