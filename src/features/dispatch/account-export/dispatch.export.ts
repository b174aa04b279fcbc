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
import { evidenceSealContext } from '../../campaigns/rules/eligibility/evidence-blocks.js';
import { EXPORTED_EVIDENCE, type ExportedEvidence } from './account-export.queries.js';

/** Attempts to call, and the reason why each was permitted. */
@ContributesToExport()
export class DispatchesExport implements ExportContribution {
  readonly files: readonly ExportedFile[] = [
    storedRows({
      name: 'dispatches',
      section: 'campaigns',
      store: 'tenant',
      about: 'An attempt to call a contact, or a single call.',
      columns: namesIn(`
        dispatch_id campaign_id contact_id project_id attempt_number status disposition call_id
        taken_at ended_at version_number
      `),
      from: 'FROM dispatches WHERE client_id = $1 AND data_env = $2 ORDER BY dispatch_id',
    }),
    {
      name: 'outbound_evidence',
      section: 'campaigns',
      store: 'tenant',
      about: 'The facts and rules that permitted an attempt.',
      columns: namesIn(`
        dispatch_id project_id policy_source policy_version call_type jurisdiction recorded_at
        blocks
      `),
      rows: (snapshot) => this.evidence(snapshot),
    },
  ];

  constructor(private readonly sealed: SealedValues) {}

  private async *evidence({ auth, rows }: ExportSnapshot): AsyncIterable<ExportedRow> {
    for await (const row of rows<ExportedEvidence>(EXPORTED_EVIDENCE)) {
      const place = evidenceSealContext(auth, row.dispatch_id);
      yield { ...row, blocks: await this.sealed.showDocument(auth, place, row.blocks) };
    }
  }
}
