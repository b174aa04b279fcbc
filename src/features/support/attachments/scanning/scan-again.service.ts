import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../../core/database/stores/tenant-stores.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { Clock } from '../../../../core/time/clock.js';
import type { StoredPart } from '../lookup/attachment-files.service.js';
import type { AttachmentRow } from '../lookup/attachments.queries.js';
import { moveOf, type AttachmentState } from '../rules/attachment-state.policy.js';
import { AttachmentScans } from './attachment-scans.service.js';
import { recordScan } from './record-scan.js';

/**
 * Scans a clean file again: signatures of new malware arrive every day (support-attachments 6.3).
 */
@Injectable()
export class ScanAgain {
  constructor(
    private readonly stores: TenantStores,
    private readonly scans: AttachmentScans,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the current state of the file
   * @throws 503 without a verdict
   */
  async scan(auth: AuthContext, row: AttachmentRow, parts: readonly StoredPart[]): Promise<AttachmentState> {
    const at = this.clock.now();
    const outcome = await this.scans.scan(auth, row, parts);
    await this.stores.transaction(auth, (tx) => recordScan(tx, row.attachment_id, outcome, at));
    // A refusal does not change a clean file, but the file is not sent.
    return outcome.event === 'refuse' ? 'refused' : (moveOf(row.state, outcome.event) ?? row.state);
  }
}
