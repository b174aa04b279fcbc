import { auditActions } from '../../core/shared/audit-event.js';
import type { CommentVisibility } from './rules/words.js';

/** Audit actions of support, each with the ticket's id and reference, without texts (support 8.1). */
export const SUPPORT_ACTIONS = auditActions({
  created: 'support_ticket.created',
  changed: 'support_ticket.changed',
  closed: 'support_ticket.closed',
  commented: 'support_ticket.commented',
  callsChanged: 'support_ticket.calls_changed',
  recipientsChanged: 'support_ticket.recipients_changed',
  redacted: 'support_ticket.comment_redacted',
});

/**
 * Marks events of internal comments and files, which the trail that customers export does not
 * contain (account-exports 3.5).
 */
export const markOf = (visibility: CommentVisibility): { readonly visibility?: 'internal' } =>
  visibility === 'internal' ? { visibility } : {};
