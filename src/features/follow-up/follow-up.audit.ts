import { auditActions } from '../../core/shared/audit-event.js';

/** Audit actions of follow-up: what was set, without notes or tags (follow-up 6.1). */
export const FOLLOW_UP_ACTIONS = auditActions({
  saved: 'call_follow_up.saved',
  settingsSaved: 'call_follow_up.settings_saved',
});
