import { errorEntry } from '../../core/shared/catalogue.js';

export const AUDIT_DECISION_ERRORS = {
  contradicts: errorEntry(
    'audit_decision_contradicts',
    409,
    'A decision with this id is already recorded with different content, so nothing in this request was ' +
      'recorded. Send the request without that decision, or give the decision a new id.',
  ),
};
