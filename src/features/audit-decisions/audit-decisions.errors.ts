import { errorEntry } from '../../core/shared/catalogue.js';

export const AUDIT_DECISION_ERRORS = {
  contradicts: errorEntry(
    'audit_decision_contradicts',
    409,
    'A decision with this id is recorded with another content. Nothing of this request was recorded: send it without that decision, or give the decision an id of its own.',
  ),
};
