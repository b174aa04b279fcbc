import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { mapCooperatively } from '../../../core/shared/cooperative.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { DialledNumbers } from '../../dialling/numbers/dialled-numbers.service.js';
import type { CampaignEntity } from '../campaigns.entities.js';
import { CellFault } from '../contact-rows/row-error.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import type { PersonalizationKeys } from '../rules/campaign-settings.js';
import { readRow, type ReadRow } from './contact-row.policy.js';
import { refuseDuplicates } from './import-plan.policy.js';
import type { ImportBody, ImportSource } from './import.request.js';
import { assertImportable } from './importable.policy.js';

/** An import whose rows were read. */
export interface ReadImport {
  readonly campaign: CampaignEntity;
  readonly source: ImportSource | null;
  readonly rows: readonly ReadRow[];
}

/** Reads the rows of an import, and checks each. */
@Injectable()
export class ImportReader {
  constructor(
    private readonly access: CampaignAccess,
    private readonly numbers: DialledNumbers,
  ) {}

  /**
   * Faults of the request come before those of the campaign (access 7.6).
   * @throws 404, 422 invalid_campaign_state, 400 and 422 for the body
   */
  async read(auth: AuthContext, campaignId: string, body: ImportBody): Promise<ReadImport> {
    const campaign = await this.access
      .read(auth, campaignId, (_, found) => Promise.resolve(found))
      .catch(absent);
    const keys = campaign && (campaign.personalization as PersonalizationKeys);
    const { source, required, rows } = await body.read(keys && keys.allowed_keys);
    if (campaign === null) throw notFound();
    assertImportable(campaign.status);
    const refusalOf = await this.numbers.judgeFor(auth);
    const judge = (number: string): CellFault | null => {
      const refusal = refusalOf(number);
      return refusal && new CellFault(refusal.code, refusal.message);
    };
    const read = await mapCooperatively(rows, (row) => readRow(row, { required, judge }));
    return { campaign, source, rows: refuseDuplicates(read) };
  }
}

/** Null for a 404. @throws anything else */
function absent(error: unknown): null {
  if (error instanceof PlatformError && error.entry === CATALOGUE.notFound) return null;
  throw error;
}
