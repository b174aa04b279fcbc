import { auditActions } from '../../core/shared/audit-event.js';

/** The audit of follow-up: what was set, and no note or tag (follow-up 6.1). */
export const FOLLOW_UP_ACTIONS = auditActions({
  saved: 'call_follow_up.saved',
  settingsSaved: 'call_follow_up.settings_saved',
});
