import { auditActions } from '../../core/shared/audit-event.js';

export const IP_ALLOWLIST_ACTIONS = auditActions({ saved: 'ip_allowlist.saved' });
