import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { CLEAR_ATTACHMENT } from '../rules/clear-attachment.js';

/** Deletes the attachments of the tickets $3. */
const FORGET_ATTACHMENTS = namedQuery('support_attachments_forget')`
DELETE FROM support_attachments a
 WHERE a.client_id = $1 AND a.data_env = $2 AND a.ticket_id = ANY ($3::uuid[])
RETURNING a.attachment_id`;

/**
 * Deletes files with their tickets: their keys at once, their parts by the worker
 * (support-attachments 7.2).
 */
export async function forgetAttachments(tx: UnitOfWork, ticketIds: readonly string[]): Promise<void> {
  const rows = await tx.query<{ attachment_id: string }>(FORGET_ATTACHMENTS, [ticketIds]);
  for (const { attachment_id: attachmentId } of rows) await tx.enqueue(CLEAR_ATTACHMENT, { attachmentId });
}
