import type { UnitOfWork } from '../../../../core/database/unit-of-work/unit-of-work.js';
import { markOf } from '../../support.audit.js';
import { ATTACHMENT_ACTIONS } from '../attachments.audit.js';
import { endAttachment, type AuditedAttachment } from '../lookup/end-attachment.js';
import { keepNumbers } from '../lookup/attachment-numbers.js';
import type { ScanOutcome } from './attachment-scans.service.js';
import { FOUND_CLEAN } from './scanning.queries.js';

export interface ReadNumbers {
  readonly hashes: readonly Buffer[];
  readonly isWhole: boolean;
}

/**
 * Records what a scan has found. A file that was deleted meanwhile stays deleted.
 * @param at when the scan began
 * @param read the hashes of the numbers in its text, and whether all of it was read; null: not read now
 */
export async function recordScan(
  tx: UnitOfWork,
  attachmentId: string,
  outcome: ScanOutcome,
  at: Date,
  read: ReadNumbers | null = null,
): Promise<void> {
  if (outcome.event !== 'find_clean') {
    await endAttachment(tx, attachmentId, { ...outcome, now: at });
    return;
  }
  const [clean] = await tx.query<AuditedAttachment>(FOUND_CLEAN, [
    ...[attachmentId, at, read && !read.isWhole],
  ]);
  if (!clean) return;
  if (read) await keepNumbers(tx, attachmentId, read.hashes);
  await tx.auditDone(ATTACHMENT_ACTIONS.attachmentScanned, {
    attachment_id: attachmentId,
    ticket_id: clean.ticket_id,
    result: 'clean',
    ...markOf(clean.visibility),
  });
}
