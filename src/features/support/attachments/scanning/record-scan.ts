import type { UnitOfWork } from '../../../../core/database/unit-of-work/unit-of-work.js';
import { markOf } from '../../support.audit.js';
import { ATTACHMENT_ACTIONS } from '../attachments.audit.js';
import { endAttachment, type AuditedAttachment } from '../lookup/end-attachment.js';
import type { ScanOutcome } from './attachment-scans.service.js';
import { FOUND_CLEAN } from './scanning.queries.js';

/**
 * Records what a scan has found. A file that was deleted meanwhile stays deleted.
 * @param at when the scan began
 */
export async function recordScan(
  tx: UnitOfWork,
  attachmentId: string,
  outcome: ScanOutcome,
  at: Date,
): Promise<void> {
  if (outcome.event !== 'find_clean') {
    await endAttachment(tx, attachmentId, { ...outcome, now: at });
    return;
  }
  const [clean] = await tx.query<AuditedAttachment>(FOUND_CLEAN, [attachmentId, at]);
  if (!clean) return;
  await tx.auditDone(ATTACHMENT_ACTIONS.attachmentScanned, {
    attachment_id: attachmentId,
    ticket_id: clean.ticket_id,
    result: 'clean',
    ...markOf(clean.visibility),
  });
}
