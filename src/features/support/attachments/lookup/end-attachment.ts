import type { AuditEvent } from '../../../../core/shared/audit-event.js';
import type { UnitOfWork } from '../../../../core/database/unit-of-work/unit-of-work.js';
import type { CommentVisibility } from '../../rules/words.js';
import { markOf } from '../../support.audit.js';
import { ATTACHMENT_ACTIONS } from '../attachments.audit.js';
import { moveOf, statesBefore, type AttachmentEvent } from '../rules/attachment-state.policy.js';
import type { EndReason } from '../rules/end-reason.js';
import { CLEAR_ATTACHMENT } from '../../rules/clear-attachment.js';
import { COUNT_ATTACHMENTS, END_ATTACHMENT, HOLD_TICKET_OF } from './attachments.queries.js';

export interface AuditedAttachment {
  readonly ticket_id: string;
  readonly visibility: CommentVisibility;
}

interface Ending {
  readonly event: Extract<AttachmentEvent, 'expire' | 'find_infected' | 'refuse' | 'fail' | 'delete'>;
  readonly reason?: EndReason;
  readonly finding?: string;
  readonly deletedBy?: string;
  readonly now: Date;
}

/** Deleted because the file contains an erased caller's number. */
export const BY_ERASURE = 'erasure';

// A part that was being sent when its file ended may appear until its request has ended.
const LATE_PARTS_MS = 5 * 60_000;

/**
 * Ends a file: its key is forgotten at once, so that nothing of it can be read, and its parts are
 * deleted by the worker (support-attachments 5.4).
 * @returns whether this transaction ended it
 */
export async function endAttachment(tx: UnitOfWork, attachmentId: string, ending: Ending): Promise<boolean> {
  const { event, reason = null, finding = null, deletedBy = null, now } = ending;
  const before = statesBefore(event);
  const state = moveOf(before[0]!, event);
  await tx.query(HOLD_TICKET_OF, [attachmentId]);
  const [ended] = await tx.query<AuditedAttachment>(END_ATTACHMENT, [
    ...[attachmentId, state, reason, finding],
    ...[deletedBy, now, before, event === 'delete'],
  ]);
  if (!ended) return false;
  await tx.query(COUNT_ATTACHMENTS, [attachmentId]);
  await tx.enqueue(CLEAR_ATTACHMENT, { attachmentId });
  await tx.enqueue(
    CLEAR_ATTACHMENT,
    { attachmentId },
    { notBefore: new Date(now.getTime() + LATE_PARTS_MS) },
  );
  const { ticket_id, visibility } = ended;
  await tx.audit(
    auditOf(ending, {
      attachment_id: attachmentId,
      ticket_id,
      ...(deletedBy === BY_ERASURE && { by_erasure: true }),
      ...markOf(visibility),
    }),
  );
  return true;
}

function auditOf(
  { event, reason, finding }: Ending,
  ids: Readonly<Record<string, string | boolean>>,
): AuditEvent {
  if (event === 'delete')
    return { action: ATTACHMENT_ACTIONS.attachmentDeleted, outcome: 'success', metadata: ids };
  if (event === 'fail' || event === 'expire')
    return {
      action: ATTACHMENT_ACTIONS.attachmentFailed,
      outcome: 'failed',
      metadata: { ...ids, reason: reason ?? '' },
    };
  const result = event === 'refuse' ? 'refused' : 'infected';
  return {
    action: ATTACHMENT_ACTIONS.attachmentScanned,
    outcome: 'success',
    metadata: { ...ids, result, ...(reason && { reason }), ...(finding && { finding }) },
  };
}
