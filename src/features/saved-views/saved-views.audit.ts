import { auditActions } from '../../core/shared/audit-event.js';

/** Audit actions of saved views (saved-views 3.2). */
export const SAVED_VIEW_ACTIONS = auditActions({
  saved: 'saved_view.saved',
  changed: 'saved_view.changed',
  deleted: 'saved_view.deleted',
});
